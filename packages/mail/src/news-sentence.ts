import { singleLine } from './render-mail.ts';

/** A notification, with the names that its user may see now. */
export interface News {
  readonly kind: string;
  readonly value: string;
  readonly company_name: string;
  readonly job_post_title: string;
}

const ROLES: Readonly<Record<string, (company: string) => string>> = {
  owner: (company) => `You are now an owner of ${company}.`,
  member: (company) => `You are now a member of ${company}.`,
  restored: (company) => `You belong to ${company} again.`,
};

const STAGES: Readonly<Record<string, (company: string, job: string) => string>> = {
  interview: (company, job) => `${company} would like to meet you about “${job}”.`,
  offer: (company, job) => `${company} would like to make you an offer for “${job}”.`,
  rejected: (company, job) => `${company} chose another applicant for “${job}”.`,
};

const INTERVIEWS: Readonly<Record<string, (company: string, job: string) => string>> = {
  proposed: (company, job) => `${company} proposes times for an interview about “${job}”.`,
  cancelled: (company, job) => `${company} cancelled the interview about “${job}”.`,
};

const ANSWERS: ReadonlySet<string> = new Set(['accepted', 'declined']);

/**
 * What a mail says of notifications that differ in their subjects alone; null: nothing, because their user may not see these any more.
 * @param count of the subjects; a member has many applications for one job post.
 */
export function newsSentence({ kind, value, company_name, job_post_title }: News, count = 1): string | null {
  if (kind === 'role_changed' && value === 'revoked') return 'Your membership in a company was revoked.';
  const [company, job] = [singleLine(company_name), singleLine(job_post_title)];
  if (company === '') return null;
  if (kind === 'role_changed') return own(ROLES, value)?.(company) ?? null;
  if (job === '') return null;
  const applicants = count === 1 ? 'An applicant' : `${count} applicants`;
  switch (kind) {
    case 'application_received':
      return `There are new applications for “${job}”.`;
    case 'application_assigned':
      return count === 1
        ? `An application for “${job}” was assigned to you.`
        : `${count} applications for “${job}” were assigned to you.`;
    case 'application_moved':
      return own(STAGES, value)?.(company, job) ?? null;
    case 'job_post_closed':
      return `${company} closed its job post “${job}”.`;
    case 'message_received':
      return value === 'company'
        ? `${company} wrote to you about “${job}”.`
        : `${applicants} wrote to you about “${job}”.`;
    case 'interview_changed':
      return ANSWERS.has(value)
        ? `${applicants} ${value} your ${count === 1 ? 'interview' : 'interviews'} about “${job}”.`
        : (own(INTERVIEWS, value)?.(company, job) ?? null);
    case 'offer_answered':
      return ANSWERS.has(value)
        ? `${applicants} ${value} your ${count === 1 ? 'offer' : 'offers'} for “${job}”.`
        : null;
    case 'application_withdrawn':
      return count === 1
        ? `An applicant withdrew an application for “${job}”.`
        : `${count} applications for “${job}” were withdrawn.`;
    default:
      return null;
  }
}

function own<T>(texts: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(texts, key) ? texts[key] : undefined;
}
