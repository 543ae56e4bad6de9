-- The applicants of a closed job post are notified in steps: the newest ones at once, and the others outside of the transaction that
-- closes it. With all of them in it, a revocation waited for that transaction (G1). docs/decisions/0033-notifications.md

create table identity.closed_job_posts (
  job_post_id    uuid        constraint closed_job_posts_pkey primary key
                             constraint closed_job_posts_job_post_id_fkey references employer.job_posts on delete cascade,
  closed_at      timestamptz not null default now(),
  application_id uuid        not null
);
comment on table identity.closed_job_posts is 'closed job posts of which not all applicants are notified yet';
comment on column identity.closed_job_posts.application_id is 'the applicants of this application and of newer ones are notified';

-- Notifies the applicants of a post whose applications are open, the newest first. `reached`: the last application, if there may be
-- older ones.
create function identity.notify_applicants_of_closed_post(post_id uuid, older_than uuid, max_count integer, out reached uuid, out notified integer)
  language plpgsql set search_path = '' as $$
declare
  applications constant uuid[] := array(
    select a.id from talent.applications a
     where a.job_post_id = post_id and (older_than is null or a.id < older_than)
       and a.withdrawn_at is null and a.stage <> 'rejected' and a.offer_answer is null
     order by a.id desc limit max_count);
begin
  with recipients as (
    select a.id, u.id as user_id
      from talent.applications a join identity.users u on u.id = a.user_id
     where a.id = any (applications)
     order by u.id
       for key share of u
  )
  insert into identity.notifications (id, user_id, kind, subject_id, value, at)
  select uuidv7(), t.user_id, 'job_post_closed', t.id, '', now() from recipients t
  on conflict do nothing;
  notified := cardinality(applications);
  reached := applications[max_count];
end $$;

-- Notifies the applicants of closed job posts: of 200 applications at once, of the others by `notify_of_next_closed_post`.
create or replace function identity.notify_of_closed_posts(job_post_ids uuid[]) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  room    integer := 200;
  post    uuid;
  reached uuid;
  notified integer;
begin
  foreach post in array coalesce(job_post_ids, '{}') loop
    -- What is left of an earlier closing: this one notifies of the same.
    delete from identity.closed_job_posts c where c.job_post_id = post;
    select n.reached, n.notified into reached, notified from identity.notify_applicants_of_closed_post(post, null, greatest(room, 1)) n;
    room := room - notified;
    if reached is not null then
      insert into identity.closed_job_posts (job_post_id, application_id) values (post, reached)
      on conflict on constraint closed_job_posts_pkey do update set application_id = excluded.application_id, closed_at = now();
    end if;
  end loop;
end $$;

-- Notifies `max_count` more applicants of the post that was closed first. One that was opened again meanwhile is no news. False: no
-- post waits that another transaction does not work on.
create function identity.notify_of_next_closed_post(max_count integer) returns boolean
  language plpgsql security definer set search_path = '' as $$
declare
  waiting identity.closed_job_posts;
  reached uuid;
begin
  select c.* into waiting from identity.closed_job_posts c order by c.closed_at limit 1 for update skip locked;
  if waiting.job_post_id is null then return false; end if;
  if exists (select from employer.job_posts j where j.id = waiting.job_post_id and j.state = 'closed') then
    select n.reached into reached
      from identity.notify_applicants_of_closed_post(waiting.job_post_id, waiting.application_id, max_count) n;
  end if;
  if reached is null then
    delete from identity.closed_job_posts c where c.job_post_id = waiting.job_post_id;
  else
    update identity.closed_job_posts c set application_id = reached where c.job_post_id = waiting.job_post_id;
  end if;
  return true;
end $$;

revoke all on function identity.notify_applicants_of_closed_post(uuid, uuid, integer), identity.notify_of_next_closed_post(integer) from public;
grant execute on function identity.notify_of_next_closed_post(integer) to employer_service;
