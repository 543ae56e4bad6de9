-- A company that was closed in part stayed so when its last owner cancelled the deletion of the account, changed the address or lost the
-- membership before the next step: its members could neither leave nor join another company, and its posts stayed published.
-- docs/decisions/0028-deletion-of-an-account.md

alter table employer.companies add column closing_since timestamptz;
comment on column employer.companies.closing_since is
  'when the retention job began to close it; null: it does not, or has closed all of it, or staff have enabled the company';
grant update (closing_since) on employer.companies to identity_service;

-- What earlier releases have begun.
update employer.companies c set closing_since = c.disabled_at
 where c.condition = 'disabled' and c.disabled_reason = 'Its last owner closed the company.';

-- As in 0126, but the first step notes that the closing has begun, and without `closed_by` no member and no invitation is left.
create or replace function retention.close_some_of_company(company_id uuid, closed_by uuid, mail jsonb) returns boolean
  language plpgsql set search_path = '' as $$
declare
  closed uuid[];
  member record;
  ended  integer := 0;
begin
  update employer.companies c
     set condition = 'disabled', disabled_at = now(), disabled_reason = 'Its last owner closed the company.',
         closing_since = now(), updated_at = now()
   where c.id = close_some_of_company.company_id and c.condition = 'active';
  if not found then
    -- Staff had disabled it: their words stay.
    update employer.companies c set closing_since = now()
     where c.id = close_some_of_company.company_id and c.closing_since is null;
  end if;
  if found then
    perform retention.audit_deletion('company.closed', 'company', company_id, 'by its last owner');
  end if;
  -- Not those that the user has sent: `delete_account` withdraws them with the account, which takes their mail along.
  update employer.invitations i set withdrawn_at = now()
   where i.company_id = close_some_of_company.company_id and i.accepted_at is null and i.withdrawn_at is null
     and i.expires_at > now() and i.invited_by is distinct from closed_by;
  with posts as (
    update employer.job_posts j set state = 'closed', updated_at = now()
     where j.id in (select p.id from employer.job_posts p
                     where p.company_id = close_some_of_company.company_id and p.state = 'published' limit 10)
    returning j.id
  )
  select array_agg(p.id) into closed from posts p;
  perform identity.notify_of_closed_posts(closed);
  for member in
    delete from employer.org_memberships m
     where m.id in (select o.id from employer.org_memberships o
                     where o.company_id = close_some_of_company.company_id
                       and o.user_id is distinct from close_some_of_company.closed_by and o.revoked_by is distinct from 'staff'
                     order by o.id limit 50)
    returning m.user_id, m.status
  loop
    ended := ended + 1;
    if member.status = 'active' then
      perform identity.notify(array[member.user_id], 'company_condition_changed', close_some_of_company.company_id, 'closed', 0);
      perform identity.queue_mail(mail || jsonb_build_object('to_address', u.email), '[]')
         from identity.users u where u.id = member.user_id;
    end if;
  end loop;
  return closed is not null or ended > 0;
end $$;

-- As before; the first step records it.
create or replace function retention.close_company(company_id uuid, closed_by uuid, mail jsonb) returns void
  language plpgsql set search_path = '' as $$
begin
  while retention.close_some_of_company(company_id, closed_by, mail) loop
  end loop;
end $$;

-- Companies whose closing has begun.
create function retention.find_closing_companies(max_companies integer) returns setof uuid
  language sql stable security definer set search_path = '' as $$
  select c.id from employer.companies c
   where c.condition = 'disabled' and c.closing_since is not null
   order by c.closing_since limit max_companies
$$;

-- Closes a further part of a company whose closing has begun. The membership of an account that is due goes with the account; that of a
-- user who keeps the account ends, as all others. False: nothing is left to close.
create function retention.close_more_of_company(company_id uuid, mails jsonb) returns boolean
  language plpgsql security definer set search_path = '' as $$
declare
  closed_by uuid;
begin
  perform identity.lock_access(array['company'], array[company_id], array[true]);
  perform from employer.companies c
    where c.id = close_more_of_company.company_id and c.condition = 'disabled' and c.closing_since is not null;
  if not found then return false; end if;
  select m.user_id into closed_by
    from employer.org_memberships m join identity.users u on u.id = m.user_id
   where m.company_id = close_more_of_company.company_id
     and u.deletion_due_at < now() and u.deletion_closes_company_id = m.company_id
   limit 1;
  if retention.close_some_of_company(company_id, closed_by, mails -> 'company_closed') then return true; end if;
  if closed_by is null then
    update employer.companies c set closing_since = null where c.id = close_more_of_company.company_id;
  end if;
  return false;
end $$;

create or replace function retention.grant_to_job() returns void
  language plpgsql set search_path = '' as $$
begin
  if not exists (select from pg_catalog.pg_roles where rolname = 'retention_service') then return; end if;
  execute pg_catalog.format('grant connect on database %I to retention_service', pg_catalog.current_database());
  grant usage on schema retention to retention_service;
  grant execute on function retention.remove_due(text, integer), retention.remove_due_words(text, integer),
    retention.end_run(text),
    retention.step_audit_partitions(), retention.lock_due_accounts(integer), retention.close_some_with_account(uuid, jsonb),
    retention.find_closing_companies(integer), retention.close_more_of_company(uuid, jsonb),
    retention.erase_some_of_account(uuid), retention.delete_account(uuid, jsonb),
    retention.find_due_documents(integer), retention.forget_document(uuid), retention.find_unknown_documents(uuid[])
    to retention_service;
end $$;

revoke all on function retention.find_closing_companies(integer), retention.close_more_of_company(uuid, jsonb) from public;
select retention.grant_to_job();
