import { type Context, type HandlersOf, onlyRow, type SearchQueue, statement } from '@gatehouse/boundary';
import type { JobPostState } from '@gatehouse/contract';
import { requireCountry } from './country.ts';
import { JOB_POST_COLUMNS, type JobPostRow, presentJobPost } from './job-post-row.ts';
import { createListJobPosts } from './list.ts';
import { requireComplete, requireNotHidden } from './publication.ts';
import { questionsOf } from './questions.ts';
import { type JobPostQuotas, requireRoomForDraft, requireRoomToPublish } from './quotas.ts';
import { NO_TERMS, requireValidTerms, termsValues } from './terms.ts';

const CREATE_JOB_POST = statement<JobPostRow>(
  'create_job_post',
  `insert into employer.job_posts (company_id, title, description, location, kind, pay_minimum, pay_maximum, pay_currency,
     pay_period, remote_mode, seniority, languages, expires_on, questions, country_code)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14::jsonb, $15)
   returning ${JOB_POST_COLUMNS}`,
);

const FIND_JOB_POST = statement<JobPostRow>(
  'find_job_post',
  `select ${JOB_POST_COLUMNS} from employer.job_posts where id = $1 and company_id = $2`,
);

const LOCK_JOB_POST = statement<JobPostRow>(
  'lock_job_post',
  `select ${JOB_POST_COLUMNS} from employer.job_posts where id = $1 and company_id = $2 for update of job_posts`,
);

/** For so long after its publication a post that was closed keeps its place when it is reopened: nothing is gained by closing it. */
const KEEPS_PLACE = "interval '30 days'";

/** No row: nothing is different. */
const UPDATE_JOB_POST = statement<JobPostRow>(
  'update_job_post',
  `update employer.job_posts
      set title = $2, description = $3, location = $4, kind = $5, state = $6, updated_at = now(),
          pay_minimum = $7, pay_maximum = $8, pay_currency = $9, pay_period = $10, remote_mode = $11, seniority = $12,
          languages = $13, expires_on = $14, questions = $15::jsonb, country_code = $16,
          published_at = case when $6 = 'published' and state <> 'published'
                                   and (published_at is null or published_at <= now() - ${KEEPS_PLACE})
                              then now() else published_at end
    where id = $1
      and (title, description, location, kind, state, pay_minimum, pay_maximum, pay_currency, pay_period, remote_mode,
           seniority, languages, expires_on, questions, country_code)
          is distinct from ($2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15::jsonb, $16)
   returning ${JOB_POST_COLUMNS}`,
);

/** Deletes nothing but a draft. */
const DELETE_DRAFT = statement<object>('delete_draft', 'select from employer.delete_draft($1, $2)');

const NOTIFY_OF_CLOSED_POST = statement<object>(
  'notify_of_closed_posts',
  'select from identity.notify_of_closed_posts(array[$1::uuid])',
);

const CHANGES = ['job_post.created', 'job_post.changed'] as const;

const NEXT_STATES: Record<JobPostState, readonly JobPostState[]> = {
  draft: ['published'],
  published: ['closed'],
  closed: ['published'],
};

/**
 * The job posts of the caller's company; another company's are not found.
 * @param search for lists with a query, or in another order than the newest first.
 */
export function createJobPostHandlers({
  quotas,
  search,
}: {
  quotas: JobPostQuotas;
  search: SearchQueue;
}): HandlersOf<'JobPostService'> {
  return {
    'JobPostService.ListJobPosts': createListJobPosts(search),

    'JobPostService.CreateJobPost': (context, input) => {
      const { title, description, location, kind, terms = NO_TERMS } = input;
      requireValidTerms(terms);
      const country = requireCountry(input.country_code ?? '');
      const questions = questionsOf(input.questions);
      return context.transaction(
        async (tx) => {
          const { id: companyId } = tx.org_company;
          await requireRoomForDraft(context, tx, { companyId, quotas });
          const texts = [companyId, title.trim(), description, location.trim(), kind];
          const values = [...texts, ...termsValues(terms), JSON.stringify(questions), country];
          const row = onlyRow(await tx.query(CREATE_JOB_POST, values), 'the new job post');
          await tx.audit({ action: 'job_post.created', subject_kind: 'job_post', subject_id: row.id });
          return presentJobPost(row);
        },
        // The lock of the quotas is the company's: members who wait for it hold no connection (G6).
        { queuedFor: context.org_company.id },
      );
    },

    'JobPostService.GetJobPost': async (context, input) => {
      const [row] = await context.read.query(FIND_JOB_POST, [input.id, context.org_company.id]);
      return row === undefined ? context.refuse('not_found') : presentJobPost(row);
    },

    'JobPostService.UpdateJobPost': (context, input) => {
      if (input.terms !== undefined) requireValidTerms(input.terms);
      const country = input.country_code === undefined ? undefined : requireCountry(input.country_code);
      const questions = input.questions === undefined ? null : questionsOf(input.questions);
      return context.transaction(
        async (tx) => {
          const [before] = await tx.query(LOCK_JOB_POST, [input.id, tx.org_company.id]);
          if (before === undefined) return context.refuse('not_found');
          await tx.requireVersion(presentJobPost(before), { subjectId: before.id, actions: CHANGES });
          const after = {
            title: input.title?.trim() ?? before.title,
            description: input.description ?? before.description,
            location: input.location?.trim() ?? before.location,
            kind: input.kind ?? before.kind,
            state: input.state ?? before.state,
            terms: input.terms ?? before.terms,
            questions: questions ?? before.questions,
            country: country === undefined ? before.country_code : country,
          };
          if (after.state !== before.state) requireNextState(context, before.state, after.state);
          if (after.state === 'published') requireComplete(context, after);
          const isNewText = before.state !== 'published' || after.description !== before.description;
          if (after.state === 'published' && isNewText) {
            const isHidden = before.hidden_at !== null && before.state !== 'published';
            const { id: companyId } = tx.org_company;
            await requireNotHidden(context, tx, { ...after, id: before.id, companyId, isHidden });
          }
          if (after.state === 'published' && before.state !== 'published') {
            await requireRoomToPublish(context, tx, { companyId: tx.org_company.id, quotas });
          }
          const texts = [before.id, after.title, after.description, after.location, after.kind, after.state];
          const facts = [JSON.stringify(after.questions), after.country];
          const values = [...texts, ...termsValues(after.terms), ...facts];
          const [row] = await tx.query(UPDATE_JOB_POST, values);
          if (row === undefined) return presentJobPost(before);
          await tx.audit({
            action: 'job_post.changed',
            subject_kind: 'job_post',
            subject_id: row.id,
            change: after.state === before.state ? '' : `${before.state} → ${after.state}`,
          });
          if (after.state === 'closed' && before.state !== 'closed') {
            await tx.query(NOTIFY_OF_CLOSED_POST, [row.id]);
          }
          return presentJobPost(row);
        },
        // The document of a long text takes a fifth of a second, and its applicants are notified of a closed post.
        { queuedFor: context.org_company.id },
      );
    },

    'JobPostService.DeleteJobPost': (context, input) =>
      context.transaction(async (tx) => {
        const { id: companyId } = tx.org_company;
        const [before] = await tx.query(LOCK_JOB_POST, [input.id, companyId]);
        if (before === undefined) return context.refuse('not_found');
        await tx.requireVersion(presentJobPost(before), { subjectId: before.id, actions: CHANGES });
        if (before.state !== 'draft') {
          return context.refuse('job_post_state_conflict', {
            detail: 'Only a draft can be deleted. You can close a published job post.',
          });
        }
        await tx.query(DELETE_DRAFT, [before.id, companyId]);
        // The company, because the trail finds a job post's company by its row.
        await tx.audit({ action: 'job_post.deleted', subject_kind: 'company', subject_id: companyId });
        return null;
      }),
  };
}

type UpdateContext = Pick<Context<'JobPostService.UpdateJobPost'>, 'refuse'>;

function requireNextState(context: UpdateContext, before: JobPostState, after: JobPostState): void {
  if (NEXT_STATES[before].includes(after)) return;
  context.refuse('job_post_state_conflict', {
    detail: `A job post cannot change from ${before} to ${after}.`,
  });
}
