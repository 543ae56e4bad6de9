/**
 * Every action of the audit trail, `resource.verb_in_the_past`, with its label on the staff's pages, grouped by what it is about.
 * An action that is not listed here does not compile. A name is never removed: old events keep it.
 */
export const AUDIT_ACTION_LABELS = {
  'talent_access.requested': 'Talent access requested',
  'talent_access.changed': 'Talent access changed by staff',
  'company.created': 'Company created',
  'company.changed': 'Company profile changed',
  'company.condition_changed': 'Company enabled or disabled by staff',
  'company.reviewed': 'Company approved or refused by staff',
  'company.reports_dismissed': 'Reports of a company dismissed by staff',
  'company.applications_exported': 'Applications exported by an owner',
  'company.message_template_created': 'Message template created',
  'company.message_template_changed': 'Message template changed',
  'company.message_template_deleted': 'Message template deleted',
  'company.logo_changed': 'Company logo changed',
  'company.logo_removed': 'Company logo removed',
  'company.closed': 'Company closed by its last owner',
  'org_membership.created': 'Member joined a company',
  'org_membership.changed': 'Member changed by an owner',
  'org_membership.ended': 'Member left a company',
  'org_membership.status_changed': 'Membership revoked or restored by staff',
  'invitation.created': 'Invitation sent',
  'invitation.accepted': 'Invitation accepted',
  'invitation.withdrawn': 'Invitation revoked',
  'job_post.created': 'Job post created',
  'job_post.changed': 'Job post changed',
  'job_post.hidden': 'Job post hidden by staff',
  'job_post.shown': 'Job post shown again by staff',
  'job_post.reports_dismissed': 'Reports of a job post dismissed by staff',
  'job_post.deleted': 'Job post draft deleted',
  'application.created': 'Application sent',
  'application.stage_changed': 'Application stage changed',
  'application.stage_change_undone': 'Application stage change undone',
  'application.offer_accepted': 'Offer accepted by the applicant',
  'application.offer_declined': 'Offer declined by the applicant',
  'application.note_added': 'Note on an application added',
  'application.note_changed': 'Note on an application changed',
  'application.note_deleted': 'Note on an application deleted',
  'application.message_sent': 'Message on an application sent',
  'application.message_undone': 'Message on an application undone',
  'application.interview_proposed': 'Interview proposed',
  'application.interview_accepted': 'Interview accepted by the applicant',
  'application.interview_declined': 'Interview declined by the applicant',
  'application.interview_cancelled': 'Interview cancelled',
  'application.rating_changed': 'Rating of an application made or changed',
  'application.rating_removed': 'Rating of an application removed',
  'application.assignee_changed': 'Assignee of an application changed',
  'application.withdrawn': 'Application withdrawn',
  'audit_trail.exported': 'Audit trail exported by staff',
  'profile.changed': 'Talent profile changed',
  'profile.cv_uploaded': 'CV uploaded',
  'profile.cv_deleted': 'CV deleted',
  'user.signed_up': 'User signed up',
  'user.email_verified': 'Email address confirmed',
  'user.renamed': 'Name changed',
  'user.password_changed': 'Password changed',
  'user.password_reset_requested': 'Password reset requested',
  'user.email_change_requested': 'Change of email address requested',
  'user.email_changed': 'Email address changed',
  'user.email_change_undone': 'Change of email address undone',
  'user.data_export_requested': 'Export of own data requested',
  'user.deletion_requested': 'Deletion of own account requested',
  'user.deletion_cancelled': 'Deletion of own account cancelled',
  'user.deletion_postponed': 'Deletion of an account postponed: last owner of a company',
  'user.deleted': 'Account deleted',
  'user.passkey_added': 'Passkey added',
  'user.passkey_renamed': 'Passkey renamed',
  'user.passkey_removed': 'Passkey removed',
  'user.passkey_copied': 'Passkey refused: it may have been copied',
  'user.mail_settings_changed': 'Mail settings changed',
  'user.signed_out_everywhere': 'User signed out by staff',
  'user_session.started': 'User signed in',
  'user_session.refused': 'User sign-in failed',
  'user_session.reauthenticated': 'User confirmed with password or passkey',
  'user_session.ended': 'User session ended',
  'user_session.reported': 'Sign-in reported by its user as another person’s',
  'user_session.found_ambiguous': 'Request with two user sessions',
  'admin.created': 'Staff account created',
  'admin.invited': 'Staff member invited',
  'admin.role_changed': 'Staff role changed',
  'admin.condition_changed': 'Staff account enabled or disabled',
  'admin.second_factor_reset': 'Staff second factor reset',
  'admin.change_requested': 'Staff change requested',
  'admin.change_approved': 'Staff change approved',
  'admin.change_declined': 'Staff change declined or withdrawn',
  'admin.enrolment_revoked': 'Staff invitation revoked',
  'admin.enrolment_opened': 'Staff enrolment link opened',
  'admin.enrolment_refused': 'Staff enrolment failed: wrong one-time code',
  'admin.enrolled': 'Staff member enrolled',
  'admin.recovery_code_used': 'Staff signed in with a recovery code',
  'admin.passkey_added': 'Staff passkey added',
  'admin.passkey_renamed': 'Staff passkey renamed',
  'admin.passkey_removed': 'Staff passkey removed',
  'admin.passkey_copied': 'Staff passkey refused: it may have been copied',
  'admin_session.started': 'Staff signed in',
  'admin_session.refused': 'Staff sign-in failed',
  'admin_session.ended': 'Staff session ended',
  'admin_session.reauthenticated': 'Staff confirmed with a second factor',
  'admin_session.found_ambiguous': 'Request with two staff sessions',
} as const satisfies Readonly<Record<`${string}.${string}`, string>>;

/** The name of an action. */
export type AuditAction = keyof typeof AUDIT_ACTION_LABELS;

/** In place of an action, the filter of the audit trail for all actions but those of sessions, which are most of it. */
export const ALL_BUT_SESSIONS = 'all_but_sessions';

/** The actions of that filter. */
export const ACTIONS_BUT_SESSIONS = (Object.keys(AUDIT_ACTION_LABELS) as AuditAction[]).filter(
  (action) => !/^(user|admin)_session\./.test(action),
);

type AccountAction = Extract<AuditAction, `user.${string}` | `user_session.${string}`>;

/**
 * Which events of an account its user's security log shows. A new action of an account that is not listed does not compile.
 * Failed sign-ins are shown if they happened in a session: any visitor could fill the log with others.
 */
const SECURITY_LOG = {
  'user.signed_up': true,
  'user.email_verified': false,
  'user.renamed': false,
  'user.password_changed': true,
  'user.password_reset_requested': true,
  'user.email_change_requested': true,
  'user.email_changed': true,
  'user.email_change_undone': true,
  'user.data_export_requested': true,
  'user.deletion_requested': true,
  'user.deletion_cancelled': true,
  'user.deletion_postponed': true,
  'user.deleted': false,
  'user.passkey_added': true,
  'user.passkey_renamed': false,
  'user.passkey_removed': true,
  'user.passkey_copied': true,
  'user.mail_settings_changed': false,
  'user.signed_out_everywhere': true,
  'user_session.started': true,
  'user_session.refused': true,
  'user_session.reauthenticated': true,
  'user_session.ended': true,
  'user_session.reported': true,
  'user_session.found_ambiguous': false,
} as const satisfies Readonly<Record<AccountAction, boolean>>;

/** An action that the security log shows. */
export type SecurityAction = {
  [Action in AccountAction]: (typeof SECURITY_LOG)[Action] extends true ? Action : never;
}[AccountAction];

/** The actions that the security log shows. */
export const SECURITY_ACTIONS: readonly string[] = Object.entries(SECURITY_LOG).flatMap(
  ([action, isShown]) => (isShown ? [action] : []),
);

/** What an audit event is about: the row that its `subject_id` names. */
export type AuditSubjectKind =
  | 'user'
  | 'user_session'
  | 'company'
  | 'org_membership'
  | 'invitation'
  | 'job_post'
  | 'application'
  | 'admin'
  | 'admin_session'
  | 'audit_trail';
