import { defineMail, type MailLimit } from './define-mail.ts';

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 86_400;

/** Mail that anyone can cause for any address: enough for a person who tries again, useless as a flood. */
const ANYONE_CAN_CAUSE: readonly MailLimit[] = [
  { scope: 'recipient', count: 3, seconds: HOUR_SECONDS },
  { scope: 'recipient', count: 8, seconds: DAY_SECONDS },
];

/** A reset link works for an hour, so a mail beyond the limit must not wait that long. */
const RESETS: readonly MailLimit[] = [{ scope: 'recipient', count: 3, seconds: 900 }];

/** Mail about what the owner of the account has done, or what somebody does with a credential of theirs. */
const OWN_ACTIONS: readonly MailLimit[] = [{ scope: 'recipient', count: 10, seconds: HOUR_SECONDS }];

const INVITATIONS: readonly MailLimit[] = [
  { scope: 'topic', count: 3, seconds: DAY_SECONDS },
  { scope: 'recipient', count: 10, seconds: DAY_SECONDS },
];

const INVITATION_ROLES = { owner: 'an owner', member: 'a member' } as const;

const REPLACED_SIGN_UP =
  'This sign-up has replaced an earlier one for your address, whose link no longer works. If you signed up only once, another person may have made this one: do not confirm it, and sign up again.';

const STAGE_NEWS = {
  interview: 'the company would like to meet you. They will write to you soon.',
  offer: 'the company would like to make you an offer. They will write to you soon.',
  rejected: 'the company has decided for another applicant this time. Thank you for your interest.',
} as const;

/** The stages of an application that the applicant gets a mail about. */
export type ReportedStage = keyof typeof STAGE_NEWS;

/** Whether the applicant gets a mail about a stage. */
export function isReportedStage(stage: string): stage is ReportedStage {
  return Object.hasOwn(STAGE_NEWS, stage);
}

/** Every mail that Gatehouse sends. */
export const MAILS = {
  confirm_address: defineMail({
    audience: 'unverified',
    priority: 'security',
    limits: ANYONE_CAN_CAUSE,
    slots: { link: 'link', replaced: ['nothing', 'a sign-up'] },
    subject: () => 'Confirm your e-mail address',
    paragraphs: ({ link, replaced }) => [
      'Hello,',
      'welcome to Gatehouse. Open this link to confirm your address and create your account, with the name and password of the sign-up; it works once, for 24 hours:',
      { link },
      ...(replaced === 'nothing' ? [] : [REPLACED_SIGN_UP]),
      'If you did not sign up, do not confirm: without this link no account is created for your address.',
    ],
  }),

  account_exists: defineMail({
    audience: 'verified',
    priority: 'security',
    limits: ANYONE_CAN_CAUSE,
    slots: { name: 'typed', link: 'link' },
    subject: () => 'You already have an account',
    paragraphs: ({ name, link }) => [
      `Hello ${name},`,
      'a sign-up with this address was tried, probably by you. The address already has an account. Sign in here:',
      { link },
    ],
  }),

  password_reset: defineMail({
    audience: 'unverified',
    priority: 'security',
    limits: RESETS,
    slots: { link: 'link' },
    subject: () => 'Set a new password',
    paragraphs: ({ link }) => [
      'Hello,',
      'open this link to set a new password; it works once, for one hour:',
      { link },
      'If you did not ask for it, you need not do anything: your password stays as it is.',
    ],
  }),

  password_changed: defineMail({
    audience: 'verified',
    priority: 'security',
    limits: OWN_ACTIONS,
    slots: { name: 'typed', link: 'link' },
    subject: () => 'Your password was changed',
    paragraphs: ({ name, link }) => [
      `Hello ${name},`,
      'your password was changed a moment ago, and the other browsers were signed out.',
      'If it was not you, set a new password at once:',
      { link },
    ],
  }),

  staff_link_made: defineMail({
    audience: 'verified',
    priority: 'security',
    limits: OWN_ACTIONS,
    slots: { name: 'typed' },
    subject: () => 'A link to set up your staff sign-in was made',
    paragraphs: ({ name }) => [
      `Hello ${name},`,
      'an operator of Gatehouse made a link that sets your password and your authenticator app. The operator gives it to you; earlier links no longer work.',
      'If you did not expect it, tell the operator at once.',
    ],
  }),

  staff_link_opened: defineMail({
    audience: 'verified',
    priority: 'security',
    limits: OWN_ACTIONS,
    slots: { name: 'typed' },
    subject: () => 'Your staff sign-in link was opened',
    paragraphs: ({ name }) => [
      `Hello ${name},`,
      'the link that sets your password and your authenticator app was opened a moment ago. Each opening shows a new secret, and only the last one works.',
      'If it was not you, ask the operator for another link: it ends this one.',
    ],
  }),

  staff_enrolled: defineMail({
    audience: 'verified',
    priority: 'security',
    limits: OWN_ACTIONS,
    slots: { name: 'typed' },
    subject: () => 'Your staff sign-in was set up',
    paragraphs: ({ name }) => [
      `Hello ${name},`,
      'your password, your authenticator app and your recovery codes were set a moment ago. The earlier ones no longer work, and all your sessions were ended.',
      'If it was not you, tell the operator at once and ask for another link.',
    ],
  }),

  recovery_code_used: defineMail({
    audience: 'verified',
    priority: 'security',
    limits: OWN_ACTIONS,
    slots: { name: 'typed', codes_left: 'typed' },
    subject: () => 'A recovery code was used to sign in',
    paragraphs: ({ name, codes_left }) => [
      `Hello ${name},`,
      `one of your recovery codes was used a moment ago in the place of a one-time code. You have ${codes_left} left.`,
      'If it was not you, ask the operator at once for another link: it ends your sessions and replaces password, authenticator app and recovery codes.',
    ],
  }),

  /** To an address without a verified account: the join page shows company and inviter after sign-in. */
  invitation_to_new_address: defineMail({
    audience: 'unverified',
    priority: 'ordinary',
    limits: INVITATIONS,
    slots: { link: 'link' },
    subject: () => 'An invitation waits for you on Gatehouse',
    paragraphs: ({ link }) => [
      'Hello,',
      'a company on Gatehouse invites this address to act for it. Open this link to see who invites you; it works once, for 7 days:',
      { link },
      'You need an account with this address. If you do not expect an invitation, you need not do anything.',
    ],
  }),

  invitation_to_account: defineMail({
    audience: 'verified',
    priority: 'ordinary',
    limits: INVITATIONS,
    slots: { company: 'typed', inviter: 'typed', role: ['owner', 'member'], link: 'link' },
    subject: ({ company }) => `Join ${company} on Gatehouse`,
    paragraphs: ({ company, inviter, role, link }) => [
      'Hello,',
      `${inviter} invites you to act for ${company} on Gatehouse, as ${INVITATION_ROLES[role]}. Open this link to join; it works once, for 7 days:`,
      { link },
      'If you do not know the company, you need not do anything.',
    ],
  }),

  application_stage: defineMail({
    audience: 'verified',
    priority: 'ordinary',
    limits: [{ scope: 'topic', count: 5, seconds: DAY_SECONDS }],
    delaySeconds: 60,
    slots: {
      name: 'typed',
      company: 'typed',
      job: 'typed',
      stage: ['interview', 'offer', 'rejected'],
      link: 'link',
    },
    subject: ({ company }) => `Your application at ${company}`,
    paragraphs: ({ name, company, job, stage, link }) => [
      `Hello ${name},`,
      `there is news of your application as “${job}” at ${company}: ${STAGE_NEWS[stage]}`,
      { link },
    ],
  }),
} as const;

/** The key of a mail. */
export type MailKind = keyof typeof MAILS;
