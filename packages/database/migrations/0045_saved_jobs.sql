-- Job posts that users have saved. docs/decisions/0036-saved-jobs-and-searches.md

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
