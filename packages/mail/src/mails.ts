import { defineMail, type MailLimit, type NotificationMail, type TimeSlot } from './define-mail.ts';

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 86_400;

/** When its subject was done: in the transaction that queues the mail. */
const NOW: TimeSlot = { secondsLater: 0 };

/** When what this transaction has made expires, or is tried again. */
const IN_ONE_HOUR: TimeSlot = { secondsLater: HOUR_SECONDS };
const IN_ONE_DAY: TimeSlot = { secondsLater: DAY_SECONDS };
const IN_SEVEN_DAYS: TimeSlot = { secondsLater: 7 * DAY_SECONDS };

/** Mail that any visitor can cause for any address: enough to try again, too few to flood a mailbox. */
const ANY_VISITOR_CAN_CAUSE: readonly MailLimit[] = [
  { scope: 'recipient', count: 3, seconds: 900 },
  { scope: 'recipient', count: 8, seconds: DAY_SECONDS },
];

/** A short window: a mail beyond the limit waits, and must not wait as long as its link works. */
const RESETS: readonly MailLimit[] = [{ scope: 'recipient', count: 3, seconds: 900 }];

/** As for resets; a user can request it for the address of a stranger, so fewer in a day, and no single user takes those of another. */
const NEW_ADDRESSES: readonly MailLimit[] = [
  { scope: 'recipient', count: 3, seconds: 900 },
  { scope: 'topic', count: 4, seconds: DAY_SECONDS },
  { scope: 'recipient', count: 12, seconds: DAY_SECONDS },
];

/** The same without a link. */
const ADDRESS_CHANGES: readonly MailLimit[] = [
  { scope: 'recipient', count: 3, seconds: 900 },
  { scope: 'recipient', count: 8, seconds: DAY_SECONDS },
];

/** Mail about what was done with the credentials of an account. */
const OWN_ACTIONS: readonly MailLimit[] = [{ scope: 'recipient', count: 10, seconds: HOUR_SECONDS }];

const INVITATIONS: readonly MailLimit[] = [
  { scope: 'topic', count: 3, seconds: DAY_SECONDS },
  { scope: 'recipient', count: 10, seconds: DAY_SECONDS },
];

const INVITATION_ROLES = { owner: 'an owner', member: 'a member' } as const;

const REPLACED_SIGN_UP =
  'This sign-up replaces an earlier one for your address, and the earlier link no longer works. If you signed up only once, another person may have made this request: do not use the link above, and sign up again.';

/** The news of each stage that the applicant gets a mail about. */
const STAGE_NEWS = {
  interview: (company: string, job: string) =>
    `${company} would like to meet you about your application for “${job}”. They will contact you soon.`,
  offer: (company: string, job: string) =>
    `${company} would like to make you an offer for “${job}”. They will contact you soon. You can accept or decline it on the page of your application.`,
  rejected: (company: string, job: string) =>
    `Thank you for applying for “${job}” at ${company}. The company chose another applicant this time.`,
} as const;

/** The stages of an application that the applicant gets a mail about. */
type ReportedStage = keyof typeof STAGE_NEWS;

/** The stages that the applicant gets a mail about, in their order. */
export const REPORTED_STAGES = ['interview', 'offer', 'rejected'] as const satisfies readonly ReportedStage[];

/** Whether the applicant gets a mail about a stage. */
export function isReportedStage(stage: string): stage is ReportedStage {
  return Object.hasOwn(STAGE_NEWS, stage);
}

/** What staff have decided about a user's talent access, and what the user can do now. */
const TALENT_ACCESS_NEWS = {
  granted: {
    subject: 'Your talent access is active',
    text: 'Gatehouse staff approved your talent access.',
    next: 'You can now apply for jobs:',
  },
  restored: {
    subject: 'Your talent access is active again',
    text: 'Gatehouse staff restored your talent access.',
    next: 'You can apply for jobs again:',
  },
  refused: {
    subject: 'Your request for talent access was refused',
    text: 'Gatehouse staff refused your request for talent access.',
    next: 'You can send a new request:',
  },
  ended: {
    subject: 'Your talent access has ended',
    text: 'Gatehouse staff ended your talent access.',
    next: 'You can send a new request:',
  },
  suspended: {
    subject: 'Your talent access is suspended',
    text: 'Gatehouse staff suspended your talent access.',
    next: 'You can read your applications, but you cannot send new ones:',
  },
} as const;

/** The reason that staff chose to send, behind what they did. */
function withReason(text: string, reason: string): string {
  return reason === '' ? text : `${text} The reason: ${reason}`;
}

/** The company's own words, below what it has decided. */
function withLetter(text: string, company: string, letter: string): string {
  return letter === '' ? text : `${text}\n${company} writes:\n${letter}`;
}

/** What has happened to a passkey of an admin. */
const STAFF_PASSKEY_NEWS = {
  added: {
    subject: 'A passkey was added to your staff account',
    text: (passkey: string, at: string) =>
      `The passkey “${passkey}” was added to your staff account at ${at}.`,
  },
  removed: {
    subject: 'A passkey was removed from your staff account',
    text: (passkey: string, at: string) =>
      `The passkey “${passkey}” was removed from your staff account at ${at}.`,
  },
  copied: {
    subject: 'A sign-in with your passkey was refused',
    text: (passkey: string, at: string) =>
      `Your passkey “${passkey}” was refused at ${at}, because its counter was behind the last one. It may have been copied: remove it, and add a new one.`,
  },
} as const;

/** What an operator asks another one to approve. */
const STAFF_REQUEST_NEWS = {
  enable: (requester: string, account: string) => `${requester} wants to enable ${account} as an operator:`,
  promote: (requester: string, account: string) => `${requester} wants to make ${account} an operator:`,
  reset: (requester: string, account: string) =>
    `${requester} wants to replace the second factor of the operator ${account}:`,
} as const;

/** Why a member of staff gets a link. */
const STAFF_LINK_NEWS = {
  invitation: {
    subject: 'Set up your staff sign-in',
    text: 'An operator of Gatehouse invites you to set your password and your second factor:',
  },
  reset: {
    subject: 'Your second factor was reset',
    text: 'Your second factor was reset by an operator of Gatehouse, and your sessions have ended. Set a password and a second factor again:',
  },
} as const;

const REPORTS: readonly MailLimit[] = [{ scope: 'recipient', count: 10, seconds: HOUR_SECONDS }];

/** A mail that reports notifications, each in a sentence. */
function reportMail({
  notification,
  subject,
  limits,
  prompt = 'All your notifications:',
}: {
  readonly notification: NotificationMail;
  readonly subject: string;
  /** In front of the link. */
  readonly prompt?: string;
  readonly limits: readonly MailLimit[];
}) {
  return defineMail({
    audience: 'verified',
    priority: 'ordinary',
    limits,
    notification,
    isReport: true,
    // A later report has other news.
    isEvent: true,
    slots: { name: 'typed', news: 'sentences', rest: ['none', 'more'], link: 'link' },
    subject: () => subject,
    paragraphs: ({ name, news, rest, link }) => [
      `Hello ${name},`,
      news,
      rest === 'more' ? `There is more. ${prompt}` : prompt,
      { link },
    ],
  });
}

/** Every mail that Gatehouse sends. */
export const MAILS = {
  confirm_address: defineMail({
    audience: 'unverified',
    priority: 'security',
    limits: ANY_VISITOR_CAN_CAUSE,
    slots: { link: 'link', replaced: ['nothing', 'a sign-up'], until: IN_ONE_DAY },
    subject: () => 'Confirm your email address',
    paragraphs: ({ link, replaced, until }) => [
      'Hello,',
      'Welcome to Gatehouse. Confirm your email address to create your account:',
      { link },
      `The link works once, until ${until}.`,
      ...(replaced === 'nothing' ? [] : [REPLACED_SIGN_UP]),
      'If you did not sign up, ignore this email: without the link, no account is created.',
    ],
  }),

  account_exists: defineMail({
    audience: 'verified',
    priority: 'security',
    limits: ANY_VISITOR_CAN_CAUSE,
    slots: { name: 'typed', link: 'link' },
    subject: () => 'You already have an account',
    paragraphs: ({ name, link }) => [
      `Hello ${name},`,
      'We received a sign-up for this address, but it already has an account. Sign in here:',
      { link },
      'If you forgot your password, you can reset it there. If you did not sign up, ignore this email: nothing has changed.',
    ],
  }),

  password_reset: defineMail({
    audience: 'unverified',
    priority: 'security',
    limits: RESETS,
    slots: { link: 'link', until: IN_ONE_HOUR },
    subject: () => 'Reset your password',
    paragraphs: ({ link, until }) => [
      'Hello,',
      'We received a request to reset your password. Set a new one here:',
      { link },
      `The link works once, until ${until}.`,
      'If you did not make this request, ignore this email: your password stays the same.',
    ],
  }),

  confirm_new_address: defineMail({
    audience: 'unverified',
    priority: 'security',
    limits: NEW_ADDRESSES,
    slots: { link: 'link', until: IN_ONE_HOUR },
    subject: () => 'Confirm your new email address',
    paragraphs: ({ link, until }) => [
      'Hello,',
      'A Gatehouse user asked to use this address for their account. If this was you, confirm it in the browser where you are signed in:',
      { link },
      `The link works once, until ${until}.`,
      'If this was not you, ignore this email: without the link, nothing changes.',
    ],
  }),

  address_in_use: defineMail({
    audience: 'verified',
    priority: 'security',
    limits: ADDRESS_CHANGES,
    slots: { name: 'typed', link: 'link' },
    subject: () => 'Your address was entered for another account',
    paragraphs: ({ name, link }) => [
      `Hello ${name},`,
      'A Gatehouse user asked to use this address for another account, but it already belongs to yours. Nothing has changed.',
      'If this was you, sign in to the account that has this address:',
      { link },
      'If this was not you, ignore this email.',
    ],
  }),

  address_reserved: defineMail({
    audience: 'unverified',
    priority: 'security',
    limits: ADDRESS_CHANGES,
    slots: {},
    subject: () => 'This address cannot be used yet',
    paragraphs: () => [
      'Hello,',
      'A Gatehouse account was requested for this address. Until a few days ago it belonged to another account, which can still take it back: we sent the link for that to this address when it changed.',
      'If that account is yours and you did not change its address, use that link. Otherwise try again seven days after that email.',
      'If you requested nothing, ignore this email: nothing has changed.',
    ],
  }),

  address_changed: defineMail({
    audience: 'unverified',
    priority: 'security',
    limits: OWN_ACTIONS,
    slots: { link: 'link', at: NOW, until: IN_SEVEN_DAYS },
    subject: () => 'The email address of your account was changed',
    paragraphs: ({ link, at, until }) => [
      'Hello,',
      `The email address of your Gatehouse account was changed at ${at}: you no longer sign in with this one.`,
      'If this was not you, take your account back. This restores this address, ends every session and sets a new password:',
      { link },
      `The link works once, until ${until}. If you changed the address yourself, ignore this email.`,
    ],
  }),

  address_change_undone: defineMail({
    audience: 'unverified',
    priority: 'security',
    limits: OWN_ACTIONS,
    slots: { at: NOW },
    subject: () => 'The change to this address was undone',
    paragraphs: ({ at }) => [
      'Hello,',
      `A Gatehouse account that used this address has its former address again: the change was undone at ${at} from there, and every session was ended.`,
      'If this is your account and you did not undo the change, another person reads your former mailbox: reply to this email.',
    ],
  }),

  data_export_ready: defineMail({
    audience: 'verified',
    priority: 'security',
    limits: OWN_ACTIONS,
    slots: { name: 'typed', link: 'link', until: IN_ONE_DAY },
    subject: () => 'Your data is ready to download',
    paragraphs: ({ name, link, until }) => [
      `Hello ${name},`,
      'The file with your data is ready. Sign in to download it:',
      { link },
      `You can download it until ${until}.`,
      'If you did not request it, another person may have used your account: change your password on the same page.',
    ],
  }),

  account_deletion_requested: defineMail({
    audience: 'verified',
    priority: 'security',
    limits: OWN_ACTIONS,
    slots: { name: 'typed', date: 'typed', company: ['stays', 'closes'], link: 'link' },
    subject: () => 'Your account will be deleted',
    paragraphs: ({ name, date, company, link }) => [
      `Hello ${name},`,
      `You requested the deletion of your account. It will be deleted on ${date}${company === 'closes' ? ', and your company will be closed' : ''}. Until then you can use it as before.`,
      'To keep your account, sign in and cancel the deletion:',
      { link },
      'If you did not request it, another person may have used your account: cancel the deletion and change your password on the same page.',
    ],
  }),

  account_deletion_cancelled: defineMail({
    audience: 'verified',
    priority: 'security',
    limits: OWN_ACTIONS,
    slots: { name: 'typed', link: 'link', at: NOW },
    subject: () => 'Your account will not be deleted',
    paragraphs: ({ name, link, at }) => [
      `Hello ${name},`,
      `The deletion of your account was cancelled at ${at}. Your account stays as it is:`,
      { link },
      'If this was not you, change your password on this page.',
    ],
  }),

  /** Without links and names: the retention job, which sends it, knows neither. */
  account_deletion_postponed: defineMail({
    audience: 'unverified',
    priority: 'security',
    limits: OWN_ACTIONS,
    slots: { again: IN_SEVEN_DAYS },
    subject: () => 'Your account could not be deleted yet',
    paragraphs: ({ again }) => [
      'Hello,',
      'Your Gatehouse account was due to be deleted. It was not, because you are now the last owner of a company.',
      'Sign in to Gatehouse. Make another member an owner, or choose on the page “Account” to close the company.',
      `We will try again after ${again}. You can also cancel the deletion on that page.`,
    ],
  }),

  /** The database deletes this mail when it is sent or dropped: it is the last row with the address. */
  account_deleted: defineMail({
    audience: 'unverified',
    priority: 'security',
    limits: OWN_ACTIONS,
    slots: {},
    subject: () => 'Your account was deleted',
    paragraphs: () => [
      'Hello,',
      'Your Gatehouse account and your personal data were deleted, as you requested. Your applications were withdrawn.',
      'This is the last email about it: we no longer have your address. You can sign up again at any time.',
    ],
  }),

  company_closed: defineMail({
    audience: 'unverified',
    priority: 'ordinary',
    limits: OWN_ACTIONS,
    slots: {},
    subject: () => 'Your company on Gatehouse was closed',
    paragraphs: () => [
      'Hello,',
      'The last owner of your company closed it. Its job posts are closed, and you no longer belong to it.',
      'Your own account stays as it is. You can create or join another company.',
    ],
  }),

  password_changed: defineMail({
    audience: 'verified',
    priority: 'security',
    limits: OWN_ACTIONS,
    slots: { name: 'typed', link: 'link', at: NOW },
    subject: () => 'Your password was changed',
    paragraphs: ({ name, link, at }) => [
      `Hello ${name},`,
      `Your password was changed at ${at}, and all your other sessions were ended.`,
      'If this was not you, reset your password immediately:',
      { link },
    ],
  }),

  new_sign_in: defineMail({
    audience: 'verified',
    priority: 'security',
    limits: OWN_ACTIONS,
    slots: { name: 'typed', device: 'typed', link: 'link', at: NOW },
    subject: () => 'New sign-in to your account',
    paragraphs: ({ name, device, link, at }) => [
      `Hello ${name},`,
      `There was a sign-in to your account at ${at}, from a browser that has not been used for it before: ${device}.`,
      'If this was you, ignore this email. If not, choose “This wasn’t me” beside the sign-in:',
      { link },
      'If you cannot sign in any more, use “Forgot your password?” on the sign-in page.',
    ],
  }),

  sign_in_reported: defineMail({
    audience: 'verified',
    priority: 'security',
    limits: OWN_ACTIONS,
    slots: { name: 'typed', link: 'link', passkeys: ['none', 'some'], at: NOW, until: IN_ONE_HOUR },
    subject: () => 'Set a new password',
    paragraphs: ({ name, link, passkeys, at, until }) => [
      `Hello ${name},`,
      `At ${at}, a sign-in to your account was reported as not yours. All your sessions were ended, and your password no longer works. Passkeys added and invitations sent since that sign-in were removed. Set a new password:`,
      { link },
      ...(passkeys === 'some'
        ? [
            'Your earlier passkeys still sign in. Look at them on your account page, and remove any that you do not know.',
          ]
        : []),
      `The link works once, until ${until}. After that, use “Forgot your password?” on the sign-in page.`,
      'If you did not report a sign-in, another person used your account: set a new password, too.',
    ],
  }),

  passkey_added: defineMail({
    audience: 'verified',
    priority: 'security',
    limits: OWN_ACTIONS,
    isEvent: true,
    slots: { name: 'typed', passkey: 'typed', link: 'link', at: NOW },
    subject: () => 'A passkey was added to your account',
    paragraphs: ({ name, passkey, link, at }) => [
      `Hello ${name},`,
      `The passkey “${passkey}” was added to your account at ${at}. It signs in without a password.`,
      'If this was not you, remove it, and change your password if you have one:',
      { link },
    ],
  }),

  passkey_removed: defineMail({
    audience: 'verified',
    priority: 'security',
    limits: OWN_ACTIONS,
    isEvent: true,
    slots: { name: 'typed', passkey: 'typed', link: 'link', at: NOW },
    subject: () => 'A passkey was removed from your account',
    paragraphs: ({ name, passkey, link, at }) => [
      `Hello ${name},`,
      `The passkey “${passkey}” was removed from your account at ${at}, and the sessions that began with it were ended.`,
      'If this was not you, set a new password immediately:',
      { link },
    ],
  }),

  passkey_copied: defineMail({
    audience: 'verified',
    priority: 'security',
    limits: OWN_ACTIONS,
    isEvent: true,
    slots: { name: 'typed', passkey: 'typed', link: 'link', at: NOW },
    subject: () => 'A sign-in with your passkey was refused',
    paragraphs: ({ name, passkey, link, at }) => [
      `Hello ${name},`,
      `A sign-in with your passkey “${passkey}” was refused at ${at}, because its counter was behind the last one. The passkey may have been copied.`,
      'Remove it, and add a new one:',
      { link },
    ],
  }),

  staff_link_made: defineMail({
    audience: 'verified',
    priority: 'security',
    limits: OWN_ACTIONS,
    slots: { name: 'typed' },
    subject: () => 'Your staff sign-in link was created',
    paragraphs: ({ name }) => [
      `Hello ${name},`,
      'An operator of Gatehouse created a link that sets your password and your authenticator app, and will send it to you. Earlier links no longer work.',
      'If you did not expect this, tell the operator immediately.',
    ],
  }),

  staff_link: defineMail({
    audience: 'verified',
    priority: 'security',
    host: 'team',
    limits: OWN_ACTIONS,
    slots: { name: 'typed', occasion: ['invitation', 'reset'], link: 'link', until: IN_ONE_DAY },
    subject: ({ occasion }) => STAFF_LINK_NEWS[occasion].subject,
    paragraphs: ({ name, occasion, link, until }) => [
      `Hello ${name},`,
      STAFF_LINK_NEWS[occasion].text,
      { link },
      `The link works once, until ${until}. Earlier links no longer work.`,
      'If you did not expect this, do not open the link, and tell the operator.',
    ],
  }),

  staff_approval_requested: defineMail({
    audience: 'verified',
    priority: 'ordinary',
    host: 'team',
    limits: OWN_ACTIONS,
    slots: {
      name: 'typed',
      requester: 'typed',
      account: 'typed',
      kind: ['enable', 'promote', 'reset'],
      link: 'link',
      until: IN_ONE_DAY,
    },
    subject: () => 'A staff change waits for your approval',
    paragraphs: ({ name, requester, account, kind, link, until }) => [
      `Hello ${name},`,
      STAFF_REQUEST_NEWS[kind](requester, account),
      { link },
      `A second operator can approve it until ${until}. Ask before you approve what you did not expect.`,
    ],
  }),

  staff_link_opened: defineMail({
    audience: 'verified',
    priority: 'security',
    limits: OWN_ACTIONS,
    slots: { name: 'typed', at: NOW },
    subject: () => 'Your staff sign-in link was opened',
    paragraphs: ({ name, at }) => [
      `Hello ${name},`,
      `The link that sets your password and your authenticator app was opened at ${at}. It shows a new secret each time, and only the latest one works.`,
      'If this was not you, ask the operator for a new link: it ends this one.',
    ],
  }),

  staff_enrolled: defineMail({
    audience: 'verified',
    priority: 'security',
    limits: OWN_ACTIONS,
    slots: { name: 'typed', at: NOW },
    subject: () => 'Your staff sign-in is set up',
    paragraphs: ({ name, at }) => [
      `Hello ${name},`,
      `Your password, authenticator app and recovery codes were set at ${at}. The earlier ones no longer work, and all your sessions were ended.`,
      'If this was not you, tell the operator immediately and ask for a new link.',
    ],
  }),

  staff_password_used: defineMail({
    audience: 'verified',
    priority: 'security',
    limits: OWN_ACTIONS,
    slots: { name: 'typed', at: NOW },
    subject: () => 'Your staff password was entered, without your second factor',
    paragraphs: ({ name, at }) => [
      `Hello ${name},`,
      `Your password was entered on the staff sign-in at ${at}, from a network address from which you have not signed in lately, without a valid second factor. The sign-in was refused.`,
      'If this was not you, another person knows your password: ask the operator immediately for a new link, which replaces it.',
    ],
  }),

  staff_passkey: defineMail({
    audience: 'verified',
    priority: 'security',
    limits: OWN_ACTIONS,
    isEvent: true,
    slots: { name: 'typed', passkey: 'typed', event: ['added', 'removed', 'copied'], at: NOW },
    subject: ({ event }) => STAFF_PASSKEY_NEWS[event].subject,
    paragraphs: ({ name, passkey, event, at }) => [
      `Hello ${name},`,
      STAFF_PASSKEY_NEWS[event].text(passkey, at),
      'If this was not you, ask the operator immediately for a new link: it ends your sessions and replaces your password and second factors.',
    ],
  }),

  recovery_code_used: defineMail({
    audience: 'verified',
    priority: 'security',
    limits: OWN_ACTIONS,
    isEvent: true,
    slots: { name: 'typed', codes_left: 'typed', at: NOW },
    subject: () => 'A recovery code was used to sign in',
    paragraphs: ({ name, codes_left, at }) => [
      `Hello ${name},`,
      `One of your recovery codes was used to sign in at ${at}. You have ${codes_left} left.`,
      'If this was not you, ask the operator immediately for a new link: it ends your sessions and replaces your password, authenticator app and recovery codes.',
    ],
  }),

  /** To an address without a verified account: the join page shows company and inviter after sign-in. */
  invitation_to_new_address: defineMail({
    audience: 'unverified',
    priority: 'ordinary',
    limits: INVITATIONS,
    slots: { link: 'link', until: IN_SEVEN_DAYS },
    subject: () => 'You are invited to Gatehouse',
    paragraphs: ({ link, until }) => [
      'Hello,',
      'A company on Gatehouse invites you to join it. See who invited you:',
      { link },
      `The link works once, until ${until}. You need an account with this email address.`,
      'If you do not expect an invitation, ignore this email.',
    ],
  }),

  invitation_to_account: defineMail({
    audience: 'verified',
    priority: 'ordinary',
    limits: INVITATIONS,
    notification: 'invitation_received',
    slots: {
      company: 'typed',
      inviter: 'typed',
      role: ['owner', 'member'],
      link: 'link',
      until: IN_SEVEN_DAYS,
    },
    subject: ({ company }) => `Join ${company} on Gatehouse`,
    paragraphs: ({ company, inviter, role, link, until }) => [
      'Hello,',
      `${inviter} invites you to join ${company} on Gatehouse, as ${INVITATION_ROLES[role]}:`,
      { link },
      `The link works once, until ${until}.`,
      'If you do not know this company, ignore this email.',
    ],
  }),

  talent_access_decided: defineMail({
    audience: 'verified',
    priority: 'ordinary',
    limits: [{ scope: 'topic', count: 10, seconds: DAY_SECONDS }],
    slots: {
      name: 'typed',
      decision: ['granted', 'restored', 'refused', 'ended', 'suspended'],
      reason: 'passage',
      link: 'link',
    },
    subject: ({ decision }) => TALENT_ACCESS_NEWS[decision].subject,
    paragraphs: ({ name, decision, reason, link }) => [
      `Hello ${name},`,
      withReason(TALENT_ACCESS_NEWS[decision].text, reason),
      TALENT_ACCESS_NEWS[decision].next,
      { link },
      'If you have questions, reply to this email.',
    ],
  }),

  company_condition_changed: defineMail({
    audience: 'verified',
    priority: 'ordinary',
    limits: [{ scope: 'topic', count: 10, seconds: DAY_SECONDS }],
    slots: {
      name: 'typed',
      company: 'typed',
      condition: ['active', 'disabled'],
      reason: 'passage',
      link: 'link',
    },
    subject: ({ company, condition }) =>
      condition === 'disabled'
        ? `${company} is disabled on Gatehouse`
        : `${company} is active again on Gatehouse`,
    paragraphs: ({ name, company, condition, reason, link }) => [
      `Hello ${name},`,
      withReason(`Gatehouse staff ${condition === 'disabled' ? 'disabled' : 'enabled'} ${company}.`, reason),
      condition === 'disabled'
        ? 'Its job posts are hidden, its open invitations are revoked, and its members cannot act for it:'
        : 'Its members can act for it again. Its published job posts are visible if it is approved:',
      { link },
      'If you have questions, reply to this email.',
    ],
  }),

  company_reviewed: defineMail({
    audience: 'verified',
    priority: 'ordinary',
    limits: [{ scope: 'topic', count: 10, seconds: DAY_SECONDS }],
    slots: {
      name: 'typed',
      company: 'typed',
      decision: ['approved', 'refused'],
      reason: 'passage',
      link: 'link',
    },
    subject: ({ company, decision }) => `${company} was ${decision} on Gatehouse`,
    paragraphs: ({ name, company, decision, reason, link }) => [
      `Hello ${name},`,
      withReason(`Gatehouse staff ${decision} ${company}.`, reason),
      decision === 'approved'
        ? 'What it publishes is public, and talent can apply:'
        : 'What it publishes is not public. Its members can still prepare job posts:',
      { link },
      'If you have questions, reply to this email.',
    ],
  }),

  job_post_visibility_changed: defineMail({
    audience: 'verified',
    priority: 'ordinary',
    limits: [{ scope: 'topic', count: 10, seconds: DAY_SECONDS }],
    slots: { name: 'typed', job: 'typed', visibility: ['shown', 'hidden'], reason: 'passage', link: 'link' },
    subject: ({ job, visibility }) =>
      visibility === 'hidden'
        ? `Your job post “${job}” is hidden`
        : `Your job post “${job}” is no longer hidden`,
    paragraphs: ({ name, job, visibility, reason, link }) => [
      `Hello ${name},`,
      withReason(
        visibility === 'hidden'
          ? `Gatehouse staff hid your company’s job post “${job}”.`
          : `Gatehouse staff no longer hide your company’s job post “${job}”.`,
        reason,
      ),
      visibility === 'hidden'
        ? 'Visitors do not see it, and it takes no applications. You can still read those that were sent, and edit the post:'
        : 'If it is published, visitors see it, and it takes applications:',
      { link },
      'If you have questions, reply to this email.',
    ],
  }),

  application_stage: defineMail({
    audience: 'verified',
    priority: 'ordinary',
    limits: [{ scope: 'topic', count: 5, seconds: DAY_SECONDS }],
    // An undo has the first 60. `talent.delay_stage` shows the applicant the stage at the same time.
    delaySeconds: 65,
    notification: 'application_moved',
    slots: {
      name: 'typed',
      company: 'typed',
      job: 'typed',
      stage: ['interview', 'offer', 'rejected'],
      message: 'letter',
      link: 'link',
    },
    subject: ({ company }) => `Your application to ${company}`,
    paragraphs: ({ name, company, job, stage, message, link }) => [
      `Hello ${name},`,
      withLetter(STAGE_NEWS[stage](company, job), company, message),
      'Your application:',
      { link },
    ],
  }),

  /** One for each search and interval; the limits hold even if a user changes the interval again and again. */
  saved_search: defineMail({
    audience: 'verified',
    priority: 'ordinary',
    notification: 'saved_search',
    limits: [
      { scope: 'topic', count: 2, seconds: DAY_SECONDS },
      { scope: 'recipient', count: 25, seconds: DAY_SECONDS },
    ],
    slots: { search: 'typed', jobs: 'typed', list: 'letter', link: 'link', settings: 'link' },
    subject: ({ search, jobs }) => `${jobs}: ${search}`,
    paragraphs: ({ search, jobs, list, link, settings }) => [
      'Hello,',
      `${jobs} for your saved search “${search}”:\n${list}`,
      'See all of them:',
      { link },
      'To get this mail less often, or to stop it, change your saved searches:',
      { link: settings },
    ],
  }),

  application_received: reportMail({
    notification: 'application_received',
    subject: 'New applications',
    limits: REPORTS,
  }),

  /** For stages whose own mail was dropped, because the applicant wanted them daily then. */
  application_moved: reportMail({
    notification: 'application_moved',
    subject: 'Updates on your applications',
    limits: REPORTS,
  }),

  role_changed: reportMail({
    notification: 'role_changed',
    subject: 'Your role in a company has changed',
    limits: REPORTS,
  }),

  job_post_closed: reportMail({
    notification: 'job_post_closed',
    subject: 'A job post that you have applied for is closed',
    limits: REPORTS,
  }),

  /** Without a word of the messages: our mail carries no text of strangers. */
  message_received: reportMail({
    notification: 'message_received',
    subject: 'New messages',
    limits: REPORTS,
    prompt: 'Read and answer:',
  }),

  interview_changed: reportMail({
    notification: 'interview_changed',
    subject: 'Update on an interview',
    limits: REPORTS,
    prompt: 'See the interview:',
  }),

  application_assigned: reportMail({
    notification: 'application_assigned',
    subject: 'Applications assigned to you',
    limits: REPORTS,
  }),

  offer_answered: reportMail({
    notification: 'offer_answered',
    subject: 'Answers to your offers',
    limits: REPORTS,
    prompt: 'See the answer:',
  }),

  application_withdrawn: reportMail({
    notification: 'application_withdrawn',
    subject: 'Withdrawn applications',
    limits: REPORTS,
  }),

  /** In case of two on one day, such as after an outage, the second one waits. */
  notification_digest: reportMail({
    notification: 'digest',
    subject: 'Your news on Gatehouse',
    limits: [{ scope: 'recipient', count: 1, seconds: 20 * HOUR_SECONDS }],
  }),
} as const;

/** The key of a mail. */
export type MailKind = keyof typeof MAILS;
