-- A mail whose invitation was withdrawn was sent with its dead link beside that of the next one, if the address had an account only by then:
-- the two are different kinds of mail. docs/decisions/0017-forms-of-text-and-audiences-of-mail.md

-- As before; a mail that names its invitation only while this one is open. One of the former release names none.
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
                and (is_mail_current.subject_ids is null or i.id = any (is_mail_current.subject_ids))
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

comment on column identity.mail_outbox.subject_ids is
  'notifications or job posts that a mail names, or the invitation whose link it has; null: none';
