-- docs/decisions/0028-deletion-of-an-account.md

-- As before, but with the companies that the user has applied to: a revocation there and a deletion could wait for each
-- other's rows.
create or replace function retention.delete_account(account_id uuid, mails jsonb) returns text
  language plpgsql security definer set search_path = '' as $$
declare
  account       identity.users;
  membership    employer.org_memberships;
  is_last_owner boolean;
begin
  -- Waits for running writes of the user and of the company, and later ones wait for it, as for each revocation (G1).
  perform identity.lock_access(array['user'], array[account_id], array[true]);
  -- And for changes at each company that the user has applied to: they, too, end assignments and notifications, in an order
  -- of their own. By id, as all transactions lock companies; none is added while the user is locked.
  perform identity.lock_access(array_fill('company'::text, array[cardinality(l.company_ids)]), l.company_ids, l.exclusive)
     from (select array_agg(c.id order by c.id) as company_ids, array_agg(c.is_own order by c.id) as exclusive
             from (select f.id, bool_or(f.is_own) as is_own
                     from (select m.company_id as id, true as is_own from employer.org_memberships m where m.user_id = account_id
                           union all
                           select a.company_id, false from talent.applications a where a.user_id = account_id) f
                    group by f.id) c) l
    where l.company_ids is not null;
  select m.* into membership from employer.org_memberships m where m.user_id = account_id;
  -- A transaction that holds these rows may be notifying the user: before the user's own row, which a notification locks.
  -- By id, as a move of several applications locks them.
  perform from talent.applications a where a.user_id = account_id order by a.id for update;
  perform from identity.data_exports e where e.user_id = account_id for update;
  -- Waits for transactions that have added rows of the user without that lock.
  select u.* into account from identity.users u where u.id = account_id and u.deletion_due_at < now() for update;
  if account.id is null then return null; end if;

  is_last_owner := membership.id is not null and membership.role = 'owner' and membership.status = 'active'
    and not exists (select from employer.org_memberships m
                     where m.company_id = membership.company_id and m.id <> membership.id
                       and m.role = 'owner' and m.status = 'active');
  if is_last_owner and account.deletion_closes_company_id is distinct from membership.company_id then
    update identity.users u set deletion_due_at = now() + interval '7 days' where u.id = account_id;
    perform retention.audit_deletion('user.deletion_postponed', 'user', account_id, 'last owner of a company');
    perform identity.queue_mail((mails -> 'postponed') || jsonb_build_object('to_address', account.email), '[]');
    return 'postponed';
  end if;

  perform retention.audit_deletion('application.withdrawn', 'application', a.id, '')
     from talent.applications a where a.user_id = account_id and a.withdrawn_at is null;
  with withdrawn as (
    update employer.invitations i set withdrawn_at = now()
     where i.invited_by = account_id and i.accepted_at is null and i.withdrawn_at is null
    returning i.id
  )
  insert into identity.audit_events (actor_kind, action, subject_kind, subject_id)
  select 'system', 'invitation.withdrawn', 'invitation', w.id from withdrawn w;
  if is_last_owner then
    perform retention.close_company(membership.company_id, account_id, mails -> 'company_closed');
  elsif membership.status = 'active' then
    perform retention.audit_deletion('org_membership.ended', 'company', membership.company_id,
                                     'active, ' || membership.role || ' → none');
  end if;
  perform identity.erase_user(account_id);
  perform retention.audit_deletion('user.deleted', 'user', account_id, '');
  perform identity.queue_mail((mails -> 'deleted') || jsonb_build_object('to_address', account.email), '[]');
  update retention.progress p set removed = p.removed + 1 where p.kind = 'account_deletions';
  return 'deleted';
end $$;
