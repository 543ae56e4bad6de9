-- Each mail that may wait is decided again when it is sent (G2): also requests for approval, links of staff, deletions of accounts, and
-- news that is not true any more.
-- docs/decisions/0017-forms-of-text-and-audiences-of-mail.md, docs/decisions/0035-notifications-by-mail.md

-- Whether a notification is true for its user at this moment: the company of its application is active, and its post is closed. A stage
-- that the company has changed back is mailed, too: if it returned to that stage, no other mail would name it.
create function identity.is_news_true(user_id uuid, kind text, subject_id uuid, value text) returns boolean
  language sql stable security definer set search_path = '' as $$
  select case
           when is_news_true.kind = 'application_received'
             then identity.has_new_application(is_news_true.user_id, is_news_true.subject_id)
           when is_news_true.kind in ('application_moved', 'message_received')
                or is_news_true.kind = 'interview_changed' and is_news_true.value like 'proposed%' then exists (
             select from talent.applications a join employer.companies c on c.id = a.company_id
              where a.id = is_news_true.subject_id and a.withdrawn_at is null and c.condition = 'active')
           when is_news_true.kind = 'job_post_closed' then exists (
             select from talent.applications a join employer.job_posts j on j.id = a.job_post_id
              where a.id = is_news_true.subject_id and a.withdrawn_at is null and j.state = 'closed')
           else true
         end
$$;
revoke all on function identity.is_news_true(uuid, text, uuid, text) from public;
grant execute on function identity.is_news_true(uuid, text, uuid, text) to identity_service;

-- As before, with those mails; with news of a post or of an approval for owners of a company that is active; with invitations to an
-- account for an address that is still verified; and with news of a kind that its user still wants.
create or replace function identity.is_mail_current(kind text, to_address text, topic uuid, subject_ids uuid[]) returns boolean
  language sql stable security definer set search_path = '' as $$
  select case
           when is_mail_current.topic is null then true
           when is_mail_current.kind = 'application_stage' then exists (
             select from talent.applications a join employer.companies c on c.id = a.company_id
              where a.id = is_mail_current.topic and a.withdrawn_at is null and c.condition = 'active'
                and a.stage in ('interview', 'offer', 'rejected'))
           when is_mail_current.kind in ('invitation_to_account', 'invitation_to_new_address') then exists (
             select from employer.invitations i join employer.companies c on c.id = i.company_id
              where i.company_id = is_mail_current.topic and i.email = is_mail_current.to_address
                and i.accepted_at is null and i.withdrawn_at is null and i.expires_at > now() and c.condition = 'active')
             and (is_mail_current.kind = 'invitation_to_new_address' or identity.is_verified_address(is_mail_current.to_address))
           when is_mail_current.kind in ('company_condition_changed', 'company_reviewed', 'job_post_visibility_changed') then exists (
             select from identity.users u
               join employer.org_memberships m on m.user_id = u.id
               join employer.companies c on c.id = m.company_id
              where u.email = is_mail_current.to_address and m.role = 'owner' and m.status = 'active'
                and (is_mail_current.kind = 'company_condition_changed' or c.condition = 'active')
                and m.company_id = case is_mail_current.kind
                      when 'job_post_visibility_changed'
                        then (select j.company_id from employer.job_posts j where j.id = is_mail_current.topic)
                      else is_mail_current.topic end)
           when is_mail_current.kind = 'staff_approval_requested' then exists (
             select from identity.staff_requests r
               join identity.admins a on a.email = is_mail_current.to_address and a.role = 'operator' and a.disabled_at is null
              where r.id = is_mail_current.topic and r.decided_at is null and r.expires_at > now())
           when is_mail_current.kind = 'staff_link' then exists (
             select from identity.admin_enrolments e
              where e.admin_id = is_mail_current.topic and e.used_at is null and e.expires_at > now())
           when is_mail_current.kind = 'account_deletion_requested' then exists (
             select from identity.users u where u.id = is_mail_current.topic and u.deletion_due_at is not null)
           when is_mail_current.kind = 'account_deletion_cancelled' then exists (
             select from identity.users u where u.id = is_mail_current.topic and u.deletion_due_at is null)
           when is_mail_current.kind = 'saved_search' then not exists (
             select from unnest(is_mail_current.subject_ids) as named (id)
              where not exists (
                select from employer.job_post_filters f join employer.companies c on c.id = f.company_id
                 where f.job_post_id = named.id and c.condition = 'active' and c.review_state = 'approved'
                   and not employer.is_expired(f.expires_on)))
           else not exists (
             select from unnest(is_mail_current.subject_ids) as reported (id)
              where not exists (
                select from identity.notifications n
                 where n.id = reported.id and n.read_at is null
                   and identity.mail_choice(n.user_id, n.kind) <> 'never'
                   and identity.is_news_true(n.user_id, n.kind, n.subject_id, n.value)
                   and (n.kind = 'role_changed' and n.value = 'revoked'
                        or exists (select from identity.find_notification_subject(n.user_id, n.kind, n.subject_id))
                        or exists (select from identity.find_conversation_subject(n.user_id, n.kind, n.subject_id)))))
         end
$$;

-- As before; only what is true is due again. A reporter of the former release would compose the rest again, without end.
create or replace function identity.drop_outdated_mail(id uuid) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  news_ids   uuid[];
  locked_ids uuid[];
  dropped    identity.mail_outbox;
begin
  perform from talent.saved_searches s
    where s.id = (select o.topic from identity.mail_outbox o where o.id = drop_outdated_mail.id and o.kind = 'saved_search')
      for no key update;
  select o.subject_ids into news_ids from identity.mail_outbox o
   where o.id = drop_outdated_mail.id and o.kind <> 'saved_search';
  locked_ids := array(select n.id from identity.notifications n where n.id = any(news_ids) for no key update skip locked);
  if exists (select from identity.notifications n where n.id = any(news_ids) and n.id <> all(locked_ids)) then
    return;
  end if;
  update identity.mail_outbox o
     set dropped_at = now(), drop_reason = 'withdrawn', next_attempt_at = 'infinity', text_body = '', html_body = ''
   where o.id = drop_outdated_mail.id and o.sent_at is null and o.dropped_at is null
  returning o.* into dropped;
  update talent.saved_searches s
     set mailed_until = least(s.mailed_until, dropped.news_since), next_mail_at = now()
   where dropped.kind = 'saved_search' and dropped.news_since is not null and s.id = dropped.topic and s.frequency <> 'none';
  update identity.notifications n set mail_at = now()
   where dropped.id is not null and n.id = any(locked_ids) and n.read_at is null
     and identity.is_news_true(n.user_id, n.kind, n.subject_id, n.value);
end $$;
