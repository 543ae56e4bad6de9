-- The browsers that users have signed in with (docs/decisions/0032): a sign-in from another one sends a mail.

create table identity.user_browsers (
  browser_hash     bytea       constraint user_browsers_pkey primary key
                               constraint user_browsers_hash_is_sha256 check (octet_length(browser_hash) = 32),
  user_id          uuid        not null constraint user_browsers_user_id_fkey references identity.users,
  first_session_id uuid        not null,
  last_used_at     timestamptz not null default now()
);
comment on column identity.user_browsers.browser_hash is
  'SHA-256 of the user''s id and the SHA-256 of the cookie''s token: two users of one browser have nothing in common';
comment on column identity.user_browsers.first_session_id is 'the session that began when the user first used the browser, perhaps no longer stored';
comment on column identity.user_browsers.last_used_at is 'last sign-in';
alter table identity.user_sessions add column browser_since uuid;
comment on column identity.user_sessions.browser_since is
  'the session that began when the user first used its browser; null: a release before this column';
create index user_browsers_user_id_idx on identity.user_browsers (user_id, last_used_at);
create index user_browsers_last_used_at_idx on identity.user_browsers (last_used_at);

-- Remembers the browser of a session that begins, and of its user's browsers the 50 last used ones. Returns whether the
-- user gets a mail: the browser is new, and the sign-in is not the account's first one.
create function identity.remember_user_browser(session_id uuid, token_hash bytea) returns boolean
  language plpgsql security definer set search_path = '' as $$
declare
  owner    identity.users;
  own_hash bytea;
  since    uuid;
begin
  select u.* into strict owner
    from identity.user_sessions s join identity.users u on u.id = s.user_id
   where s.id = remember_user_browser.session_id;
  own_hash := sha256(convert_to(owner.id::text, 'UTF8') || remember_user_browser.token_hash);
  update identity.user_browsers b set last_used_at = now() where b.browser_hash = own_hash returning b.first_session_id into since;
  update identity.user_sessions s set browser_since = coalesce(since, s.id) where s.id = remember_user_browser.session_id;
  if since is not null then return false; end if;
  insert into identity.user_browsers (browser_hash, user_id, first_session_id)
  values (own_hash, owner.id, remember_user_browser.session_id)
  on conflict do nothing;
  delete from identity.user_browsers b
   where b.browser_hash in (select k.browser_hash from identity.user_browsers k where k.user_id = owner.id
                             order by k.last_used_at desc, k.first_session_id desc offset 50 for update skip locked);
  -- Sessions are kept for at least 90 days: an account of that age or younger without another one has never signed in.
  return owner.created_at < now() - interval '90 days'
      or exists (select from identity.user_sessions s
                  where s.user_id = owner.id and s.id <> remember_user_browser.session_id);
end $$;

-- Forgets the browsers of a user: the next sign-in from any of them sends a mail.
create function identity.forget_user_browsers(user_id uuid) returns void
  language sql security definer set search_path = '' as $$
  delete from identity.user_browsers b
   where b.user_id = forget_user_browsers.user_id
$$;

revoke all on function identity.remember_user_browser(uuid, bytea), identity.forget_user_browsers(uuid) from public;
grant execute on function identity.remember_user_browser(uuid, bytea), identity.forget_user_browsers(uuid)
  to identity_service;

insert into retention.progress (kind, relation, key_column)
  values ('user_browsers', 'identity.user_browsers', 'browser_hash');
-- As long as browsers keep the cookie.
create view retention.due_user_browsers as
  select b.browser_hash as key, b.last_used_at + interval '400 days' as due_at
    from identity.user_browsers b where b.last_used_at < now() - interval '400 days';
