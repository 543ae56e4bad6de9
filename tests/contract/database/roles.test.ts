import { API_SERVICES } from '@gatehouse/contract';
import {
  DATABASE_ROLES,
  type DatabaseRole,
  RETENTION_ROLE,
  SERVICE_ROLES,
  type ServiceRole,
} from '@gatehouse/database';
import { createTestDatabase, makeAdmin, makePerson, type TestDatabase } from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';

/** Of the services, each its own, of the retention job, and of the migrations. */
const SCHEMAS = [...API_SERVICES, 'retention', 'public'];

let database: TestDatabase;
const pools = new Map<DatabaseRole, pg.Pool>();
beforeAll(async () => {
  database = await createTestDatabase();
  for (const role of DATABASE_ROLES) pools.set(role, database.poolOf(role));
  await makeAdmin(database, 'viewer');
});
afterAll(() => database.stop());

async function run(role: DatabaseRole, sql: string, values: unknown[] = []) {
  const pool = pools.get(role);
  if (pool === undefined) throw new Error(`no pool for ${role}`);
  return pool.query(sql, values);
}

const forbiddenToAll = [
  'delete from identity.audit_events',
  "update identity.audit_events set reason = 'rewritten'",
  'truncate identity.audit_events',
  "insert into identity.audit_events (actor_kind, action, subject_kind, at) values ('system', 'x', 'x', '2001-01-01')",
  "insert into identity.audit_events (actor_kind, action, subject_kind, id) values ('system', 'x', 'x', uuidv7())",
  'delete from identity.users',
  'delete from identity.user_sessions',
  'delete from employer.org_memberships',
  'update identity.user_sessions set ended_at = null',
  "update identity.user_sessions set token_hash = '\\x00'",
  'update identity.user_sessions set user_id = user_id',
  'update identity.user_sessions set passkey_id = null',
  'update identity.user_sessions set expires_at = now()',
  'update identity.user_sessions set idle_expires_at = now()',
  "update identity.admins set role = 'operator'",
  'update employer.org_memberships set user_id = user_id',
  'create table identity.mine (id int)',
  'create table public.mine (id int)',
  'create schema mine',
  'alter table identity.users add column mine int',
  'select * from pg_authid',
  'select * from public.schema_migrations',
  "select retention.remove_due('sign_ups', 1)",
  "select * from retention.remove_due_words('', 1)",
  "select retention.end_run('sign_ups')",
  'select retention.step_audit_partitions()',
  'select retention.lock_due_accounts(1)',
  "select retention.close_some_with_account(uuidv7(), '{}')",
  'select retention.find_closing_companies(1)',
  "select retention.close_more_of_company(uuidv7(), '{}')",
  'select retention.erase_some_of_account(uuidv7())',
  "select retention.delete_account(uuidv7(), '{}')",
  'select retention.find_due_documents(1)',
  'select retention.forget_document(uuidv7())',
  "select retention.find_unknown_documents('{}')",
  'select folder from talent.deleted_documents',
  'delete from talent.deleted_documents',
  'delete from talent.cvs',
  'select identity.erase_user(uuidv7())',
  "select identity.erase_applications('{}')",
  'select * from identity.audit_events_default',
  'update identity.data_exports set user_id = user_id',
  'delete from identity.data_exports',
  'select * from identity.user_browsers',
  'delete from identity.notifications',
  'update identity.notifications set user_id = user_id',
  'update employer.job_posts set visibility_version = 1',
  "update employer.job_posts set hidden_description = ''",
  'delete from identity.abuse_reports',
  'update identity.abuse_reports set reporter_id = reporter_id',
  "update identity.abuse_reports set text = ''",
  'update identity.weekly_statistics set application_count = 0',
  'delete from identity.weekly_statistics',
  'update talent.saved_job_posts set user_id = user_id',
  'delete from talent.saved_job_posts',
  'delete from talent.saved_searches',
  "insert into talent.messages (application_id, side, author_id, text) values (uuidv7(), 'company', uuidv7(), 'x')",
  "update talent.messages set text = 'x'",
  'update talent.messages set delivered_at = now()',
  'delete from talent.messages',
  'delete from employer.message_templates',
  "update employer.companies set logo_hash = ''",
  'update employer.company_logos set hash = hash',
  'delete from employer.company_logos',
  'delete from employer.removed_logos',
  'delete from talent.interviews',
  'update talent.interviews set starts = starts',
  'update talent.interviews set application_id = application_id',
  'update talent.interviews set answered_at = now()',
  "insert into employer.message_templates (company_id, name, text, changed_by) values (uuidv7(), '', '', uuidv7())",
  'update employer.message_templates set company_id = company_id',
  'update talent.message_reads set read_until = now()',
  "select talent.recipients_of_message(uuidv7(), 'company')",
  'update talent.saved_searches set user_id = user_id',
  "update talent.saved_searches set search = '{}'",
  "insert into identity.notifications (id, user_id, kind, subject_id, value, at) select uuidv7(), id, '', id, '', now() from identity.users",
];

/** What the role of a new service may not do: it reads the facts. A service that needs more has a list of its own. */
const forbiddenToNew = [
  ...forbiddenToAll,
  'select password_hash from identity.credentials',
  'select user_agent from identity.user_sessions',
  'select email_verified_at from identity.users',
  'select id from identity.admins',
  'select id from identity.admin_sessions',
  'select * from identity.admin_second_factors',
  'select * from identity.admin_enrolments',
  'select * from identity.mail_tokens',
  'select * from identity.mail_outbox',
  'select * from identity.sign_ups',
  'select * from identity.email_changes',
  "select identity.is_address_reserved('x', null)",
  "select identity.change_address(uuidv7(), 'x')",
  'select * from identity.user_passkeys',
  'select * from identity.admin_passkeys',
  'select * from identity.passkey_challenges',
  'select identity.delete_expired_passkey_challenges()',
  "select identity.use_passkey_challenge('\\x00', '', '\\x00')",
  'select identity.delete_user_passkey(uuidv7(), uuidv7())',
  'select identity.delete_user_password(uuidv7())',
  "select identity.remember_user_browser(uuidv7(), '\\x00')",
  'select identity.forget_user_browsers(uuidv7())',
  'select identity.delete_admin_passkey(uuidv7(), uuidv7())',
  'select * from identity.audit_events',
  'select * from identity.access_decision_counts',
  'select * from identity.weekly_statistics',
  "update identity.users set talent_access_state = 'active'",
  "update employer.companies set condition = 'active'",
  "update employer.org_memberships set status = 'active'",
  "insert into employer.org_memberships (user_id, company_id, role) values (uuidv7(), uuidv7(), 'owner')",
  'select about from employer.companies',
  'select created_at from employer.org_memberships',
  'select id from employer.invitations',
  'select id from employer.job_posts',
  'select user_id from talent.profiles',
  'select id from talent.applications',
  'select identity.lock_admin_access(null)',
  "select identity.touch_admin_session(uuidv7(), '1 day')",
  'select identity.request_talent_access(uuidv7())',
  'select employer.delete_active_membership(uuidv7())',
  "select identity.redeem_sign_up('\\x00')",
  'select identity.delete_expired_sign_ups()',
  "select identity.queue_mail('{}', '[]')",
  "select identity.has_verified_address(uuidv7(), 'x@x.test')",
  'select employer.delete_draft(uuidv7(), uuidv7())',
  'select employer.rename_in_documents(1)',
  'select employer.keep_what_was_approved(uuidv7())',
  'select identity.forget_company_of_next_member(1)',
  'select identity.close_reports_of_disabled_companies(1)',
  'select employer.delete_application_note(uuidv7())',
  'select employer.delete_application_rating(uuidv7(), uuidv7())',
  'select employer.delete_application_assignment(uuidv7())',
  'select * from identity.find_stage_changes(uuidv7())',
  'select * from identity.find_application_events(uuidv7())',
  'select * from talent.application_messages',
  'select * from talent.messages',
  'select * from talent.interviews',
  'select talent.notify_of_interview(uuidv7())',
  'select * from employer.message_templates',
  'select * from employer.removed_logos',
  "select employer.set_company_logo(uuidv7(), '\\x00')",
  'select employer.begin_logo_upload(uuidv7(), 1)',
  "select employer.create_message_template(uuidv7(), '', '', uuidv7(), 1)",
  'select employer.delete_message_template(uuidv7(), uuidv7())',
  "select talent.send_message(uuidv7(), 'company', uuidv7(), 'x')",
  "select talent.undo_message(uuidv7(), 'company', uuidv7())",
  'select talent.undo_message_of_colleague(uuidv7(), uuidv7())',
  "select talent.mark_messages_read(uuidv7(), 'company', uuidv7(), uuidv7())",
  'select * from employer.application_notes',
  'select * from employer.application_ratings',
  'select * from employer.application_assignments',
  'select * from identity.data_exports',
  'select identity.data_export_of(uuidv7())',
  'select * from talent.saved_job_posts',
  'select * from talent.saved_searches',
  "select talent.queue_saved_search_mail(uuidv7(), '{}', '[]')",
  "select talent.report_saved_search(uuidv7(), now(), now(), '{}', '[]')",
  "select talent.save_search(uuidv7(), '{}', 'none', 1)",
  'select talent.delete_saved_search(uuidv7(), uuidv7())',
  'select talent.save_job_post(uuidv7(), uuidv7(), 1)',
  'select talent.delete_saved_job_post(uuidv7(), uuidv7())',
  'select identity.has_saved_search_mail(uuidv7())',
  'select identity.stop_saved_search_mail(uuidv7())',
  'select * from identity.notifications',
  "select identity.notify('{}', '', uuidv7(), '', 0)",
  "select identity.cancel_notification(uuidv7(), '', uuidv7(), '', now())",
  'select identity.notify_of_application(uuidv7())',
  'select identity.notify_of_closed_posts(array[uuidv7()])',
  "select * from identity.find_notification_subject(uuidv7(), '', uuidv7())",
  'select * from identity.notification_settings',
  "select identity.mail_choice(uuidv7(), '')",
  "select identity.mail_choice(uuidv7(), '', uuidv7())",
  'select identity.keep_stage_out_of_digest(uuidv7())',
];

const forbidden: Partial<Record<ServiceRole, readonly string[]>> = {
  identity_service: [
    ...forbiddenToAll.filter((sql) => !sql.includes('ended_at = null')),
    'select * from talent.profiles',
    'update identity.users set access_requested_at = now()',
    'select * from talent.applications',
    'select * from employer.invitations',
    'select created_at from employer.invitations',
    'update employer.invitations set accepted_at = now()',
    'update employer.invitations set invited_by = invited_by',
    "insert into identity.admins (email, name, role) values ('x@x.test', 'X', 'operator')",
    "insert into identity.admin_enrolments (token_hash, admin_id, totp_secret, expires_at) select '\\x00', id, '', now() from identity.admins",
    'update identity.admin_enrolments set totp_secret = totp_secret',
    'update identity.admin_enrolments set approved_by = null',
    "update identity.admins set email = 'x@x.test'",
    'delete from identity.admins',
    'delete from identity.admin_second_factors',
    'update identity.staff_requests set requested_by = requested_by',
    "update identity.staff_requests set expires_at = now() + interval '1 day'",
    'delete from identity.staff_requests',
    'update identity.user_passkeys set public_key = public_key',
    'update identity.user_passkeys set user_id = user_id',
    'update identity.admin_passkeys set public_key = public_key',
    'update identity.passkey_challenges set expires_at = now()',
    "insert into identity.passkey_challenges (challenge_hash, purpose, bound_to, expires_at) values ('\\x00', '', '\\x00', now())",
    'delete from identity.admin_recovery_codes',
    'delete from identity.sign_ups',
    "update identity.users set email = 'x@x.test'",
    'delete from identity.email_changes',
    'update identity.email_changes set user_id = user_id',
    'update identity.sign_ups set email = email',
    "insert into identity.access_decision_counts (hour, decision, count) values (now(), 'allowed', 1)",
    'select title from employer.job_posts',
    "update employer.job_posts set state = 'closed'",
    'select employer.delete_active_membership(uuidv7())',
    "insert into employer.companies (name) values ('x')",
    "update employer.companies set name = 'x'",
    'select employer.keep_what_was_approved(uuidv7())',
    "update employer.org_memberships set role = 'owner'",
    'select identity.request_talent_access(uuidv7())',
    "select identity.drop_waiting_mail('x', uuidv7(), 'undone')",
    "select identity.find_topic_mail('x', uuidv7())",
    "update identity.mail_outbox set to_address = 'x@x.test'",
    'update identity.mail_outbox set send_after = now()',
    "select identity.cancel_notification(uuidv7(), '', uuidv7(), '', now())",
    'select identity.notify_of_closed_posts(array[uuidv7()])',
    'select identity.keep_stage_out_of_digest(uuidv7())',
    'delete from identity.notification_settings',
    'update identity.notification_settings set version = 1',
    'update identity.mail_outbox set notification_kind = null',
  ],
  employer_service: [
    'select id from talent.cvs',
    'select store_folder from talent.cvs',
    ...forbiddenToAll,
    'select * from identity.find_stage_events(uuidv7())',
    'select * from identity.credentials',
    'select * from identity.admin_sessions',
    'select * from identity.admins',
    'select * from identity.mail_tokens',
    'select * from identity.mail_outbox',
    'select * from identity.sign_ups',
    'select * from identity.email_changes',
    "select identity.change_address(uuidv7(), 'x')",
    "select identity.redeem_sign_up('\\x00')",
    'select identity.delete_expired_sign_ups()',
    'update identity.mail_outbox set dropped_at = now()',
    "insert into identity.mail_outbox (to_address, subject, text_body, html_body, priority) values ('x@x.test', '', '', '', 0)",
    'select * from identity.audit_events',
    'select user_agent from identity.user_sessions',
    'select email_verified_at from identity.users',
    "update identity.users set talent_access_state = 'active'",
    "update employer.companies set condition = 'active'",
    "update employer.companies set disabled_reason = ''",
    'update employer.companies set closing_since = null',
    "update employer.companies set review_state = 'approved'",
    'update employer.companies set approved_as = null, unreviewed_since = null',
    "update employer.companies set shown_meanwhile = '[]'",
    'update employer.job_posts set company_id = company_id',
    'update employer.job_posts set hidden_at = null',
    'select * from employer.moderated_job_posts',
    'select * from identity.abuse_reports',
    'update employer.org_memberships set company_id = company_id',
    "insert into employer.companies (name, condition) values ('x', 'active')",
    'select * from talent.profiles',
    'select * from talent.saved_job_posts',
    'select * from talent.saved_searches',
    "select talent.queue_saved_search_mail(uuidv7(), '{}', '[]')",
    "select talent.report_saved_search(uuidv7(), now(), now(), '{}', '[]')",
    "select talent.save_search(uuidv7(), '{}', 'none', 1)",
    'select talent.delete_saved_search(uuidv7(), uuidv7())',
    'select talent.save_job_post(uuidv7(), uuidv7(), 1)',
    'select talent.delete_saved_job_post(uuidv7(), uuidv7())',
    'select identity.has_saved_search_mail(uuidv7())',
    'select identity.stop_saved_search_mail(uuidv7())',
    "update talent.application_search set profile = 'x'",
    'delete from talent.application_search',
    'select * from identity.notifications',
    'select identity.notify_of_application(uuidv7())',
    "select * from identity.find_notification_subject(uuidv7(), '', uuidv7())",
    "select * from identity.find_conversation_subject(uuidv7(), '', uuidv7())",
    'select * from employer.job_post_search',
    "update employer.job_post_search set location = ''",
    'select * from employer.renamed_companies',
    'select * from identity.closed_job_posts',
    'select identity.notify_applicants_of_closed_post(uuidv7(), null, 1)',
    'select * from identity.former_members',
    'select identity.forget_company(uuidv7(), uuidv7(), now(), null, 1)',
    "insert into employer.search_words values ('x')",
    'select * from identity.admin_second_factors',
    'select * from identity.admin_enrolments',
    'select * from identity.staff_requests',
    'select * from identity.access_decision_counts',
    'update employer.invitations set token_hash = token_hash',
    'update employer.invitations set company_id = company_id',
    "update talent.applications set message = 'x'",
    "update talent.applications set offer_answer = 'accepted'",
    'delete from employer.application_ratings',
    'update employer.application_ratings set rater_id = rater_id',
    'update employer.application_ratings set application_id = application_id',
    'delete from employer.application_assignments',
    'update employer.application_assignments set application_id = application_id',
    'delete from employer.application_notes',
    'update employer.application_notes set author_id = author_id',
    'update employer.application_notes set application_id = application_id',
    'update talent.applications set withdrawn_at = now()',
    'insert into talent.applications (job_post_id, company_id, user_id) values (uuidv7(), uuidv7(), uuidv7())',
    'delete from talent.applications',
    'delete from employer.job_posts',
    "update employer.job_posts set list_text = 'x'",
    "update talent.application_messages set message = 'x'",
    'delete from talent.application_messages',
    "insert into talent.application_messages (application_id, sent_at, message) values (uuidv7(), now(), 'x')",
    'select identity.lock_admin_access(null)',
    'select identity.request_talent_access(uuidv7())',
    'select * from identity.find_reviewed_profile(uuidv7())',
    'select * from identity.find_reviewed_career(uuidv7())',
    'update identity.users set access_requested_at = now()',
  ],
  talent_service: [
    ...forbiddenToAll,
    'select * from identity.credentials',
    'select password_hash from identity.credentials',
    'select * from identity.admins',
    'select * from identity.mail_outbox',
    'select disabled_reason from employer.companies',
    'select * from identity.sign_ups',
    "select identity.redeem_sign_up('\\x00')",
    'select identity.delete_expired_sign_ups()',
    "select identity.queue_mail('{}', '[]')",
    "select identity.is_verified_address('x')",
    "select identity.find_topic_mail('x', uuidv7())",
    'select * from identity.notifications',
    "select identity.notify('{}', '', uuidv7(), '', 0)",
    "select identity.cancel_notification(uuidv7(), '', uuidv7(), '', now())",
    'select identity.notify_of_closed_posts(array[uuidv7()])',
    "select * from identity.find_notification_subject(uuidv7(), '', uuidv7())",
    "select * from identity.find_conversation_subject(uuidv7(), '', uuidv7())",
    'select * from identity.notification_settings',
    "select identity.mail_choice(uuidv7(), '')",
    "select identity.mail_choice(uuidv7(), '', uuidv7())",
    'select identity.keep_stage_out_of_digest(uuidv7())',
    'select identity.has_saved_search_mail(uuidv7())',
    'select identity.stop_saved_search_mail(uuidv7())',
    'select * from identity.audit_events',
    "update identity.users set talent_access_state = 'active'",
    "update employer.job_posts set title = 'x'",
    "insert into employer.org_memberships (user_id, company_id, role) values (uuidv7(), uuidv7(), 'owner')",
    "update employer.org_memberships set status = 'active'",
    'select created_at from employer.org_memberships',
    'select created_at from employer.job_posts',
    'select * from employer.job_posts',
    'delete from employer.job_post_search',
    "insert into employer.search_words values ('x')",
    "select employer.add_search_words('x', uuidv7())",
    'select employer.rename_in_documents(1)',
    'update talent.profiles set user_id = user_id',
    'delete from talent.profiles',
    'select employer.delete_application_note(uuidv7())',
    'select employer.delete_draft(uuidv7(), uuidv7())',
    'select * from identity.find_application_events(uuidv7())',
    "insert into talent.application_messages (application_id, sent_at, message) values (uuidv7(), now(), 'x')",
    'select * from identity.find_stage_changes(uuidv7())',
    'select * from talent.application_search',
    'select * from employer.application_ratings',
    'select * from employer.application_assignments',
    'select employer.delete_application_rating(uuidv7(), uuidv7())',
    'select * from employer.application_notes',
    'delete from employer.application_notes',
    'select * from talent.application_messages',
    'delete from talent.applications',
    "update talent.applications set stage = 'offer'",
    'update talent.applications set user_id = user_id',
    'select * from employer.invitations',
    'select * from identity.admin_second_factors',
    'select identity.lock_admin_access(null)',
    "select identity.touch_admin_session(uuidv7(), '1 day')",
    "select identity.has_verified_address(uuidv7(), 'x@x.test')",
    "select employer.comparable_name('x')",
    "update employer.org_memberships set revoked_by = 'owner'",
  ],
};

/** Beside the facts, which all read; that it is enough is proved by the services themselves. */
const allowed: Partial<Record<ServiceRole, readonly string[]>> = {
  identity_service: [
    'select * from identity.audit_events',
    'select * from identity.mail_tokens',
    'select * from identity.email_changes',
    "update identity.email_changes set id = uuidv7(), new_email = 'x', token_hash = token_hash, created_at = now(), expires_at = now(), confirmed_at = null, old_email = null, undo_token_hash = null, ended_at = now()",
    "select identity.change_address(uuidv7(), 'x@x.test'), identity.is_address_reserved('x@x.test', null)",
    'select identity.data_export_of(uuidv7())',
    'select * from identity.data_exports',
    "update identity.data_exports set document = '{}', completed_at = now(), expires_at = now(), attempts = 1, next_attempt_at = now()",
    'select * from employer.companies',
    'select * from employer.org_memberships',
    'select * from employer.moderated_job_posts',
    "update identity.abuse_reports set closed_at = now(), outcome = 'dismissed'",
    "update employer.job_posts set hidden_at = now(), hidden_reason = ''",
    "select company_id, count(*) from employer.job_posts where state = 'published' group by company_id",
    "update employer.companies set condition = 'disabled', disabled_reason = 'x', disabled_at = now(), closing_since = null, updated_at = now()",
    "update employer.companies set review_state = 'approved', approved_as = null, unreviewed_since = null",
    "update employer.org_memberships set status = 'revoked', revoked_by = 'staff', updated_at = now()",
    'select id, company_id, email, role, token_hash, invited_by, expires_at from employer.invitations',
    'update employer.invitations set withdrawn_at = now()',
    "select identity.has_verified_address(uuidv7(), 'x@x.test')",
    "select employer.comparable_name('x')",
    'select * from identity.find_reviewed_profile(uuidv7())',
    'select * from identity.find_reviewed_career(uuidv7())',
    "update identity.user_sessions set ended_at = now(), end_reason = 'x'",
    "select identity.count_access_decisions('{allowed}', '{1}')",
    'select * from identity.access_decision_counts',
    'update identity.admin_enrolments set used_at = now()',
    'update identity.admin_recovery_codes set used_at = now()',
    "insert into identity.admins (email, name, role) values ('viewer@x.test', 'X', 'viewer')",
    "insert into identity.admins (email, name, role, disabled_at) values ('operator@x.test', 'X', 'operator', now())",
    "update identity.admins set role = 'viewer', disabled_at = now()",
    'select * from identity.staff_requests',
    'select identity.delete_admin_second_factor(uuidv7())',
    "update identity.admin_second_factors set encrypted_secret = '\\x00', secret = null",
    'update identity.admin_enrolments set encrypted_totp_secret = null',
    "update identity.sign_ups set id = uuidv7(), name = '', password_hash = '', token_hash = token_hash, created_at = now(), expires_at = now()",
    "select * from identity.redeem_sign_up('\\x00')",
    'select identity.delete_expired_sign_ups()',
    "update identity.user_passkeys set name = '', counter = 1, is_backed_up = true, last_used_at = now()",
    'select identity.delete_expired_passkey_challenges()',
    "select from identity.use_passkey_challenge('\\x00', '', '\\x00')",
    'select identity.delete_user_passkey(uuidv7(), uuidv7())',
    'select identity.delete_user_password(uuidv7())',
    'select identity.forget_user_browsers(uuidv7())',
    "select identity.notify('{}', '', uuidv7(), '', 0)",
    'update identity.notifications set read_at = now()',
    "select * from identity.find_notification_subject(uuidv7(), '', uuidv7())",
    "select * from identity.find_conversation_subject(uuidv7(), '', uuidv7())",
    'select identity.delete_admin_passkey(uuidv7(), uuidv7())',
    'update identity.user_sessions set authenticated_at = now()',
    "update identity.mail_outbox set attempts = 1, next_attempt_at = now(), dropped_at = now(), drop_reason = 'too_old'",
    "select identity.is_verified_address('x')",
    `select identity.queue_mail('{"to_address": "x@x.test", "kind": "x", "audience": "unverified", "priority": 0, "subject": "",
       "text_body": "", "html_body": ""}', '[{"scope": "recipient", "count": 1, "seconds": 60}]')`,
  ],
  employer_service: [
    'select name, size, uploaded_at, store_folder from talent.sent_cvs where id = uuidv7()',
    'select * from talent.application_search',
    'select id, name, email from identity.users',
    'select * from employer.job_posts for update',
    "update talent.applications set stage = 'offer', updated_at = now()",
    "update employer.application_notes set text = '', edited_at = now()",
    'select employer.delete_application_note(uuidv7())',
    'select * from talent.messages, talent.message_reads',
    "select talent.undo_message(uuidv7(), 'company', uuidv7())",
    'select talent.undo_message_of_colleague(uuidv7(), uuidv7())',
    "select talent.mark_messages_read(uuidv7(), 'company', uuidv7(), uuidv7())",
    'select employer.delete_application_rating(uuidv7(), uuidv7())',
    'select employer.delete_application_assignment(uuidv7())',
    'update employer.application_ratings set value = 1, rated_at = now()',
    'update employer.application_assignments set membership_id = membership_id, assigned_at = now()',
    'update employer.invitations set withdrawn_at = now()',
    "select identity.has_verified_address(uuidv7(), 'x@x.test')",
    "select employer.comparable_name('x')",
    "insert into identity.mail_outbox (to_address, subject, text_body, html_body) values ('x@x.test', '', '', '')",
    "select identity.is_verified_address('x')",
    "select identity.drop_waiting_mail('x', uuidv7(), 'undone')",
    "select identity.find_topic_mail('x', uuidv7())",
    "select identity.count_access_decisions('{allowed}', '{1}')",
    "update employer.companies set name = 'x', about = 'x', website = '', updated_at = now()",
    'select employer.keep_what_was_approved(uuidv7())',
    "update employer.org_memberships set role = 'owner', status = 'active', revoked_by = null, updated_at = now()",
    "update employer.job_posts set title = 'x', state = 'closed', published_at = now(), updated_at = now()",
  ],
  talent_service: [
    "select title, location, published_at from employer.job_posts where search @@ to_tsquery('english', 'x')",
    "select location from employer.job_post_search where document @@ to_tsquery('employer.job_search', 'x')",
    "select word from employer.search_words order by word operator(extensions.<->) employer.search_text('x')",
    'select id, name, about, website, condition from employer.companies',
    "update talent.applications set withdrawn_at = now(), message = '', offer_answer = offer_answer",
    "select identity.drop_waiting_mail('x', uuidv7(), 'withdrawn')",
    'select * from talent.messages, talent.message_reads',
    "select talent.undo_message(uuidv7(), 'applicant', uuidv7())",
    "select identity.count_access_decisions('{allowed}', '{1}')",
    `insert into talent.profiles (user_id, headline) select id, 'x' from identity.users
       on conflict (user_id) do update set headline = excluded.headline, updated_at = now()`,
  ],
};

describe('a service may do in the database what it needs and nothing else', () => {
  test.each(SERVICE_ROLES.flatMap((role) => (allowed[role] ?? []).map((sql) => ({ role, sql }))))(
    '$role may: $sql',
    async ({ role, sql }) => {
      const client = new pg.Client({ connectionString: database.roleUrl(role) });
      await client.connect();
      try {
        await client.query('begin');
        await client.query(sql);
      } finally {
        await client.end();
      }
    },
  );

  test.each(
    SERVICE_ROLES.flatMap((role) => (forbidden[role] ?? forbiddenToNew).map((sql) => ({ role, sql }))),
  )('$role may not: $sql', async ({ role, sql }) => {
    await expect(run(role, sql)).rejects.toMatchObject({ code: '42501' });
  });

  test.each(SERVICE_ROLES)(
    '%s may read the facts, lock them, touch a session and add to the trail',
    async (role) => {
      const person = await makePerson(database, { membership: { role: 'owner', status: 'active' } });
      const { rows } = await run(
        role,
        `select s.id, u.name, m.role, c.name from identity.user_sessions s join identity.users u on u.id = s.user_id
         left join employer.org_memberships m on m.user_id = u.id left join employer.companies c on c.id = m.company_id
        where s.id = $1`,
        [person.sessionId],
      );
      expect(rows).toHaveLength(1);
      await run(
        role,
        'select identity.lock_user_access(token_hash) from identity.user_sessions where id = $1',
        [person.sessionId],
      );
      await run(role, "select identity.lock_access('{user,company}', $1, '{false,true}')", [
        [person.userId, person.companyId],
      ]);
      await run(role, "select identity.touch_user_session($1, '1 day')", [person.sessionId]);
      await run(
        role,
        "insert into identity.audit_events (actor_kind, action, subject_kind) values ('system', 'x.y', 'x')",
      );
    },
  );
});

test.each(SERVICE_ROLES)(
  '%s may connect to a migrated database and make no temporary tables there',
  async (role) => {
    // The template was migrated itself; a copy of a database does not copy the grants on the database.
    const [row] = await database.query(
      "select has_database_privilege($1, 'gatehouse_template', 'connect') as connect, has_database_privilege($1, 'gatehouse_template', 'temporary') as temporary",
      [role],
    );
    expect(row).toEqual({ connect: true, temporary: false });
  },
);

describe('the retention job', () => {
  test.each([
    "select retention.remove_due('sign_ups', 1)",
    "select * from retention.remove_due_words('', 1)",
    "select retention.end_run('sign_ups')",
    'select retention.step_audit_partitions()',
    'select retention.lock_due_accounts(1)',
    "select retention.close_some_with_account(uuidv7(), '{}')",
    'select retention.find_closing_companies(1)',
    "select retention.close_more_of_company(uuidv7(), '{}')",
    'select retention.erase_some_of_account(uuidv7())',
    "select retention.delete_account(uuidv7(), '{}')",
    'select retention.find_due_documents(1)',
    'select retention.forget_document(uuidv7())',
    "select retention.find_unknown_documents('{}')",
  ])('may: %s', async (sql) => {
    await expect(run(RETENTION_ROLE, sql)).resolves.toBeDefined();
  });

  test.each([
    ...forbiddenToNew.filter((sql) => !/^select .*retention\./.test(sql)),
    'select id from identity.users',
    'select key from retention.due_sign_ups',
    'select kind from retention.progress',
    "update retention.progress set relation = 'identity.users'",
    "select retention.step_audit_partitions_as_of(now() + interval '9 years')",
    'select retention.grant_to_job()',
    "select retention.close_company(uuidv7(), uuidv7(), '{}')",
    "select retention.audit_deletion('', '', null, '')",
    "insert into identity.audit_events (actor_kind, action, subject_kind) values ('system', 'x.y', 'x')",
  ])('may not: %s', async (sql) => {
    await expect(run(RETENTION_ROLE, sql)).rejects.toMatchObject({ code: '42501' });
  });

  test('removes no kind that it was not made for', async () => {
    await expect(run(RETENTION_ROLE, "select retention.remove_due('users', 1)")).rejects.toThrow();
    await expect(run(RETENTION_ROLE, "select retention.end_run('users')")).rejects.toThrow();
    await expect(
      run(RETENTION_ROLE, "select retention.remove_due('account_deletions', 1)"),
    ).rejects.toThrow();
    await expect(
      run(RETENTION_ROLE, "select retention.remove_due('deleted_documents', 1)"),
    ).rejects.toThrow();
  });
});

describe('in the catalogue', () => {
  test.each(DATABASE_ROLES)(
    '%s is an ordinary role with a password kept as a SCRAM verifier',
    async (role) => {
      const [row] = await database.query(
        `select rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls, rolcanlogin,
              rolpassword like 'SCRAM-SHA-256$%' as is_scram,
              exists (select from pg_auth_members where member = oid) as is_member_of_another
         from pg_authid where rolname = $1`,
        [role],
      );
      expect(row).toEqual({
        rolsuper: false,
        rolcreatedb: false,
        rolcreaterole: false,
        rolreplication: false,
        rolbypassrls: false,
        rolcanlogin: true,
        is_scram: true,
        is_member_of_another: false,
      });
    },
  );

  test.each(DATABASE_ROLES)(
    '%s may delete, truncate, reference or add triggers to no table',
    async (role) => {
      const rows = await database.query(
        `select c.oid::regclass::text as table, privilege
         from pg_class c join pg_namespace n on n.oid = c.relnamespace,
              unnest(array['delete', 'truncate', 'references', 'trigger', 'maintain']) privilege
        where n.nspname = any($2::text[]) and c.relkind in ('r', 'p', 'v')
          and has_table_privilege($1, c.oid, privilege)`,
        [role, SCHEMAS],
      );
      expect(rows).toEqual([]);
    },
  );

  test('no other role may use a schema, read a table or call a function', async () => {
    const rows = await database.query(
      `select 'schema ' || nspname as what from pg_namespace, aclexplode(nspacl) a
        where a.grantee = 0 and nspname = any($1::text[])
       union all
       select 'table ' || c.oid::regclass from pg_class c, aclexplode(c.relacl) a
        where a.grantee = 0 and c.relnamespace::regnamespace::text = any($1::text[])
       union all
       select 'function ' || p.oid::regprocedure
         from pg_proc p, aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a
        where a.grantee = 0 and p.pronamespace::regnamespace::text = any($1::text[])`,
      [SCHEMAS],
    );
    expect(rows).toEqual([]);
  });

  test('every function with the rights of the owner has an empty search path', async () => {
    const rows = await database.query<{ function: string; settings: string[] | null }>(
      `select p.oid::regprocedure::text as function, p.proconfig as settings from pg_proc p
        where p.prosecdef and p.pronamespace::regnamespace::text = any($1::text[])`,
      [SCHEMAS],
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(row).toMatchObject({ settings: ['search_path=""'] });
  });
});
