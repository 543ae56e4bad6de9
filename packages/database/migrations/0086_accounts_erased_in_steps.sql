-- The retention job deletes most rows of a busy account in several transactions before it deletes the account: with 5,000 applications
-- or 200,000 messages in one, a revocation at a company of these applications waited for more than a second (G1).
-- docs/decisions/0028-deletion-of-an-account.md

-- Deletes what an account that is due has beyond what one transaction deletes fast: 5,000 each of its notifications and of the messages
-- and notes of its applications, or 100 applications. False: nothing is left beyond it. A user who cancels the deletion from then
-- on keeps the account, and what is left.
create function retention.erase_some_of_account(account_id uuid) returns boolean
  language plpgsql security definer set search_path = '' as $$
declare
  chosen uuid[];
  has_erased boolean := false;
begin
  -- As `delete_account`: the user, then companies by id, then applications by id.
  perform identity.lock_access(array['user'], array[account_id], array[true]);
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
  if has_erased then return true; end if;

  perform from talent.applications a where a.id = any (chosen) order by a.id for update;
  perform retention.audit_deletion('application.withdrawn', 'application', a.id, '')
     from talent.applications a where a.id = any (chosen) and a.withdrawn_at is null;
  perform identity.erase_applications(chosen);
  return cardinality(chosen) > 0;
end $$;

create or replace function retention.grant_to_job() returns void
  language plpgsql set search_path = '' as $$
begin
  if not exists (select from pg_catalog.pg_roles where rolname = 'retention_service') then return; end if;
  execute pg_catalog.format('grant connect on database %I to retention_service', pg_catalog.current_database());
  grant usage on schema retention to retention_service;
  grant execute on function retention.remove_due(text, integer), retention.end_run(text),
    retention.step_audit_partitions(), retention.lock_due_accounts(integer), retention.close_some_with_account(uuid, jsonb),
    retention.erase_some_of_account(uuid), retention.delete_account(uuid, jsonb),
    retention.find_due_documents(integer), retention.forget_document(uuid), retention.find_unknown_documents(uuid[])
    to retention_service;
end $$;

revoke all on function retention.erase_some_of_account(uuid) from public;
select retention.grant_to_job();
