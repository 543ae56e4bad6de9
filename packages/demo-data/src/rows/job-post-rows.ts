import { demoCompanies, firstCompanies } from '../companies.ts';
import { demoId } from '../demo-id.ts';
import { HIDDEN_JOB_POST } from '../history.ts';
import { jobTerms } from '../job-terms.ts';
import { jobText } from '../job-text.ts';
import { demoQuestions } from '../screening.ts';
import { companyId, HOUR_MILLIS, timeOfCompany } from '../times-and-ids.ts';

/** A row of employer.job_posts, as the demo makes it. */
export interface JobPostRow extends Readonly<Record<string, unknown>> {
  readonly id: string;
  readonly company_id: string;
  readonly title: string;
  readonly questions: readonly unknown[];
  readonly state: 'draft' | 'published' | 'closed';
  /** ISO 8601; null: it is not hidden. */
  readonly hidden_at: string | null;
  /** ISO 8601. */
  readonly created_at: string;
}

const DAY_HOURS = 24;

/** Before now, staff have hidden a post. */
const HIDDEN_MILLIS = 4 * DAY_HOURS * HOUR_MILLIS;

/**
 * Every job post of the demo: the first companies' over half a year, the others' over the last three months, that of a company which waits for
 * its review when it came.
 */
export function jobPostRows(firstDay: number, now: number): readonly JobPostRow[] {
  return demoCompanies.flatMap((company, index) =>
    company.posts.map((post, position) => {
      const { title, location, kind, state } = post;
      const day =
        index < firstCompanies.length ? position * 9 + index * 2 : 84 + ((position * 29 + index * 13) % 88);
      const at =
        company.review === 'pending'
          ? timeOfCompany(company.name, firstDay) + (position + 1) * HOUR_MILLIS
          : firstDay + (DAY_HOURS * day + ((index * 7 + position * 3) % 9)) * HOUR_MILLIS;
      const createdAt = new Date(Math.min(at, now)).toISOString();
      return {
        id: demoId(`${company.name} ${title}`, at),
        company_id: companyId(company.name, firstDay),
        title,
        description: jobText(company, post),
        location,
        kind,
        state,
        created_at: createdAt,
        updated_at: createdAt,
        published_at: state === 'draft' ? null : createdAt,
        ...jobTerms({ company, post, now }),
        questions: demoQuestions(company, post),
        ...(isHidden(company.name, title)
          ? {
              hidden_at: new Date(now - HIDDEN_MILLIS).toISOString(),
              hidden_reason: HIDDEN_JOB_POST.ownerReason,
            }
          : { hidden_at: null, hidden_reason: '' }),
      };
    }),
  );
}

function isHidden(company: string, title: string): boolean {
  return company === HIDDEN_JOB_POST.company && title === HIDDEN_JOB_POST.title;
}
