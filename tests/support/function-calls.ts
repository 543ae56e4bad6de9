/**
 * Makes the table `scene`, with one row, and `news`, each kind of notification and mail about each subject, in a transaction that is
 * rolled back: rows with which the functions below reach each of their statements.
 */
export const SCENE = `
  create temp table scene on commit drop as
  select a.id as application_id, a.user_id as applicant_id, a.job_post_id, a.company_id, a.cv_id,
         m.id as membership_id, m.user_id as member_id, applicant.email as address, admin.id as admin_id,
         uuidv7() as mail_id, uuidv7() as message_id, uuidv7() as delivered_id, uuidv7() as old_mail_id, uuidv7() as draft_id,
         (select t.id from employer.message_templates t where t.company_id = a.company_id limit 1) as template_id,
         (select n.id from employer.application_notes n where n.application_id = a.id limit 1) as note_id,
         (select i.id from talent.interviews i where i.application_id = a.id limit 1) as interview_id,
         (select s.id from talent.saved_searches s where s.user_id = a.user_id and s.frequency <> 'none' limit 1) as search_id,
         (select p.id from identity.user_passkeys p where p.user_id = a.user_id limit 1) as passkey_id,
         (select p.id from identity.admin_passkeys p where p.admin_id = admin.id limit 1) as admin_passkey_id,
         (select s.id from identity.user_sessions s where s.user_id = a.user_id and s.ended_at is null limit 1) as session_id,
         (select s.id from identity.admin_sessions s where s.admin_id = admin.id and s.ended_at is null limit 1) as admin_session_id,
         '[{"scope": "recipient", "count": 2, "seconds": 60}, {"scope": "topic", "count": 2, "seconds": 60}]'::jsonb as limits,
         '{"priority": 0, "subject": "x", "text_body": "x", "html_body": "x"}'::jsonb as mail
    from talent.applications a
    join employer.org_memberships m on m.company_id = a.company_id and m.status = 'active' and m.user_id <> a.user_id
    join identity.users applicant on applicant.id = a.user_id and applicant.email_verified_at is not null
   cross join (select id from identity.admins where email like 'admin-%' limit 1) admin
   where a.cv_id is not null and a.withdrawn_at is null limit 1;
  create temp table news on commit drop as
  select k.kind, s.subject_id
    from scene
   cross join unnest(array[
           'application_received', 'application_moved', 'application_assigned', 'application_withdrawn', 'message_received',
           'interview_changed', 'offer_answered', 'job_post_closed', 'job_post_visibility_changed', 'role_changed',
           'company_condition_changed', 'company_reviewed', 'invitation_received', 'access_decided', 'application_stage',
           'invitation_to_account', 'invitation_to_new_address', 'saved_search', 'digest']) k (kind)
   cross join lateral unnest(array[application_id, job_post_id, company_id, applicant_id, search_id]) s (subject_id);
  insert into talent.messages (id, application_id, side, author_id, text) select message_id, application_id, 'company', member_id, 'x' from scene;
  insert into talent.messages (id, application_id, side, author_id, text, sent_at, delivered_at)
  select delivered_id, application_id, 'company', member_id, 'x', now() - interval '1 hour', now() - interval '1 hour' from scene;
  insert into identity.mail_outbox (id, to_address, subject, text_body, html_body, kind, topic, news_since, state_before)
  select mail_id, address, '', '', '', 'saved_search', search_id, now(), 'x' from scene;
  insert into identity.notifications (id, user_id, kind, subject_id, value, at)
  select gen_random_uuid(), u.id, n.kind, n.subject_id, 'company ' || delivered_id, now()
    from news n, scene, unnest(array[applicant_id, member_id]) u (id)
   where n.kind in ('application_received', 'application_moved', 'message_received', 'application_assigned') on conflict do nothing;
  insert into identity.mail_outbox (id, to_address, subject, text_body, html_body, kind, topic, state_before, subject_ids)
  select old_mail_id, address, '', '', '', 'application_stage', application_id, 'submitted',
         array(select id from identity.notifications where user_id = applicant_id limit 50) from scene;
  insert into identity.staff_requests (admin_id, kind, reason, requested_by, expires_at, decided_by, decided_at, outcome)
  select admin_id, 'promote', '', admin_id, now() + interval '1 day', a.id, now(), 'approved'
    from scene, (select id from identity.admins where email = 'admin-7@made.test') a;
  insert into employer.job_posts (id, company_id, title, kind) select draft_id, company_id, 'x', 'contract' from scene;
  insert into employer.company_logos (company_id, hash, image) select company_id, 'x', '' from scene on conflict do nothing;
  insert into employer.renamed_companies (company_id) select company_id from scene on conflict do nothing;
  insert into identity.closed_job_posts (job_post_id, application_id)
  select job_post_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff' from scene on conflict do nothing;
  update employer.job_posts set state = 'closed' where id = (select job_post_id from scene);
  insert into identity.former_members (user_id, company_id, ended_at, notification_id)
  select member_id, company_id, now(), 'ffffffff-ffff-ffff-ffff-ffffffffffff' from scene on conflict do nothing;
`;

/** A call of each function that the services call and that reads tables, by its signature. */
export const FUNCTION_CALLS: Readonly<Record<string, string>> = {
  'employer.begin_logo_upload(uuid,integer)': '(member_id, 9) from scene',
  'employer.create_message_template(uuid,text,text,uuid,integer)':
    "(company_id, 'x', 'x', member_id, 1000) from scene",
  'employer.delete_active_membership(uuid)': '(membership_id) from scene',
  'employer.delete_application_assignment(uuid)': '(application_id) from scene',
  'employer.delete_application_note(uuid)': '(note_id) from scene',
  'employer.delete_application_rating(uuid,uuid)': '(application_id, member_id) from scene',
  'employer.delete_draft(uuid,uuid)': '(draft_id, company_id) from scene',
  'employer.delete_message_template(uuid,uuid)': '(company_id, template_id) from scene',
  'employer.keep_what_was_approved(uuid)': '(company_id) from scene',
  'employer.remove_company_logo(uuid,text,text)':
    "(company_id, (select hash from employer.company_logos l where l.company_id = scene.company_id), 'x') from scene",
  'employer.rename_in_documents(integer)': '(1000)',
  'employer.set_company_logo(uuid,bytea)': "(company_id, 'x') from scene",
  'identity.cancel_notification(uuid,text,uuid,text,timestamp with time zone)':
    "(applicant_id, 'message_received', application_id, '', now()) from scene",
  'identity.change_address(uuid,text)': "(applicant_id, 'changed@made.test') from scene",
  'identity.close_reports_of_disabled_companies(integer)': '(100)',
  'identity.count_access_decisions(text[],bigint[])': "(array['allowed'], array[1::bigint])",
  'identity.data_export_of(uuid)': '(applicant_id) from scene',
  'identity.delete_admin_passkey(uuid,uuid)': '(admin_passkey_id, admin_id) from scene',
  'identity.delete_admin_second_factor(uuid)': '(admin_id) from scene',
  'identity.delete_expired_passkey_challenges()': '()',
  'identity.delete_expired_sign_ups()': '()',
  'identity.delete_user_passkey(uuid,uuid)': '(passkey_id, applicant_id) from scene',
  'identity.delete_user_password(uuid)': '(applicant_id) from scene',
  'identity.drop_outdated_mail(uuid)': '(m.id) from scene, unnest(array[mail_id, old_mail_id]) m (id)',
  'identity.drop_waiting_mail(text,uuid,text)': "('application_stage', application_id, 'undone') from scene",
  'identity.files_of_user(uuid)': '(applicant_id) from scene',
  'identity.find_application_events(uuid)': '(application_id) from scene',
  'identity.find_conversation_subject(uuid,text,uuid)':
    '(u.id, kind, subject_id) from scene, news, unnest(array[applicant_id, member_id]) u (id)',
  'identity.find_notification_subject(uuid,text,uuid)':
    '(u.id, kind, subject_id) from scene, news, unnest(array[applicant_id, member_id]) u (id)',
  'identity.find_reviewed_career(uuid)': '(applicant_id) from scene',
  'identity.find_reviewed_profile(uuid)': '(applicant_id) from scene',
  'identity.find_stage_changes(uuid)': '(application_id) from scene',
  'identity.find_stage_events(uuid)': '(application_id) from scene',
  'identity.find_topic_mail(text,uuid)': "('application_stage', application_id) from scene",
  'identity.forget_company_of_next_member(integer)': '(100)',
  'identity.forget_user_browsers(uuid)': '(applicant_id) from scene',
  'identity.has_new_application(uuid,uuid)': '(member_id, job_post_id) from scene',
  'identity.has_saved_search_mail(uuid)': '(applicant_id) from scene',
  'identity.has_second_operator(uuid)': '(admin_id) from scene',
  'identity.has_verified_address(uuid,text)': '(applicant_id, address) from scene',
  'identity.is_address_reserved(text,uuid)': '(address, null) from scene',
  'identity.is_mail_current(text,text,uuid,uuid[])':
    '(kind, address, subject_id, array(select id from identity.notifications where user_id = applicant_id)) from scene, news',
  'identity.is_news_true(uuid,text,uuid,text)':
    "(u.id, kind, subject_id, v.value) from scene, news, unnest(array[applicant_id, member_id]) u (id), unnest(array['proposed', 'proposed ' || interview_id, 'offer']) v (value)",
  'identity.is_news_waiting(text,uuid,text,timestamp with time zone)':
    "(kind, subject_id, 'proposed', now()) from news",
  'identity.is_verified_address(text)': "(a.address) from scene, unnest(array[address, 'x']) a (address)",
  'identity.keep_stage_out_of_digest(uuid)': '(application_id) from scene',
  'identity.last_change(uuid,text[])':
    "(s.id, array['user_session.started']) from scene, unnest(array[application_id, session_id]) s (id)",
  'identity.lock_admin_access(bytea)':
    '((select token_hash from identity.admin_sessions where id = admin_session_id)) from scene',
  'identity.lock_user_access(bytea)':
    '((select token_hash from identity.user_sessions where id = session_id)) from scene',
  'identity.mail_choice(uuid,text)': '(applicant_id, kind) from scene, news',
  'identity.mail_choice(uuid,text,uuid)': '(applicant_id, kind, subject_id) from scene, news',
  'identity.notify(uuid[],text,uuid,text,integer)':
    "(array[applicant_id, member_id], kind, subject_id, 'x', 0) from scene, news where kind in ('application_received', 'message_received')",
  'identity.notify_of_application(uuid)': '(application_id) from scene',
  'identity.notify_of_closed_posts(uuid[])': '(array[job_post_id]) from scene',
  'identity.notify_of_next_closed_post(integer)': '(100)',
  'identity.queue_mail(jsonb,jsonb)':
    "(mail || jsonb_build_object('to_address', address, 'kind', 'saved_search', 'topic', search_id), limits) from scene",
  'identity.redeem_sign_up(bytea)': "(sha256(convert_to('sign-up 1', 'UTF8')))",
  'identity.remember_user_browser(uuid,bytea)': "(session_id, 'x') from scene",
  'identity.request_talent_access(uuid)': '(member_id) from scene',
  'identity.stop_saved_search_mail(uuid)': '(applicant_id) from scene',
  'identity.touch_admin_session(uuid,interval)': "(admin_session_id, '1 day') from scene",
  'identity.touch_user_session(uuid,interval)': "(session_id, '1 day') from scene",
  'identity.use_passkey_challenge(bytea,text,bytea)':
    "(sha256(convert_to('challenge 1', 'UTF8')), 'sign_in', sha256(convert_to('browser 1', 'UTF8')))",
  'talent.begin_cv_upload(uuid,text,integer)': "(applicant_id, 'x', 9) from scene",
  'talent.delete_saved_job_post(uuid,uuid)': '(applicant_id, job_post_id) from scene',
  'talent.delete_saved_search(uuid,uuid)': '(applicant_id, search_id) from scene',
  'talent.delete_unused_cv(uuid)': '(cv_id) from scene',
  'talent.mark_messages_read(uuid,text,uuid,uuid)':
    "(application_id, 'applicant', applicant_id, delivered_id) from scene",
  'talent.notify_of_interview(uuid)': '(interview_id) from scene',
  'talent.queue_saved_search_mail(uuid,jsonb,jsonb)': '(search_id, mail, limits) from scene',
  'talent.report_saved_search(uuid,timestamp with time zone,timestamp with time zone,jsonb,jsonb)':
    '(search_id, (select next_mail_at from talent.saved_searches where id = search_id), now(), mail, limits) from scene',
  'talent.save_job_post(uuid,uuid,integer)': '(member_id, draft_id, 1000) from scene',
  'talent.save_search(uuid,jsonb,text,integer)': "(applicant_id, '{}', 'none', 1000) from scene",
  'talent.send_message(uuid,text,uuid,text)':
    "(application_id, s.side, member_id, 'x') from scene, unnest(array['company', 'applicant']) s (side)",
  'talent.sent_cv_chunk(uuid,uuid,uuid,integer)': '(application_id, company_id, cv_id, 0) from scene',
  'talent.undo_message(uuid,text,uuid)': "(message_id, 'company', member_id) from scene",
  'talent.undo_message_of_colleague(uuid,uuid)': '(message_id, member_id) from scene',
};

/** Functions of the services that read no table: they compare, format or lock what they are given. */
export const FUNCTIONS_WITHOUT_TABLES: readonly string[] = [
  'employer.comparable_name(text)',
  'employer.country_words(text)',
  'employer.is_expired(date)',
  'employer.job_post_terms(numeric,numeric,text,text,text,text,text[],date)',
  'employer.place_patterns(text)',
  'employer.search_text(text)',
  'employer.yearly_pay(numeric,text)',
  'identity.access_lock_key(text,uuid)',
  'identity.lock_access(text[],uuid[],boolean[])',
  'talent.mail_interval(text)',
];
