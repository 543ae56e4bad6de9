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
  accepted: (_company, job) => `An applicant accepted your interview about “${job}”.`,
  declined: (_company, job) => `An applicant declined your interview about “${job}”.`,
};

const OFFER_ANSWERS: Readonly<Record<string, (job: string) => string>> = {
  accepted: (job) => `An applicant accepted your offer for “${job}”.`,
  declined: (job) => `An applicant declined your offer for “${job}”.`,
};

/** What a mail says of a notification; null: nothing, because its user may not see its subject any more. */
export function newsSentence({ kind, value, company_name, job_post_title }: News): string | null {
  if (kind === 'role_changed' && value === 'revoked') return 'Your membership in a company was revoked.';
  const [company, job] = [singleLine(company_name), singleLine(job_post_title)];
  if (company === '') return null;
  if (kind === 'role_changed') return own(ROLES, value)?.(company) ?? null;
  if (job === '') return null;
  switch (kind) {
    case 'application_received':
      return `There are new applications for “${job}”.`;
    case 'application_assigned':
      return `An application for “${job}” was assigned to you.`;
    case 'application_moved':
      return own(STAGES, value)?.(company, job) ?? null;
    case 'job_post_closed':
      return `${company} closed its job post “${job}”.`;
    case 'message_received':
      return value === 'company'
        ? `${company} wrote to you about “${job}”.`
        : `An applicant wrote to you about “${job}”.`;
    case 'interview_changed':
      return own(INTERVIEWS, value)?.(company, job) ?? null;
    case 'offer_answered':
      return own(OFFER_ANSWERS, value)?.(job) ?? null;
    case 'application_withdrawn':
      return `An applicant withdrew an application for “${job}”.`;
    default:
      return null;
  }
}

function own<T>(texts: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(texts, key) ? texts[key] : undefined;
}
