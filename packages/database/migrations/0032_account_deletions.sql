-- Users delete their accounts: after seven days, in which they can cancel, the retention job erases what the data registry
-- says. docs/decisions/0028-deletion-of-an-account.md

alter table identity.users
  add column deletion_requested_at      timestamptz,
  add column deletion_due_at            timestamptz,
  add column deletion_closes_company_id uuid constraint users_deletion_closes_company_id_fkey references employer.companies,
  add constraint users_deletion_check check ((deletion_requested_at is null) = (deletion_due_at is null));
comment on column identity.users.deletion_due_at is 'null: the account is not being deleted; moved on while it cannot be deleted';
comment on column identity.users.deletion_closes_company_id is
  'the company that the user, its last owner, has decided to close with the account';
create index users_deletion_due_at_idx on identity.users (deletion_due_at) where deletion_due_at is not null;

grant update (deletion_requested_at, deletion_due_at, deletion_closes_company_id) on identity.users to identity_service;
grant select (deletion_due_at) on identity.users to employer_service, talent_service;

-- The inviter of an invitation that another user has accepted stays as the id of a user who is gone.
alter table employer.invitations drop constraint invitations_invited_by_fkey;

-- What an erasure looks for, while it holds the locks of the user and of the company.
create index invitations_accepted_by_idx on employer.invitations (accepted_by) where accepted_by is not null;
create index invitations_invited_by_idx on employer.invitations (invited_by);
create index invitations_email_idx on employer.invitations (email);
create index mail_tokens_of_user_idx on identity.mail_tokens (user_id);

-- The mail that confirms a deletion is the last row with the address: it goes once it is sent or dropped.
create function identity.delete_mail_of_deleted_account() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  delete from identity.mail_outbox o where o.id = new.id;
  return null;
end $$;
revoke all on function identity.delete_mail_of_deleted_account() from public;
create trigger delete_mail_of_deleted_account after update of sent_at, dropped_at on identity.mail_outbox
  for each row when (new.kind = 'account_deleted' and (new.sent_at is not null or new.dropped_at is not null))
  execute function identity.delete_mail_of_deleted_account();

insert into retention.progress (kind, relation, key_column) values ('account_deletions', 'identity.users', 'id');
create view retention.due_account_deletions as
  select u.id as key, u.deletion_due_at as due_at from identity.users u where u.deletion_due_at < now();

-- As before, without accounts: a row of identity.users alone is no account.
create or replace function retention.remove_due(kind text, max_keys integer) returns integer
  language plpgsql security definer set search_path = '' as $$
declare
  target retention.progress;
  keys   text[];
  gone   integer;
begin
  if kind = 'account_deletions' then raise exception 'accounts are deleted by retention.delete_account'; end if;
  select p.* into strict target from retention.progress p where p.kind = remove_due.kind;
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('retention ' || kind, 0));
  if kind = 'search_words' then
    -- Found without a lock, which a publication would wait for; then looked at again behind the ones that are running.
    keys := array(select d.key from retention.due_search_words d limit max_keys);
    lock table employer.search_words in share row exclusive mode;
    delete from employer.search_words w
     where w.word = any (keys) and exists (select from retention.due_search_words d where d.key = w.word);
  else
    execute pg_catalog.format(
      'delete from %s where %I in (select d.key from retention.%I d limit $1 for update skip locked)',
      target.relation, target.key_column, 'due_' || kind) using max_keys;
  end if;
  get diagnostics gone = row_count;
  update retention.progress p set removed = p.removed + gone where p.kind = remove_due.kind and gone > 0;
  return gone;
end $$;

-- The accounts to delete now, longest due first; not those that another transaction has locked.
create function retention.lock_due_accounts(max_accounts integer) returns setof uuid
  language sql security definer set search_path = '' as $$
  select u.id from identity.users u where u.deletion_due_at < now() order by u.deletion_due_at limit max_accounts
     for update skip locked
$$;

create function retention.audit_deletion(action text, subject_kind text, subject_id uuid, change text) returns void
  language sql set search_path = '' as $$
  insert into identity.audit_events (actor_kind, action, subject_kind, subject_id, change)
  values ('system', action, subject_kind, subject_id, change)
$$;

-- Closes a company whose exclusive lock the caller holds: its job posts, its invitations and its memberships. Its members
-- get a mail, and can create or join another company; those whom staff revoked cannot (G2). What applicants see of their
-- applications stays. The membership of the user who closes it goes with the account.
create function retention.close_company(company_id uuid, closed_by uuid, mail jsonb) returns void
  language plpgsql set search_path = '' as $$
declare
  member record;
begin
  update employer.companies c
     set condition = 'disabled', disabled_at = now(), disabled_reason = 'Its last owner closed the company.', updated_at = now()
   where c.id = close_company.company_id and c.condition = 'active';
  update employer.job_posts j set state = 'closed', updated_at = now()
   where j.company_id = close_company.company_id and j.state = 'published';
  update employer.invitations i set withdrawn_at = now()
   where i.company_id = close_company.company_id and i.accepted_at is null and i.withdrawn_at is null;
  for member in
    delete from employer.org_memberships m using identity.users u
     where m.company_id = close_company.company_id and u.id = m.user_id
       and m.user_id <> close_company.closed_by and m.revoked_by is distinct from 'staff'
    returning m.status, u.email
  loop
    if member.status = 'active' then
      perform identity.queue_mail(mail || jsonb_build_object('to_address', member.email), '[]');
    end if;
  end loop;
  perform retention.audit_deletion('company.closed', 'company', company_id, 'by its last owner');
end $$;

-- Deletes an account that is due, or moves its deletion on while its user is the last owner of a company that is not to be
-- closed. `mails`: rows of the outbox without recipient, by kind. Returns what it did; null: the account is not due.
create function retention.delete_account(account_id uuid, mails jsonb) returns text
  language plpgsql security definer set search_path = '' as $$
declare
  account       identity.users;
  membership    employer.org_memberships;
  is_last_owner boolean;
begin
  -- Waits for running writes of the user and of the company, and later ones wait for it, as for each revocation (G1).
  perform identity.lock_access(array['user'], array[account_id], array[true]);
  select m.* into membership from employer.org_memberships m where m.user_id = account_id;
  if membership.id is not null then
    perform identity.lock_access(array['company'], array[membership.company_id], array[true]);
    select m.* into membership from employer.org_memberships m where m.user_id = account_id;
  end if;
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

  -- A transaction that holds these rows may be queueing a mail to the user, which has to be seen by what follows.
  perform from talent.applications a where a.user_id = account_id for update;
  perform from identity.data_exports e where e.user_id = account_id for update;
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

create or replace function retention.grant_to_job() returns void
  language plpgsql set search_path = '' as $$
begin
  if not exists (select from pg_catalog.pg_roles where rolname = 'retention_service') then return; end if;
  execute pg_catalog.format('grant connect on database %I to retention_service', pg_catalog.current_database());
  grant usage on schema retention to retention_service;
  grant execute on function retention.remove_due(text, integer), retention.end_run(text),
    retention.step_audit_partitions(), retention.lock_due_accounts(integer), retention.delete_account(uuid, jsonb)
    to retention_service;
end $$;

revoke all on function retention.lock_due_accounts(integer), retention.audit_deletion(text, text, uuid, text),
  retention.close_company(uuid, uuid, jsonb), retention.delete_account(uuid, jsonb) from public;
select retention.grant_to_job();
