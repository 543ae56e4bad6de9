-- The retention job closes a company in several transactions before it deletes the account of its last owner: with 500 published posts
-- or 1,000 members in one, a revocation in the company waited for seconds (G1). The first one disables the company, so that none is
-- added meanwhile. docs/decisions/0028-deletion-of-an-account.md

-- Closes a company whose exclusive lock the caller holds, as far as one transaction may take: disables it, withdraws the open
-- invitations of others, and then closes 10 of its posts and ends 50 memberships. Its members get a mail, and can create or join another company;
-- those whom staff revoked cannot (G2). What applicants see of their applications stays. The membership of the user who closes it goes
-- with the account. False: there was nothing left.
create function retention.close_some_of_company(company_id uuid, closed_by uuid, mail jsonb) returns boolean
  language plpgsql set search_path = '' as $$
declare
  closed uuid[];
  member record;
  ended  integer := 0;
begin
  update employer.companies c
     set condition = 'disabled', disabled_at = now(), disabled_reason = 'Its last owner closed the company.', updated_at = now()
   where c.id = close_some_of_company.company_id and c.condition = 'active';
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
    delete from employer.org_memberships m using identity.users u
     where m.id in (select o.id from employer.org_memberships o
                     where o.company_id = close_some_of_company.company_id
                       and o.user_id <> close_some_of_company.closed_by and o.revoked_by is distinct from 'staff'
                     order by o.id limit 50)
       and u.id = m.user_id
    returning m.user_id, m.status, u.email
  loop
    ended := ended + 1;
    if member.status = 'active' then
      perform identity.notify(array[member.user_id], 'company_condition_changed', close_some_of_company.company_id, 'closed', 0);
      perform identity.queue_mail(mail || jsonb_build_object('to_address', member.email), '[]');
    end if;
  end loop;
  return closed is not null or ended > 0;
end $$;

-- As before, of what is left. One that staff had disabled is closed without a change of its condition.
create or replace function retention.close_company(company_id uuid, closed_by uuid, mail jsonb) returns void
  language plpgsql set search_path = '' as $$
begin
  if exists (select from employer.companies c
              where c.id = close_company.company_id and c.condition = 'disabled'
                and c.disabled_reason <> 'Its last owner closed the company.') then
    perform retention.audit_deletion('company.closed', 'company', company_id, 'by its last owner');
  end if;
  while retention.close_some_of_company(company_id, closed_by, mail) loop
  end loop;
end $$;

-- Closes a part of the company that an account which is due closes with itself, as `delete_account` decides it. False: nothing is left
-- to close. A user who cancels the deletion from then on keeps the account; the company stays closed.
create function retention.close_some_with_account(account_id uuid, mails jsonb) returns boolean
  language plpgsql security definer set search_path = '' as $$
declare
  membership employer.org_memberships;
begin
  perform identity.lock_access(array['user'], array[account_id], array[true]);
  select m.* into membership from employer.org_memberships m where m.user_id = account_id;
  if membership.id is null then return false; end if;
  perform identity.lock_access(array['company'], array[membership.company_id], array[true]);
  select m.* into membership
    from employer.org_memberships m join identity.users u on u.id = m.user_id
   where m.user_id = account_id and m.role = 'owner' and m.status = 'active'
     and u.deletion_due_at < now() and u.deletion_closes_company_id = m.company_id
     and not exists (select from employer.org_memberships o
                      where o.company_id = m.company_id and o.id <> m.id and o.role = 'owner' and o.status = 'active');
  if membership.id is null then return false; end if;
  return retention.close_some_of_company(membership.company_id, account_id, mails -> 'company_closed');
end $$;

-- As before, but invitations that have expired are not withdrawn: none of them can be accepted, and 90 days of them may be stored.
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
     where i.invited_by = account_id and i.accepted_at is null and i.withdrawn_at is null and i.expires_at > now()
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

create or replace function retention.grant_to_job() returns void
  language plpgsql set search_path = '' as $$
begin
  if not exists (select from pg_catalog.pg_roles where rolname = 'retention_service') then return; end if;
  execute pg_catalog.format('grant connect on database %I to retention_service', pg_catalog.current_database());
  grant usage on schema retention to retention_service;
  grant execute on function retention.remove_due(text, integer), retention.end_run(text),
    retention.step_audit_partitions(), retention.lock_due_accounts(integer), retention.close_some_with_account(uuid, jsonb),
    retention.delete_account(uuid, jsonb),
    retention.find_due_documents(integer), retention.forget_document(uuid), retention.find_unknown_documents(uuid[])
    to retention_service;
end $$;

revoke all on function retention.close_some_of_company(uuid, uuid, jsonb), retention.close_some_with_account(uuid, jsonb) from public;
select retention.grant_to_job();
