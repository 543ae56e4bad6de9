-- News of a stage, a message or a proposal whose company staff had disabled when it was due was in no mail once they enabled the company.
-- docs/decisions/0035-notifications-by-mail.md

-- Whether a notification is true no more only because the company of its application is disabled: it is looked at again, for two weeks.
create function identity.is_news_waiting(kind text, subject_id uuid, value text, at timestamptz) returns boolean
  language sql stable security definer set search_path = '' as $$
  select is_news_waiting.at > now() - interval '14 days'
     and (is_news_waiting.kind in ('application_moved', 'message_received')
          or is_news_waiting.kind = 'interview_changed' and is_news_waiting.value like 'proposed%')
     and exists (
       select from talent.applications a join employer.companies c on c.id = a.company_id
        where a.id = is_news_waiting.subject_id and a.withdrawn_at is null and c.condition = 'disabled')
$$;
revoke all on function identity.is_news_waiting(text, uuid, text, timestamptz) from public;
grant execute on function identity.is_news_waiting(text, uuid, text, timestamptz) to identity_service;
