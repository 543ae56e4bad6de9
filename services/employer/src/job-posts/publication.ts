import { type Context, onlyRow, statement, type Transaction } from '@gatehouse/boundary';
import type { FieldError, JobPost, JobPostTerms } from '@gatehouse/contract';
import { isExpired } from './terms.ts';

/** Characters of the shortest description that says what the job is: about two sentences. */
const MIN_DESCRIPTION_LENGTH = 100;

type RefusingContext = Pick<Context<'JobPostService.UpdateJobPost'>, 'refuse'>;

/** The parts of a job post that applicants need. */
type NeededFacts = Pick<JobPost, 'location' | 'description'> & { readonly terms: JobPostTerms };

/** What a job post lacks before applicants may see it (U16); empty: nothing. */
function missingFacts({ location, description, terms }: NeededFacts): FieldError[] {
  const errors: FieldError[] = [];
  if (location.trim() === '') {
    errors.push({
      field: 'location',
      code: 'job_post.location',
      message: 'Add a location, or “Remote”.',
    });
  }
  if ([...description.trim()].length < MIN_DESCRIPTION_LENGTH) {
    errors.push({
      field: 'description',
      code: 'job_post.description',
      message: `Describe the job in at least ${MIN_DESCRIPTION_LENGTH} characters.`,
    });
  }
  if (isExpired(terms, Date.now())) {
    errors.push({
      field: 'terms.expires_on',
      code: 'job_post.expires_on',
      message: 'The last day for applications is over. Enter a later one, or none.',
    });
  }
  return errors;
}

/** @throws {Refusal} job_post_incomplete, with what is missing. */
export function requireComplete(context: RefusingContext, post: NeededFacts): void {
  const errors = missingFacts(post);
  if (errors.length === 0) return;
  context.refuse('job_post_incomplete', { detail: errors.map(({ message }) => message).join(' '), errors });
}

/**
 * Whether staff hide another post of the company that has this text, or had it when they hid it: its words alone count, in any
 * case and without accents.
 */
const FIND_HIDDEN_COPY = statement<{ is_hidden: boolean }>(
  'find_hidden_copy',
  `select exists (
     select from employer.job_posts j
      where j.company_id = $1 and j.hidden_at is not null and j.id <> $2
        and employer.search_text($3) in (employer.search_text(j.description), employer.search_text(j.hidden_description))
   ) as is_hidden`,
  { indexes: ['job_posts_hidden_idx'] },
);

/**
 * Staff alone give back what staff took (G2): no other state and no copy shows a hidden post again.
 * @throws {Refusal} job_post_hidden for a hidden post, or one with the text of a hidden one.
 */
export async function requireNotHidden(
  context: RefusingContext,
  tx: Transaction,
  post: {
    readonly id: string;
    readonly companyId: string;
    readonly description: string;
    readonly isHidden: boolean;
  },
): Promise<void> {
  if (post.isHidden)
    context.refuse('job_post_hidden', { detail: 'It can be published again once staff show it.' });
  const values = [post.companyId, post.id, post.description];
  const { is_hidden } = onlyRow(await tx.query(FIND_HIDDEN_COPY, values), 'whether it is a copy');
  if (is_hidden) {
    context.refuse('job_post_hidden', {
      detail:
        'Gatehouse staff have hidden a job post with the same description. Change the description, or contact us.',
    });
  }
}
