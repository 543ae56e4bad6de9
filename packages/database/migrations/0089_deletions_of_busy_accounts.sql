-- The deletion of an account reads and deletes few rows at a time also of one that has signed in or acted very often: under its locks
-- revocations at companies wait (G1). docs/decisions/0028-deletion-of-an-account.md

-- What the deletion looks for in the trail of its user: the memberships, and what staff have written.
-- On a table with millions of rows, create both beside the traffic before the upgrade: concurrently on each partition, then
-- `on only identity.audit_events`, and attach them.
create index if not exists audit_events_joined_idx on identity.audit_events (actor_id)
  where action = 'org_membership.created';
create index if not exists audit_events_reason_idx on identity.audit_events (subject_id)
  where reason <> '';

-- As before, with ended sessions: 5,000 at a time, beyond what one transaction deletes fast. It fails while an export of the account
-- is made, which takes a minute at most, before it locks a company; the next run goes on.
create or replace function retention.erase_some_of_account(account_id uuid) returns boolean
  language plpgsql security definer set search_path = '' as $$
declare
  chosen uuid[];
  has_erased boolean := false;
begin
  -- As `delete_account`: the user, then companies by id, then applications by id.
  perform identity.lock_access(array['user'], array[account_id], array[true]);
  perform from identity.data_exports e where e.user_id = account_id for update nowait;
  chosen := array(select a.id from talent.applications a where a.user_id = account_id order by a.id desc offset 100 limit 100);
  perform identity.lock_access(array_fill('company'::text, array[cardinality(l.ids)]), l.ids, array_fill(false, array[cardinality(l.ids)]))
     from (select array_agg(c.id order by c.id) as ids
             from (select m.company_id as id from employer.org_memberships m where m.user_id = account_id
                   union select a.company_id from talent.applications a where a.id = any (chosen)) c) l
    where l.ids is not null;
  if not exists (select from identity.users u where u.id = account_id and u.deletion_due_at < now())
     -- `delete_account` postpones the deletion of a last owner who does not close the company.
     or exists (select from employer.org_memberships m join identity.users u on u.id = m.user_id
                 where m.user_id = account_id and m.role = 'owner' and m.status = 'active'
                   and u.deletion_closes_company_id is distinct from m.company_id
                   and not exists (select from employer.org_memberships o
                                    where o.company_id = m.company_id and o.id <> m.id
                                      and o.role = 'owner' and o.status = 'active')) then
    return false;
  end if;

  -- A row that another transaction has locked is left to the next step, so that this one waits for none.
  delete from identity.notifications t where t.id = any (array(
    select n.id from identity.notifications n where n.user_id = account_id offset 5000 limit 5000 for update skip locked));
  has_erased := has_erased or found;
  delete from talent.messages t where t.id = any (array(
    select m.id from talent.applications a join talent.messages m on m.application_id = a.id
     where a.user_id = account_id offset 5000 limit 5000 for update of m skip locked));
  has_erased := has_erased or found;
  delete from employer.application_notes t where t.id = any (array(
    select n.id from talent.applications a join employer.application_notes n on n.application_id = a.id
     where a.user_id = account_id offset 5000 limit 5000 for update of n skip locked));
  has_erased := has_erased or found;
  delete from identity.user_sessions t where t.id = any (array(
    select s.id from identity.user_sessions s where s.user_id = account_id and s.ended_at is not null
    offset 5000 limit 5000 for update skip locked));
  has_erased := has_erased or found;
  if has_erased then return true; end if;

  perform from talent.applications a where a.id = any (chosen) order by a.id for update;
  perform retention.audit_deletion('application.withdrawn', 'application', a.id, '')
     from talent.applications a where a.id = any (chosen) and a.withdrawn_at is null;
  perform identity.erase_applications(chosen);
  return cardinality(chosen) > 0;
end $$;
