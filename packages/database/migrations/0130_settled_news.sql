-- Mail reported what was settled: a stage before a later one, which the mail with the company's letter had reported or its user had read;
-- proposed times that were answered or are over, an acceptance of an interview that was cancelled, an offer that was answered.
-- docs/decisions/0035-notifications-by-mail.md

-- As before; a stage only while no later one was seen, read or not (uses notifications_subject_id_user_id_idx); proposed times only while the
-- applicant can answer, an acceptance until the interview is cancelled, and an offer until it is answered. A value of a release before 0127
-- names no interview: as before.
create or replace function identity.is_news_true(user_id uuid, kind text, subject_id uuid, value text) returns boolean
  language sql stable security definer set search_path = '' as $$
  select case
           when is_news_true.kind = 'application_received'
             then identity.has_new_application(is_news_true.user_id, is_news_true.subject_id)
           when is_news_true.kind = 'application_moved' and is_news_true.value <> (
             select (array_agg(n.value order by n.id desc))[1]
               from identity.notifications n
              where n.subject_id = is_news_true.subject_id and n.user_id = is_news_true.user_id
                and n.kind = 'application_moved' and n.at <= now()) then false
           when is_news_true.kind = 'interview_changed' and is_news_true.value like any (array['proposed %', 'accepted %'])
                and not exists (
             select from talent.interviews i
              where i.id = split_part(is_news_true.value, ' ', 2)::uuid and i.state = split_part(is_news_true.value, ' ', 1)
                and (i.state = 'accepted' or i.starts[cardinality(i.starts)] > now())) then false
           when is_news_true.kind in ('application_moved', 'message_received')
                or is_news_true.kind = 'interview_changed' and is_news_true.value like 'proposed%' then exists (
             select from talent.applications a join employer.companies c on c.id = a.company_id
              where a.id = is_news_true.subject_id and a.withdrawn_at is null and c.condition = 'active'
                and (is_news_true.kind <> 'application_moved' or is_news_true.value <> 'offer' or a.offer_answer is null))
           when is_news_true.kind = 'job_post_closed' then exists (
             select from talent.applications a join employer.job_posts j on j.id = a.job_post_id
              where a.id = is_news_true.subject_id and a.withdrawn_at is null and j.state = 'closed')
           else true
         end
$$;
