-- Changes of a user's email address (docs/decisions/0027): confirmed at the new address, undone from the old one.

create table identity.email_changes (
  id              uuid        constraint email_changes_pkey primary key default uuidv7(),
  user_id         uuid        not null constraint email_changes_user_id_fkey references identity.users,
  new_email       text        not null constraint email_changes_new_email_is_normalised
                              check (new_email = lower(btrim(new_email))),
  token_hash      bytea       not null constraint email_changes_token_hash_key unique
                              constraint email_changes_token_hash_is_sha256 check (octet_length(token_hash) = 32),
  created_at      timestamptz not null default now(),
  expires_at      timestamptz not null default now() + interval '1 hour',
  confirmed_at    timestamptz,
  old_email       text,
  undo_token_hash bytea       constraint email_changes_undo_token_hash_key unique
                              constraint email_changes_undo_token_hash_is_sha256 check (octet_length(undo_token_hash) = 32),
  ended_at        timestamptz,
  constraint email_changes_confirmed_check check
    ((confirmed_at is null) = (old_email is null) and (confirmed_at is null) = (undo_token_hash is null))
);
comment on column identity.email_changes.token_hash is 'SHA-256 of the token in the mail to the new address';
comment on column identity.email_changes.expires_at is 'of the link in the mail to the new address; once confirmed, of the link that undoes the change';
comment on column identity.email_changes.confirmed_at is 'null: the address has not changed';
comment on column identity.email_changes.ended_at is 'when it was replaced or revoked; once confirmed, when it was undone';
-- One pending change for each user.
create unique index email_changes_pending_idx on identity.email_changes (user_id)
  where confirmed_at is null and ended_at is null;
create index email_changes_user_id_idx on identity.email_changes (user_id, id);
create index email_changes_old_email_idx on identity.email_changes (old_email)
  where confirmed_at is not null and ended_at is null;
create index email_changes_expires_at_idx on identity.email_changes (expires_at);

-- Until a change can no longer be undone, its old address belongs to no other account.
create function identity.is_address_reserved(address text, except_user uuid) returns boolean
  language sql stable security definer set search_path = '' as $$
  select exists (
    select from identity.email_changes c
     where c.old_email = is_address_reserved.address and c.user_id is distinct from is_address_reserved.except_user
       and c.confirmed_at is not null and c.ended_at is null and c.expires_at > now()
  )
$$;

-- A trigger, so that the services of the release before this one respect the reservation, too. New accounts share one lock,
-- which a change of an address takes exclusively: neither misses what the other is about to commit.
create function identity.skip_reserved_address() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('addresses', 0));
  if identity.is_address_reserved(new.email, new.id) then return null; end if;
  return new;
end $$;
create trigger skip_reserved_address before insert or update of email on identity.users
  for each row execute function identity.skip_reserved_address();

-- Gives a user a verified address; false: it is another account's, or reserved for one. The user's exclusive lock is held.
create function identity.change_address(user_id uuid, address text) returns boolean
  language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('addresses', 0));
  update identity.users u set email = change_address.address, email_verified_at = now(), updated_at = now()
   where u.id = change_address.user_id;
  return found;
exception
  when unique_violation then return false;
end $$;

revoke all on function identity.is_address_reserved(text, uuid), identity.skip_reserved_address(),
  identity.change_address(uuid, text) from public;
grant execute on function identity.is_address_reserved(text, uuid), identity.change_address(uuid, text)
  to identity_service;

grant select, insert (user_id, new_email, token_hash),
  update (id, new_email, token_hash, created_at, expires_at, confirmed_at, old_email, undo_token_hash, ended_at)
  on identity.email_changes to identity_service;

insert into retention.progress (kind, relation, key_column) values ('email_changes', 'identity.email_changes', 'id');
-- As long as the mails to the former address are kept: a deletion of the account finds them by it.
create view retention.due_email_changes as
  select c.id as key, c.expires_at + interval '30 days' as due_at
    from identity.email_changes c where c.expires_at < now() - interval '30 days';
