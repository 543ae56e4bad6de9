-- Mail about new applications. docs/decisions/0035-notifications-by-mail.md

-- Whether another user has applied for a job post since this user last read of applications for it, and has not withdrawn. Ids
-- are UUIDv7: the newest one decides. An application and its notification have the time at which their transaction began: it may
-- commit after a read that came later.
create function identity.has_new_application(user_id uuid, job_post_id uuid) returns boolean
  language sql stable security definer set search_path = '' as $$
  select coalesce(
    (select a.created_at from talent.applications a
      where a.job_post_id = has_new_application.job_post_id and a.withdrawn_at is null
        and a.user_id <> has_new_application.user_id
      order by a.id desc limit 1)
    >= (select case when max(n.read_at) is null then '-infinity'
                    else least(max(n.read_at), min(n.at) filter (where n.read_at is null)) end
          from identity.notifications n
         where n.user_id = has_new_application.user_id and n.kind = 'application_received'
           and n.subject_id = has_new_application.job_post_id), false)
$$;
revoke all on function identity.has_new_application(uuid, uuid) from public;
grant execute on function identity.has_new_application(uuid, uuid) to identity_service;
