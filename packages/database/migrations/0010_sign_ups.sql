-- A sign-up belongs to the link in its mail: name and password reach the account when that link is redeemed, not before.
-- One open sign-up for each address, the newest.

create table identity.sign_ups (
  id            uuid        constraint sign_ups_pkey primary key default uuidv7(),
  email         text        not null constraint sign_ups_email_key unique
                            constraint sign_ups_email_is_normalised check (email = lower(btrim(email))),
  name          text        not null,
  password_hash text        not null,
  token_hash    bytea       not null constraint sign_ups_token_hash_key unique
                            constraint sign_ups_token_hash_is_sha256 check (octet_length(token_hash) = 32),
  created_at    timestamptz not null default now(),
  expires_at    timestamptz not null
);
comment on table identity.sign_ups is 'open sign-ups; the row is deleted when its link is redeemed, and some time after it has expired';
comment on column identity.sign_ups.id is 'becomes the id of the account';
comment on column identity.sign_ups.password_hash is 'argon2id in PHC form, with its parameters';
comment on column identity.sign_ups.token_hash is 'SHA-256 of the token in the mail; the token is stored in no table but, until it is sent, in the mail''s text';
create index sign_ups_expires_at_idx on identity.sign_ups (expires_at);

-- Takes an open sign-up away and returns it: the second of two callers with one token gets no row.
create function identity.redeem_sign_up(token_hash bytea)
  returns table (id uuid, email text, name text, password_hash text)
  language sql security definer set search_path = '' as $$
  delete from identity.sign_ups s
   where s.token_hash = redeem_sign_up.token_hash and s.expires_at > now()
  returning s.id, s.email, s.name, s.password_hash
$$;

-- Deletes at most a hundred expired sign-ups and waits for none.
create function identity.delete_expired_sign_ups() returns void
  language sql security definer set search_path = '' as $$
  delete from identity.sign_ups
   where id in (select s.id from identity.sign_ups s where s.expires_at <= now()
                 order by s.expires_at limit 100 for update skip locked)
$$;

revoke all on function identity.redeem_sign_up(bytea), identity.delete_expired_sign_ups() from public;
grant execute on function identity.redeem_sign_up(bytea), identity.delete_expired_sign_ups() to identity_service;
grant select, insert (email, name, password_hash, token_hash, expires_at),
  update (id, name, password_hash, token_hash, created_at, expires_at) on identity.sign_ups to identity_service;

-- People who have not confirmed their address. Where there was one sign-up, its open link stays good. Where there were
-- more, the stored password may be another person's than the one who opens the newest link: they sign up again.
insert into identity.sign_ups (id, email, name, password_hash, token_hash, created_at, expires_at)
select u.id, u.email, u.name, c.password_hash, t.token_hash, t.created_at, t.expires_at
  from identity.users u
  join identity.credentials c on c.user_id = u.id
  join identity.mail_tokens t on t.user_id = u.id and t.purpose = 'email_verification'
 where u.email_verified_at is null and t.used_at is null and t.expires_at > now()
   and not exists (select from identity.mail_tokens other
                    where other.user_id = u.id and other.purpose = 'email_verification' and other.id <> t.id);

delete from identity.mail_tokens t using identity.users u where u.id = t.user_id and u.email_verified_at is null;
delete from identity.credentials c using identity.users u where u.id = c.user_id and u.email_verified_at is null;
-- A row that the staff or another table knows stays, without a password; the next redemption for its address takes it.
delete from identity.users u
 where u.email_verified_at is null and u.talent_access_state = 'none'
   and not exists (select from identity.user_sessions s where s.user_id = u.id)
   and not exists (select from employer.org_memberships m where m.user_id = u.id)
   and not exists (select from employer.invitations i where i.invited_by = u.id or i.accepted_by = u.id)
   and not exists (select from talent.profiles p where p.user_id = u.id)
   and not exists (select from talent.applications a where a.user_id = u.id);
