-- The members are notified of the answer to an offer. docs/decisions/0031-offers-and-notes.md

create function talent.notify_of_offer_answer() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  perform identity.notify(talent.recipients_of_message(new.id, 'applicant'), 'offer_answered', new.id, new.offer_answer, 0);
  return null;
end $$;
revoke all on function talent.notify_of_offer_answer() from public;
create trigger notify_of_offer_answer after update of offer_answer on talent.applications
  for each row when (new.offer_answer is not null and old.offer_answer is distinct from new.offer_answer)
  execute function talent.notify_of_offer_answer();

-- As before, with answers to offers.
create or replace function talent.delete_interviews() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  delete from talent.interviews i where i.application_id = new.id;
  delete from identity.notifications n using employer.org_memberships m
   where m.company_id = new.company_id and n.user_id = m.user_id and n.kind in ('interview_changed', 'offer_answered')
     and n.subject_id = new.id;
  return null;
end $$;

create or replace function identity.delete_conversations_of_member() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  delete from identity.notifications n using talent.applications a
   where n.user_id = old.user_id and n.kind in ('message_received', 'interview_changed', 'offer_answered') and a.id = n.subject_id
     and a.company_id = old.company_id and a.user_id <> old.user_id;
  return null;
end $$;

create or replace function identity.find_conversation_subject(user_id uuid, kind text, subject_id uuid)
  returns table (company_name text, job_post_title text)
  language sql stable security definer set search_path = '' as $$
  select c.name, j.title
    from talent.applications a
    join employer.job_posts j on j.id = a.job_post_id
    join employer.companies c on c.id = a.company_id
   where find_conversation_subject.kind in ('message_received', 'interview_changed', 'offer_answered')
     and a.id = find_conversation_subject.subject_id and a.withdrawn_at is null
     and (a.user_id = find_conversation_subject.user_id
          or c.condition = 'active'
             and exists (select from employer.org_memberships m
                          where m.company_id = c.id and m.status = 'active'
                            and m.user_id = find_conversation_subject.user_id))
$$;

comment on column identity.notifications.subject_id is
  'without a foreign key. Application: application_moved, application_assigned, job_post_closed, message_received, interview_changed, offer_answered; job post: application_received, job_post_visibility_changed; company: role_changed, company_condition_changed, company_reviewed; invitation: invitation_received; user: access_decided';
