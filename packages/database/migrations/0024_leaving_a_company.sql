-- A member leaves a company: the row goes, so that the user can create or join another one.

-- Only an active membership: what staff or an owner revoked stays revoked (G2).
create function employer.delete_active_membership(id uuid) returns boolean
  language sql volatile security definer set search_path = '' as $$
  with deleted as (
    delete from employer.org_memberships m
     where m.id = delete_active_membership.id and m.status = 'active'
    returning m.id
  )
  select exists (select from deleted)
$$;
revoke all on function employer.delete_active_membership(uuid) from public;
grant execute on function employer.delete_active_membership(uuid) to employer_service;
