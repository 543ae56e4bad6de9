-- Passkeys (docs/decisions/0026): public keys of users and admins, the challenges of running ceremonies, and when a session
-- was last authenticated.

create table identity.user_passkeys (
  id                 uuid        constraint user_passkeys_pkey primary key default uuidv7(),
  user_id            uuid        not null constraint user_passkeys_user_id_fkey references identity.users,
  credential_id      bytea       not null constraint user_passkeys_credential_id_key unique,
  public_key         bytea       not null,
  counter            bigint      not null,
  is_backup_eligible boolean     not null,
  is_backed_up       boolean     not null,
  transports         text[]      not null,
  name               text        not null,
  created_at         timestamptz not null default now(),
  last_used_at       timestamptz
);
comment on column identity.user_passkeys.public_key is 'COSE key';
comment on column identity.user_passkeys.counter is 'signature counter of the last use; 0 where the authenticator has none';
comment on column identity.user_passkeys.last_used_at is 'null: not used since it was added';
create index user_passkeys_user_id_idx on identity.user_passkeys (user_id, id);

create table identity.admin_passkeys (
  id                 uuid        constraint admin_passkeys_pkey primary key default uuidv7(),
  admin_id           uuid        not null constraint admin_passkeys_admin_id_fkey references identity.admins,
  credential_id      bytea       not null constraint admin_passkeys_credential_id_key unique,
  public_key         bytea       not null,
  counter            bigint      not null,
  is_backup_eligible boolean     not null,
  is_backed_up       boolean     not null,
  transports         text[]      not null,
  name               text        not null,
  created_at         timestamptz not null default now(),
  last_used_at       timestamptz
);
comment on column identity.admin_passkeys.public_key is 'COSE key';
comment on column identity.admin_passkeys.counter is 'signature counter of the last use; 0 where the authenticator has none';
comment on column identity.admin_passkeys.last_used_at is 'null: not used since it was added';
create index admin_passkeys_admin_id_idx on identity.admin_passkeys (admin_id, id);

create table identity.passkey_challenges (
  challenge_hash bytea       constraint passkey_challenges_pkey primary key
                             constraint passkey_challenges_hash_is_sha256 check (octet_length(challenge_hash) = 32),
  purpose        text        not null,
  bound_to       bytea       not null constraint passkey_challenges_bound_to_is_sha256 check (octet_length(bound_to) = 32),
  expires_at     timestamptz not null default now() + interval '5 minutes'
);
comment on table identity.passkey_challenges is 'deleted by the transaction that acts on it, and some time after it has expired';
comment on column identity.passkey_challenges.challenge_hash is 'SHA-256 of the challenge, which is stored nowhere';
comment on column identity.passkey_challenges.bound_to is 'SHA-256 of what one browser has: its sign-in cookie, its session, or the link of a mail';
create index passkey_challenges_expires_at_idx on identity.passkey_challenges (expires_at);

-- Deletes at most a hundred expired challenges and waits for none.
create function identity.delete_expired_passkey_challenges() returns void
  language sql security definer set search_path = '' as $$
  delete from identity.passkey_challenges
   where challenge_hash in (select c.challenge_hash from identity.passkey_challenges c where c.expires_at <= now()
                             order by c.expires_at limit 100 for update skip locked)
$$;

-- Takes an open challenge away and returns its hash: the second of two callers with one challenge gets no row.
create function identity.use_passkey_challenge(challenge_hash bytea, purpose text, bound_to bytea)
  returns table (used_hash bytea)
  language sql security definer set search_path = '' as $$
  delete from identity.passkey_challenges c
   where c.challenge_hash = use_passkey_challenge.challenge_hash and c.purpose = use_passkey_challenge.purpose
     and c.bound_to = use_passkey_challenge.bound_to and c.expires_at > now()
  returning c.challenge_hash
$$;

-- Each removes a passkey of one account.
create function identity.delete_user_passkey(id uuid, user_id uuid) returns void
  language sql security definer set search_path = '' as $$
  delete from identity.user_passkeys p
   where p.id = delete_user_passkey.id and p.user_id = delete_user_passkey.user_id
$$;
create function identity.delete_admin_passkey(id uuid, admin_id uuid) returns void
  language sql security definer set search_path = '' as $$
  delete from identity.admin_passkeys p
   where p.id = delete_admin_passkey.id and p.admin_id = delete_admin_passkey.admin_id
$$;

revoke all on function identity.delete_expired_passkey_challenges(), identity.use_passkey_challenge(bytea, text, bytea),
  identity.delete_user_passkey(uuid, uuid), identity.delete_admin_passkey(uuid, uuid) from public;
grant execute on function identity.delete_expired_passkey_challenges(), identity.use_passkey_challenge(bytea, text, bytea),
  identity.delete_user_passkey(uuid, uuid), identity.delete_admin_passkey(uuid, uuid) to identity_service;

-- Sessions that began before this migration count as authenticated long ago.
alter table identity.user_sessions
  add column authenticated_at timestamptz not null default '-infinity',
  add column passkey_id uuid;
alter table identity.user_sessions alter column authenticated_at set default now();
comment on column identity.user_sessions.authenticated_at is 'when the user last proved a password or a passkey in this session';
comment on column identity.user_sessions.passkey_id is 'the passkey that began the session, perhaps removed since; null: a password did';

alter table identity.admin_sessions add column passkey_id uuid;
comment on column identity.admin_sessions.passkey_id is 'the passkey that began the session, perhaps removed since; null: a code did';

-- Null: the account begins with a passkey, created when the address is confirmed.
alter table identity.sign_ups alter column password_hash drop not null;

insert into retention.progress (kind, relation, key_column)
  values ('passkey_challenges', 'identity.passkey_challenges', 'challenge_hash');
create view retention.due_passkey_challenges as
  select c.challenge_hash as key, c.expires_at as due_at from identity.passkey_challenges c where c.expires_at < now();

grant select, insert on identity.user_passkeys, identity.admin_passkeys to identity_service;
grant update (name, counter, is_backed_up, last_used_at) on identity.user_passkeys, identity.admin_passkeys
  to identity_service;
grant select, insert (challenge_hash, purpose, bound_to) on identity.passkey_challenges to identity_service;
grant select (authenticated_at) on identity.user_sessions to identity_service, employer_service, talent_service;
grant update (authenticated_at) on identity.user_sessions to identity_service;
