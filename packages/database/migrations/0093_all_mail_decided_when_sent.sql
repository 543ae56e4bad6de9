-- A request for an operator's approval is mailed to those who can approve it when it is sent (G2).
-- docs/decisions/0017-forms-of-text-and-audiences-of-mail.md

-- As before, with the mail about a request that waits for a second operator.
create or replace function identity.is_mail_current(kind text, to_address text, topic uuid, subject_ids uuid[]) returns boolean
  language sql stable security definer set search_path = '' as $$
  select case
           when is_mail_current.topic is null then true
           when is_mail_current.kind = 'application_stage' then exists (
             select from talent.applications a join employer.companies c on c.id = a.company_id
              where a.id = is_mail_current.topic and a.withdrawn_at is null and c.condition = 'active')
           when is_mail_current.kind in ('invitation_to_account', 'invitation_to_new_address') then exists (
             select from employer.invitations i join employer.companies c on c.id = i.company_id
              where i.company_id = is_mail_current.topic and i.email = is_mail_current.to_address
                and i.accepted_at is null and i.withdrawn_at is null and i.expires_at > now() and c.condition = 'active')
           when is_mail_current.kind in ('company_condition_changed', 'company_reviewed', 'job_post_visibility_changed') then exists (
             select from identity.users u join employer.org_memberships m on m.user_id = u.id
              where u.email = is_mail_current.to_address and m.role = 'owner' and m.status = 'active'
                and m.company_id = case is_mail_current.kind
                      when 'job_post_visibility_changed'
                        then (select j.company_id from employer.job_posts j where j.id = is_mail_current.topic)
                      else is_mail_current.topic end)
           when is_mail_current.kind = 'staff_approval_requested' then exists (
             select from identity.staff_requests r
               join identity.admins a on a.email = is_mail_current.to_address and a.role = 'operator' and a.disabled_at is null
              where r.id = is_mail_current.topic and r.decided_at is null and r.expires_at > now())
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
                   and (n.kind <> 'application_received' or identity.has_new_application(n.user_id, n.subject_id))
                   and (n.kind = 'role_changed' and n.value = 'revoked'
                        or exists (select from identity.find_notification_subject(n.user_id, n.kind, n.subject_id))
                        or exists (select from identity.find_conversation_subject(n.user_id, n.kind, n.subject_id)))))
         end
$$;
