-- Each proposal of an interview and each answer notifies: an unread notification of a former one said the same, and nothing was mailed.
-- docs/decisions/0033-notifications.md

-- As before, with the interview's id behind the state.
create or replace function talent.notify_of_interview(interview_id uuid) returns void
  language sql security definer set search_path = '' as $$
  select identity.notify(
           case when i.state in ('proposed', 'cancelled') then array[a.user_id]
                when exists (select from employer.org_memberships m
                              where m.user_id = i.proposed_by and m.company_id = a.company_id and m.status = 'active')
                then array[i.proposed_by]
                else talent.recipients_of_message(a.id, 'applicant') end,
           'interview_changed', a.id, i.state || ' ' || i.id, 0)
    from talent.interviews i join talent.applications a on a.id = i.application_id
   where i.id = interview_id
$$;

-- As before, with the version of the application behind the answer: each answer changes it.
create or replace function talent.notify_of_offer_answer() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  perform identity.notify(talent.recipients_of_message(new.id, 'applicant'), 'offer_answered', new.id,
                          new.offer_answer || ' ' || new.version, 0);
  return null;
end $$;

comment on column identity.notifications.value is
  'what it has become, such as a stage or a role; one of the words of its kind, perhaps none. Behind a space what makes each one differ, which no user sees: the id of a message or an interview, or the version of an application whose offer was answered';
