-- Job posts and searches that users have saved. docs/decisions/0036-saved-jobs-and-searches.md

create table talent.saved_job_posts (
  id          uuid        constraint saved_job_posts_pkey primary key default uuidv7(),
  user_id     uuid        not null constraint saved_job_posts_user_id_fkey references identity.users,
  job_post_id uuid        not null constraint saved_job_posts_job_post_id_fkey references employer.job_posts on delete cascade,
  saved_at    timestamptz not null default now(),
  constraint saved_job_posts_user_id_job_post_id_key unique (user_id, job_post_id)
);
comment on table talent.saved_job_posts is 'job posts that users have saved; what a post says is read when the user looks';
create index saved_job_posts_user_id_id_idx on talent.saved_job_posts (user_id, id desc);
create index saved_job_posts_job_post_id_idx on talent.saved_job_posts (job_post_id);

grant select, insert (user_id, job_post_id) on talent.saved_job_posts to talent_service;

-- Saves a job post, once; false: the user has saved `max` others. The lock makes counting and saving one step for each user.
create function talent.save_job_post(user_id uuid, job_post_id uuid, max integer) returns boolean
  language plpgsql set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('saved job posts ' || save_job_post.user_id, 0));
  if exists (select from talent.saved_job_posts s
              where s.user_id = save_job_post.user_id and s.job_post_id = save_job_post.job_post_id) then
    return true;
  end if;
  if (select count(*) from talent.saved_job_posts s where s.user_id = save_job_post.user_id) >= max then
    return false;
  end if;
  insert into talent.saved_job_posts (user_id, job_post_id) values (save_job_post.user_id, save_job_post.job_post_id);
  return true;
end $$;

create function talent.delete_saved_job_post(user_id uuid, job_post_id uuid) returns void
  language sql security definer set search_path = '' as $$
  delete from talent.saved_job_posts s
   where s.user_id = delete_saved_job_post.user_id and s.job_post_id = delete_saved_job_post.job_post_id
$$;

revoke all on function talent.save_job_post(uuid, uuid, integer), talent.delete_saved_job_post(uuid, uuid) from public;
grant execute on function talent.save_job_post(uuid, uuid, integer), talent.delete_saved_job_post(uuid, uuid)
  to talent_service;

create table talent.saved_searches (
  id           uuid        constraint saved_searches_pkey primary key default uuidv7(),
  user_id      uuid        not null constraint saved_searches_user_id_fkey references identity.users,
  search       jsonb       not null,
  frequency    text        not null constraint saved_searches_frequency_check check (frequency in ('daily', 'weekly', 'none')),
  created_at   timestamptz not null default now(),
  mailed_until timestamptz not null default now(),
  next_mail_at timestamptz not null,
  attempts     integer     not null default 0,
  constraint saved_searches_user_id_search_key unique (user_id, search)
);
comment on table talent.saved_searches is 'searches of the catalogue that users have saved, some with a mail about new job posts';
comment on column talent.saved_searches.search is 'words, filters and order, as the public search takes them; absent: not asked for';
comment on column talent.saved_searches.mailed_until is 'posts that were published up to this time are in no further mail';
comment on column talent.saved_searches.next_mail_at is 'when its new posts are looked up next, unless the frequency is none';
comment on column talent.saved_searches.attempts is 'failed ones since the last that succeeded';
create index saved_searches_user_id_id_idx on talent.saved_searches (user_id, id desc);
create index saved_searches_next_mail_at_idx on talent.saved_searches (next_mail_at) where frequency <> 'none';

-- The time between two mails.
create function talent.mail_interval(frequency text) returns interval language sql immutable return
  case frequency when 'daily' then interval '1 day' else interval '7 days' end;

-- Saves a search and returns its id; the one of the same search, if there is one. Null: the user has saved `max` others.
create function talent.save_search(user_id uuid, search jsonb, frequency text, max integer) returns uuid
  language plpgsql set search_path = '' as $$
declare
  found_id uuid;
begin
  perform pg_advisory_xact_lock(hashtextextended('saved searches ' || save_search.user_id, 0));
  select s.id into found_id from talent.saved_searches s
   where s.user_id = save_search.user_id and s.search = save_search.search;
  if found_id is not null then
    return found_id;
  end if;
  if (select count(*) from talent.saved_searches s where s.user_id = save_search.user_id) >= max then
    return null;
  end if;
  insert into talent.saved_searches (user_id, search, frequency, next_mail_at)
  values (save_search.user_id, save_search.search, save_search.frequency, now() + talent.mail_interval(save_search.frequency))
  returning id into found_id;
  return found_id;
end $$;

create function talent.delete_saved_search(user_id uuid, id uuid) returns boolean
  language sql security definer set search_path = '' as $$
  with deleted as (
    delete from talent.saved_searches s
     where s.id = delete_saved_search.id and s.user_id = delete_saved_search.user_id returning s.id
  )
  select exists (select from deleted)
$$;

-- Queues the mail about a saved search, for the address of its user and of no other one.
create function talent.queue_saved_search_mail(search_id uuid, mail jsonb, limits jsonb) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  address text;
begin
  select u.email into address
    from talent.saved_searches s join identity.users u on u.id = s.user_id
   where s.id = queue_saved_search_mail.search_id and u.email_verified_at is not null;
  if address is not null then
    perform identity.queue_mail(
      mail || jsonb_build_object('to_address', address, 'kind', 'saved_search', 'topic', search_id), limits);
  end if;
end $$;

-- For the links in those mails: whether a user gets them, and their end, with those that wait.
create function identity.has_saved_search_mail(user_id uuid) returns boolean
  language sql stable security definer set search_path = '' as $$
  select exists (select from talent.saved_searches s
                  where s.user_id = has_saved_search_mail.user_id and s.frequency <> 'none')
$$;
create function identity.stop_saved_search_mail(user_id uuid) returns integer
  language sql security definer set search_path = '' as $$
  update identity.mail_outbox o
     set dropped_at = now(), drop_reason = 'unwanted', next_attempt_at = 'infinity', text_body = '', html_body = ''
    from identity.users u
   where u.id = stop_saved_search_mail.user_id and o.to_address = u.email and o.kind = 'saved_search'
     and o.attempts = 0 and o.sent_at is null and o.dropped_at is null;
  with stopped as (
    update talent.saved_searches s set frequency = 'none'
     where s.user_id = stop_saved_search_mail.user_id and s.frequency <> 'none' returning s.id
  )
  select count(*)::int from stopped
$$;
revoke all on function identity.has_saved_search_mail(uuid), identity.stop_saved_search_mail(uuid) from public;
grant execute on function identity.has_saved_search_mail(uuid), identity.stop_saved_search_mail(uuid) to identity_service;

revoke all on function talent.mail_interval(text), talent.save_search(uuid, jsonb, text, integer),
  talent.delete_saved_search(uuid, uuid), talent.queue_saved_search_mail(uuid, jsonb, jsonb) from public;
grant execute on function talent.mail_interval(text), talent.save_search(uuid, jsonb, text, integer),
  talent.delete_saved_search(uuid, uuid), talent.queue_saved_search_mail(uuid, jsonb, jsonb) to talent_service;
grant select, insert (user_id, search, frequency, next_mail_at),
  update (frequency, mailed_until, next_mail_at, attempts) on talent.saved_searches to talent_service;
