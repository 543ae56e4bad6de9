-- Job posts that staff have hidden. docs/decisions/0040-moderation.md

alter table employer.job_posts
  add column hidden_at          timestamptz,
  add column hidden_reason      text    not null default '',
  add column visibility_version integer not null default 1;
comment on column employer.job_posts.hidden_at is 'since when staff hide it; null: they do not. No change of the state ends it';
comment on column employer.job_posts.hidden_reason is
  'what staff tell the company; empty: the post is not hidden. The audit trail has the staff''s own reason';
comment on column employer.job_posts.visibility_version is 'of hidden_at: what the company edits does not hold up the staff';
alter table employer.job_posts add constraint job_posts_hidden_reason_check check (hidden_at is not null or hidden_reason = '');
create index job_posts_hidden_idx on employer.job_posts (company_id, id) where hidden_at is not null;

create function employer.count_visibility_version() returns trigger language plpgsql as $$
begin new.visibility_version := old.visibility_version + 1; return new; end $$;
revoke all on function employer.count_visibility_version() from public;
create trigger count_visibility_version before update on employer.job_posts for each row
  when ((old.hidden_at is null) <> (new.hidden_at is null))
  execute function employer.count_visibility_version();

-- What was published: staff do not read drafts.
create view employer.moderated_job_posts with (security_barrier) as
  select j.id, j.company_id, j.title, j.description, j.location, j.kind, j.state, j.created_at, j.published_at, j.expires_on,
         j.questions, j.hidden_at, j.hidden_reason, j.visibility_version
    from employer.job_posts j where j.state <> 'draft';
comment on view employer.moderated_job_posts is 'job posts without drafts, for the staff';
grant select on employer.moderated_job_posts to identity_service;
grant select (hidden_at), update (hidden_at, hidden_reason) on employer.job_posts to identity_service;
grant select (hidden_at) on employer.job_posts to talent_service;
-- An update computes the indexes of the row.
grant execute on function employer.is_expired(date), employer.yearly_pay(numeric, text) to identity_service;

-- As before, with the post that staff have hidden or shown again.
create or replace function identity.find_notification_subject(user_id uuid, kind text, subject_id uuid)
  returns table (company_name text, job_post_title text)
  language sql stable security definer set search_path = '' as $$
  select c.name, j.title
    from talent.applications a
    join employer.job_posts j on j.id = a.job_post_id
    join employer.companies c on c.id = a.company_id
   where find_notification_subject.kind in ('application_moved', 'job_post_closed')
     and a.id = find_notification_subject.subject_id and a.user_id = find_notification_subject.user_id
  union all
  select c.name, j.title
    from employer.job_posts j
    join employer.companies c on c.id = j.company_id and c.condition = 'active'
    join employer.org_memberships m on m.company_id = j.company_id and m.status = 'active'
   where find_notification_subject.kind in ('application_received', 'job_post_visibility_changed')
     and j.id = find_notification_subject.subject_id and m.user_id = find_notification_subject.user_id
  union all
  select c.name, ''
    from employer.companies c
    join employer.org_memberships m on m.company_id = c.id and m.status = 'active'
   where find_notification_subject.kind in ('role_changed', 'company_condition_changed', 'company_reviewed')
     and c.condition = 'active'
     and c.id = find_notification_subject.subject_id and m.user_id = find_notification_subject.user_id
  union all
  select c.name, ''
    from employer.invitations i
    join identity.users u on u.email = i.email and u.email_verified_at is not null
    join employer.companies c on c.id = i.company_id and c.condition = 'active'
    join employer.org_memberships m
      on m.user_id = i.invited_by and m.company_id = i.company_id and m.role = 'owner' and m.status = 'active'
   where find_notification_subject.kind = 'invitation_received' and i.id = find_notification_subject.subject_id
     and u.id = find_notification_subject.user_id
     and i.accepted_at is null and i.withdrawn_at is null and i.expires_at > now()
  union all
  select c.name, j.title
    from talent.applications a
    join employer.job_posts j on j.id = a.job_post_id
    join employer.companies c on c.id = a.company_id and c.condition = 'active'
    join employer.org_memberships m on m.company_id = a.company_id and m.status = 'active'
   where find_notification_subject.kind = 'application_assigned' and a.id = find_notification_subject.subject_id
     and m.user_id = find_notification_subject.user_id and a.user_id <> m.user_id and a.withdrawn_at is null
$$;

-- As before: a user who loses the access to a company keeps nothing about its job posts either.
create or replace function identity.delete_notifications_of_member() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  delete from identity.notifications n using employer.job_posts j
   where n.user_id = old.user_id and n.kind in ('application_received', 'job_post_visibility_changed')
     and j.id = n.subject_id and j.company_id = old.company_id;
  delete from identity.notifications n using talent.applications a
   where n.user_id = old.user_id and n.kind = 'application_assigned' and a.id = n.subject_id and a.company_id = old.company_id;
  return null;
end $$;
comment on column identity.notifications.subject_id is
  'without a foreign key. Application: application_moved, application_assigned, job_post_closed, message_received; job post: application_received, job_post_visibility_changed; company: role_changed, company_condition_changed, company_reviewed; invitation: invitation_received; user: access_decided';
