import type { Notification, NotificationKind } from '@gatehouse/contract/wire';

/** What a notification says, and the page about it. */
interface News {
  readonly text: string;
  /** Absent: there is none, or the user cannot open it any more. */
  readonly to?: string;
}

type NewsOf = (notification: Notification) => News | undefined;

const TALENT_ACCESS: Readonly<Record<string, News>> = {
  granted: { text: 'Your talent access is active', to: '/talent' },
  restored: { text: 'Your talent access is active again', to: '/talent' },
  refused: { text: 'Your request for talent access was refused', to: '/talent/welcome?decision=refused' },
  ended: { text: 'Your talent access has ended', to: '/talent/welcome?decision=ended' },
  suspended: { text: 'Your talent access is suspended', to: '/talent/suspended' },
};

const STAGES: Readonly<Record<string, (company: string, job: string) => string>> = {
  interview: (company, job) => `${company} would like to meet you about ${job}`,
  offer: (company, job) => `${company} would like to make you an offer for ${job}`,
  rejected: (company, job) => `${company} chose another applicant for ${job}`,
};

const ROLES: Readonly<Record<string, (company: string) => string>> = {
  owner: (company) => `You are now an owner of ${company}`,
  member: (company) => `You are now a member of ${company}`,
  restored: (company) => `You belong to ${company} again`,
  revoked: () => 'Your membership in a company was revoked',
};

const CONDITIONS: Readonly<Record<string, (company: string) => News>> = {
  active: (company) => ({ text: `Gatehouse staff enabled ${company}`, to: '/employer' }),
  disabled: () => ({
    text: 'Gatehouse staff disabled your company. Read why, and how to reach us',
    to: '/employer/disabled',
  }),
  closed: () => ({ text: 'Your company was closed by its last owner' }),
};

const REVIEWS: Readonly<Record<string, (company: string) => string>> = {
  approved: (company) => `Gatehouse staff approved ${company}`,
  refused: (company) => `Gatehouse staff refused ${company}. Read why, and how to reach us`,
};

const OFFER_ANSWERS: Readonly<Record<string, (job: string) => string>> = {
  accepted: (job) => `An applicant accepted your offer for ${job}`,
  declined: (job) => `An applicant declined your offer for ${job}`,
};

const VISIBILITIES: Readonly<Record<string, (job: string) => string>> = {
  hidden: (job) => `Gatehouse staff hid ${job}. Read why, and how to reach us`,
  shown: (job) => `Gatehouse staff no longer hide ${job}`,
};

const ownApplication = (id: string) => `/talent/applications/${encodeURIComponent(id)}`;

const companyConversation = (id: string) => `/employer/applications/${encodeURIComponent(id)}/conversation`;

/** A kind without a sentence does not compile. */
const NEWS: Readonly<Record<NotificationKind, NewsOf>> = {
  access_decided: ({ value }) => own(TALENT_ACCESS, value),
  application_received: ({ subject_id, job_post_title }) =>
    job_post_title === ''
      ? { text: 'New applications for a job post' }
      : {
          text: `New applications for ${job_post_title}`,
          to: `/employer/applications?job=${encodeURIComponent(subject_id)}`,
        },
  application_moved: ({ subject_id, value, company_name, job_post_title }) =>
    withLink(own(STAGES, value)?.(company_name, job_post_title), ownApplication(subject_id)),
  invitation_received: ({ company_name }) => ({
    text:
      company_name === ''
        ? 'You were invited to join a company. The invitation is no longer open'
        : `${company_name} invites you to join it. Accept with the link in our email`,
  }),
  role_changed: ({ value, company_name }) =>
    withLink(own(ROLES, value)?.(company_name === '' ? 'your company' : company_name), '/employer'),
  company_condition_changed: ({ value, company_name }) =>
    own(CONDITIONS, value)?.(company_name === '' ? 'your company' : company_name),
  company_reviewed: ({ value, company_name }) =>
    withLink(own(REVIEWS, value)?.(company_name === '' ? 'your company' : company_name), '/employer'),
  job_post_visibility_changed: ({ subject_id, value, job_post_title }) =>
    job_post_title === ''
      ? { text: 'Gatehouse staff reviewed a job post' }
      : withLink(
          own(VISIBILITIES, value)?.(job_post_title),
          `/employer/jobs/${encodeURIComponent(subject_id)}`,
        ),
  application_assigned: ({ subject_id, job_post_title }) =>
    job_post_title === ''
      ? { text: 'An application was assigned to you' }
      : {
          text: `An application for ${job_post_title} was assigned to you`,
          to: `/employer/applications/${encodeURIComponent(subject_id)}`,
        },
  offer_answered: ({ subject_id, value, job_post_title }) =>
    job_post_title === ''
      ? { text: 'An answer to an offer' }
      : withLink(
          own(OFFER_ANSWERS, value)?.(job_post_title),
          `/employer/applications/${encodeURIComponent(subject_id)}`,
        ),
  application_withdrawn: ({ subject_id, job_post_title }) =>
    job_post_title === ''
      ? { text: 'An application was withdrawn' }
      : {
          text: `An applicant withdrew an application for ${job_post_title}`,
          to: `/employer/applications/${encodeURIComponent(subject_id)}`,
        },
  job_post_closed: ({ subject_id, company_name, job_post_title }) =>
    withLink(`${company_name} closed its job post ${job_post_title}`, ownApplication(subject_id)),
  message_received: ({ subject_id, value, company_name, job_post_title }) => {
    if (job_post_title === '') return { text: 'A message about an application' };
    return value === 'company'
      ? withLink(`${company_name} wrote to you about ${job_post_title}`, ownApplication(subject_id))
      : withLink(`An applicant wrote to you about ${job_post_title}`, companyConversation(subject_id));
  },
  interview_changed: ({ subject_id, value, company_name, job_post_title }) =>
    job_post_title === ''
      ? { text: 'Update on an interview' }
      : own(INTERVIEWS, value)?.(company_name, job_post_title, subject_id),
};

const INTERVIEWS: Readonly<Record<string, (company: string, job: string, id: string) => News>> = {
  proposed: (company, job, id) => ({
    text: `${company} proposes times for an interview about ${job}`,
    to: ownApplication(id),
  }),
  cancelled: (company, job, id) => ({
    text: `${company} cancelled the interview about ${job}`,
    to: ownApplication(id),
  }),
  accepted: (_company, job, id) => ({
    text: `An applicant accepted your interview about ${job}`,
    to: companyConversation(id),
  }),
  declined: (_company, job, id) => ({
    text: `An applicant declined your interview about ${job}`,
    to: companyConversation(id),
  }),
};

/** What a notification says; without details where another release wrote a kind or word that this page does not know. */
export function newsOf(notification: Notification): News {
  return own(NEWS, notification.kind)?.(notification) ?? { text: 'There is news about your account' };
}

function own<T>(texts: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(texts, key) ? texts[key] : undefined;
}

function withLink(text: string | undefined, to: string): News | undefined {
  return text === undefined ? undefined : { text, to };
}
