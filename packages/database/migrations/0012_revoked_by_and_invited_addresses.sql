-- Who revoked a membership, and what joining by an invitation checks.

alter table employer.org_memberships
  add column revoked_by text constraint org_memberships_revoked_by_check check (revoked_by in ('staff', 'owner'));
comment on column employer.org_memberships.revoked_by is
  'read only while the status is revoked; null then: not known, treated as staff';

-- The audit trail says who made each revocation so far.
update employer.org_memberships m
   set revoked_by = case (
         select e.actor_kind
           from identity.audit_events e
          where e.subject_id = m.id and e.subject_kind = 'org_membership' and e.change like 'active%→ revoked%'
          order by e.id desc
          limit 1
       ) when 'user' then 'owner' else 'staff' end
 where m.status = 'revoked';

grant update (revoked_by) on employer.org_memberships to identity_service, employer_service;

-- Whether a person's verified address is this one; the time of the verification stays identity's own.
create function identity.has_verified_address(user_id uuid, address text) returns boolean
  language sql stable security definer set search_path = '' as $$
  select exists (
    select from identity.users u
     where u.id = has_verified_address.user_id and u.email = has_verified_address.address
       and u.email_verified_at is not null
  )
$$;
revoke all on function identity.has_verified_address(uuid, text) from public;
grant execute on function identity.has_verified_address(uuid, text) to identity_service, employer_service;

-- Identity shows an invitation to the person who holds its token, and withdraws what a person who loses the right to
-- invite had offered.
grant select (id, company_id, email, role, token_hash, invited_by, expires_at, accepted_at, withdrawn_at),
  update (withdrawn_at) on employer.invitations to identity_service;
