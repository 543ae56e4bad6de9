import { parseAuditChange } from '@gatehouse/contract/audit-change';
import type { ApplicationStage, AuditAction, AuditEvent } from '@gatehouse/contract/wire';
import { STAGE_LABELS } from '#design/stage.tsx';
import { labelOfAction } from './audit-actions.ts';

/** A sentence with the gaps `{actor}`, `{subject}`, `{company}` and `{post}`; some follow from what changed, or from whose act it was. */
type Sentence = string | ((change: string, actorKind: string) => string);

/**
 * What happened, for each action. A new action without a sentence does not compile. `{post}` leads to the page of a job post,
 * which staff have of no draft: only events of a published one have it.
 */
const SENTENCES: Readonly<Record<AuditAction, Sentence>> = {
  'talent_access.requested': '{actor} asked for talent access',
  'talent_access.changed': talentAccessChange,
  'company.created': '{actor} created the company {company}',
  'company.changed': (change) => `{actor} changed the profile of {company}${detail(change)}`,
  'company.condition_changed': (change) =>
    change.endsWith('disabled') ? '{actor} disabled {company}' : '{actor} enabled {company}',
  'company.reviewed': companyReview,
  'company.reports_dismissed': (change) => `{actor} dismissed reports of {company}${detail(change)}`,
  'company.applications_exported': (change) => `{actor} exported applications to {company}${detail(change)}`,
  'company.message_template_created': '{actor} created a message template of {company}',
  'company.message_template_changed': '{actor} changed a message template of {company}',
  'company.message_template_deleted': '{actor} deleted a message template of {company}',
  'company.logo_changed': '{actor} changed the logo of {company}',
  'company.logo_removed': '{actor} removed the logo of {company}',
  'company.closed': 'The last owner of {company} closed it',
  'org_membership.created': (change) =>
    `{actor} joined {company}${change.endsWith('owner') ? ' as an owner' : ' as a member'}`,
  'org_membership.changed': membershipChange,
  'org_membership.ended': (_change, actorKind) =>
    actorKind === 'system'
      ? 'A membership in {company} ended: the account was deleted'
      : '{actor} left {company}',
  'org_membership.status_changed': (change) =>
    change.includes('→ revoked')
      ? '{actor} revoked the membership of {subject} in {company}'
      : '{actor} restored the membership of {subject} in {company}',
  'invitation.created': (change) =>
    `{actor} invited ${change === 'as owner' ? 'an owner' : 'a member'} to {company}`,
  'invitation.accepted': '{actor} accepted an invitation to {company}',
  'invitation.withdrawn': (change) => `{actor} revoked an invitation to {company}${detail(change)}`,
  'job_post.created': '{actor} created a job post of {company}',
  'job_post.changed': (change) =>
    change.endsWith('published')
      ? '{actor} published {post} of {company}'
      : change.endsWith('closed')
        ? '{actor} closed {post} of {company}'
        : '{actor} changed a job post of {company}',
  'job_post.hidden': '{actor} hid {post} of {company}',
  'job_post.shown': '{actor} showed {post} of {company} again',
  'job_post.reports_dismissed': (change) =>
    `{actor} dismissed reports of {post} of {company}${detail(change)}`,
  'job_post.deleted': '{actor} deleted a draft job post of {company}',
  'application.created': '{actor} sent an application',
  'application.stage_changed': (change) => `{actor} moved an application${detail(inWords(change))}`,
  'application.stage_change_undone': (change) => `{actor} undid a stage change${detail(inWords(change))}`,
  'application.offer_accepted': '{actor} accepted an offer',
  'application.offer_declined': '{actor} declined an offer',
  'application.note_added': '{actor} added a note on an application',
  'application.note_changed': '{actor} changed a note on an application',
  'application.note_deleted': '{actor} deleted a note on an application',
  'application.interview_proposed': '{actor} proposed an interview on an application',
  'application.interview_accepted': '{actor} accepted an interview',
  'application.interview_declined': '{actor} declined an interview',
  'application.interview_cancelled': '{actor} cancelled an interview on an application',
  'application.message_sent': '{actor} sent a message on an application',
  'application.message_undone': '{actor} undid a message on an application',
  'application.rating_changed': '{actor} rated an application',
  'application.rating_removed': '{actor} removed a rating of an application',
  'application.assignee_changed': '{actor} changed who takes care of an application',
  'application.withdrawn': '{actor} withdrew an application',
  'audit_trail.exported': (change) => `{actor} exported events of the audit trail${detail(change)}`,
  'profile.changed': '{actor} changed their talent profile',
  'profile.cv_uploaded': '{actor} uploaded a CV',
  'profile.cv_deleted': '{actor} deleted their CV',
  'user.signed_up': '{subject} signed up',
  'user.email_verified': '{subject} confirmed their email address',
  'user.renamed': '{actor} changed their name',
  'user.email_change_requested': '{actor} asked to change their email address',
  'user.email_changed': '{actor} changed their email address',
  'user.email_change_undone': '{actor} undid a change of their email address',
  'user.data_export_requested': '{actor} requested an export of their data',
  'user.deletion_requested': '{actor} requested the deletion of their account',
  'user.deletion_cancelled': '{actor} cancelled the deletion of their account',
  'user.deletion_postponed': 'The deletion of {subject} was postponed: last owner of a company',
  'user.deleted': 'The account of {subject} was deleted',
  'user.password_changed': '{subject} changed their password',
  'user.mail_settings_changed': (change) => `{subject} changed which emails they get${detail(change)}`,
  'user.passkey_added': '{subject} added a passkey',
  'user.passkey_renamed': '{subject} renamed a passkey',
  'user.passkey_removed': '{subject} removed a passkey',
  'user.passkey_copied': 'A passkey of {subject} was refused: it may have been copied',
  'user_session.reauthenticated': '{actor} confirmed with password or passkey',
  'user.password_reset_requested': 'A password reset was requested for {subject}',
  'user.signed_out_everywhere': '{actor} signed {subject} out everywhere',
  'user_session.started': '{actor} signed in',
  'user_session.refused': (change) => `A sign-in as {subject} failed${detail(change)}`,
  'user_session.ended': (change) => `A session of {actor} ended${detail(change)}`,
  'user_session.reported': (change) => `{actor} reported a sign-in that was not theirs${detail(change)}`,
  'user_session.found_ambiguous': 'A request had two different user sessions',
  'admin.created': (change) => `{actor} created the staff account of {subject}${detail(change)}`,
  'admin.invited': (change) => `{actor} created a staff sign-in link for {subject}${detail(change)}`,
  'admin.role_changed': (change) =>
    `{actor} made {subject} ${change.endsWith('operator') ? 'an operator' : 'a viewer'}`,
  'admin.condition_changed': (change) =>
    change.endsWith('disabled')
      ? '{actor} disabled the staff account of {subject}'
      : '{actor} enabled the staff account of {subject}',
  'admin.second_factor_reset': '{actor} reset the second factor of {subject}',
  'admin.change_requested': (change) => `{actor} requested a change of {subject}${detail(change)}`,
  'admin.change_approved': (change) => `{actor} approved a change of {subject}${detail(change)}`,
  'admin.change_declined': (change) => `A requested change of {subject} ended${detail(change)}`,
  'admin.enrolment_revoked': (change) => `The staff sign-in link of {subject} was revoked${detail(change)}`,
  'admin.enrolment_opened': '{subject} opened their staff sign-in link',
  'admin.enrolment_refused': '{subject} entered a wrong one-time code while setting up their sign-in',
  'admin.enrolled': '{subject} set up their staff sign-in',
  'admin.recovery_code_used': (change) => `{actor} signed in with a recovery code${detail(change)}`,
  'admin.passkey_added': '{subject} added a passkey',
  'admin.passkey_renamed': '{subject} renamed a passkey',
  'admin.passkey_removed': '{subject} removed a passkey',
  'admin.passkey_copied': 'A passkey of {subject} was refused: it may have been copied',
  'admin_session.started': '{actor} signed in as staff',
  'admin_session.refused': (change) => `A staff sign-in as {subject} failed${detail(change)}`,
  'admin_session.ended': 'A staff session of {actor} ended',
  'admin_session.reauthenticated': '{actor} confirmed with a second factor',
  'admin_session.found_ambiguous': 'A request had two different staff sessions',
};

/** What a sentence names, each as a link. */
export type SentenceGap = 'actor' | 'subject' | 'company' | 'post';

/** One part of a sentence: words, or a gap for a name. */
export type SentencePart = { readonly words: string } | { readonly gap: SentenceGap };

/** What happened, in parts; for an action of an older release its name and what changed. */
export function sentenceOf({ action, change, actor_kind }: AuditEvent): readonly SentencePart[] {
  const known = Object.hasOwn(SENTENCES, action) ? SENTENCES[action as AuditAction] : undefined;
  const sentence =
    known === undefined
      ? `{actor}: ${labelOfAction(action)} ${change}`.trim()
      : typeof known === 'string'
        ? known
        : known(change, actor_kind);
  return sentence
    .split(/\{(actor|subject|company|post)\}/)
    .map((part, index) => (index % 2 === 0 ? { words: part } : { gap: part as SentenceGap }))
    .filter((part) => !('words' in part) || part.words !== '');
}

function talentAccessChange(change: string): string {
  switch (change) {
    case 'pending → active':
      return '{actor} approved the talent access of {subject}';
    case 'pending → none':
      return '{actor} refused the talent access of {subject}';
    case 'suspended → active':
      return '{actor} restored the talent access of {subject}';
    case 'none → active':
      return '{actor} granted {subject} talent access';
    default:
      return change.endsWith('→ suspended')
        ? '{actor} suspended the talent access of {subject}'
        : `{actor} changed the talent access of {subject}${detail(change)}`;
  }
}

/** `pending → approved`, `changed: name, website → approved`, or `changed back → approved`. */
function companyReview(change: string): string {
  const { before, after } = parseAuditChange(change);
  const decision = after === 'approved' ? '{actor} approved {company}' : '{actor} refused {company}';
  return before.startsWith('changed') ? `${decision}, which had ${before}` : decision;
}

/** `active, member → active, owner` */
function membershipChange(change: string): string {
  const { before, after } = parseAuditChange(change);
  if (after.startsWith('revoked')) return '{actor} revoked the membership of {subject} in {company}';
  if (before.startsWith('revoked')) return '{actor} restored the membership of {subject} in {company}';
  return `{actor} made {subject} ${after.endsWith('owner') ? 'an owner' : 'a member'} of {company}`;
}

/** `New → In review`, as pages show the stages. */
function inWords(change: string): string {
  const { before, after } = parseAuditChange(change);
  return after === '' ? labelOf(before) : `${labelOf(before)} → ${labelOf(after)}`;
}

function labelOf(stage: string): string {
  return Object.hasOwn(STAGE_LABELS, stage) ? STAGE_LABELS[stage as ApplicationStage] : stage;
}

function detail(change: string): string {
  return change === '' ? '' : `: ${change}`;
}
