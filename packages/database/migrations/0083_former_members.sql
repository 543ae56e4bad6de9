-- What a member knows of a company is deleted in steps when the membership ends: the newest at once, the rest outside of the transaction
-- that ends it. A member's notifications have no bound, so with all of them in it no number of attempts would have ended the membership
-- in time (G1). docs/decisions/0033-notifications.md

create table identity.former_members (
  user_id         uuid        not null constraint former_members_user_id_fkey references identity.users,
  company_id      uuid        not null constraint former_members_company_id_fkey references employer.companies,
  ended_at        timestamptz not null,
  notification_id uuid        not null,
  constraint former_members_pkey primary key (user_id, company_id)
);
comment on table identity.former_members is 'ended memberships whose users still have notifications or assignments of the company';
comment on column identity.former_members.notification_id is 'of this notification and of newer ones those about the company are deleted';

-- Deletes what a user has of a company: of the `max_count` newest notifications older than `older_than` those about it, and that many
-- assignments of before `ended_at`. `reached`: the last notification, if there may be more of either.
create function identity.forget_company(
    user_id uuid, company_id uuid, ended_at timestamptz, older_than uuid, max_count integer, out reached uuid)
  language plpgsql set search_path = '' as $$
declare
  seen     constant uuid[] := array(
    select n.id from identity.notifications n
     where n.user_id = forget_company.user_id and (older_than is null or n.id < older_than)
     order by n.id desc limit max_count);
  assigned constant uuid[] := array(
    select s.application_id from employer.org_memberships m join employer.application_assignments s on s.membership_id = m.id
     where m.user_id = forget_company.user_id and m.company_id = forget_company.company_id
       and s.assigned_at <= forget_company.ended_at
     order by s.application_id desc limit max_count);
begin
  delete from identity.notifications n using employer.job_posts j
   where n.id = any (seen) and n.kind in ('application_received', 'job_post_visibility_changed')
     and j.id = n.subject_id and j.company_id = forget_company.company_id;
  delete from identity.notifications n using talent.applications a
   where n.id = any (seen) and a.id = n.subject_id and a.company_id = forget_company.company_id
     and (n.kind = 'application_assigned'
          or n.kind in ('message_received', 'interview_changed', 'offer_answered') and a.user_id <> forget_company.user_id);
  delete from employer.application_assignments s
   using employer.org_memberships m
   where s.application_id = any (assigned) and s.membership_id = m.id and m.user_id = forget_company.user_id
     and s.assigned_at <= forget_company.ended_at;
  reached := case
    when cardinality(seen) = max_count then seen[max_count]
    when cardinality(assigned) = max_count then '00000000-0000-0000-0000-000000000000'
  end;
end $$;

-- As before, but of the newest 1,000, with the assignments and what was exchanged with applicants. The access lock is held: what the
-- member is given later, after being restored, is later than this moment. No row of a user who is deleted, too.
create or replace function identity.delete_notifications_of_member() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  ended   constant timestamptz := clock_timestamp();
  reached uuid := identity.forget_company(old.user_id, old.company_id, ended, null, 1000);
begin
  -- What is left of an earlier end: this one goes through all of it.
  delete from identity.former_members f where f.user_id = old.user_id and f.company_id = old.company_id;
  if reached is not null then
    insert into identity.former_members (user_id, company_id, ended_at, notification_id)
    select u.id, old.company_id, ended, reached from identity.users u where u.id = old.user_id for key share
    on conflict on constraint former_members_pkey
      do update set ended_at = excluded.ended_at, notification_id = excluded.notification_id;
  end if;
  return null;
end $$;
drop trigger delete_conversations_of_revoked_member on employer.org_memberships;
drop trigger delete_conversations_of_former_member on employer.org_memberships;
drop function identity.delete_conversations_of_member();
drop trigger delete_assignments_of_member on employer.org_memberships;
drop function employer.delete_assignments_of_member();

-- Goes on with the membership that ended first, also after it was restored. False: none waits that another transaction does not work on.
create function identity.forget_company_of_next_member(max_count integer) returns boolean
  language plpgsql security definer set search_path = '' as $$
declare
  former  identity.former_members;
  reached uuid;
begin
  select f.* into former from identity.former_members f order by f.ended_at limit 1 for update skip locked;
  if former.user_id is null then return false; end if;
  reached := identity.forget_company(former.user_id, former.company_id, former.ended_at, former.notification_id, max_count);
  if reached is null then
    delete from identity.former_members f where f.user_id = former.user_id and f.company_id = former.company_id;
  else
    update identity.former_members f set notification_id = reached
     where f.user_id = former.user_id and f.company_id = former.company_id;
  end if;
  return true;
end $$;

revoke all on function identity.forget_company(uuid, uuid, timestamptz, uuid, integer),
  identity.forget_company_of_next_member(integer) from public;
grant execute on function identity.forget_company_of_next_member(integer) to employer_service;
