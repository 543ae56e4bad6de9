import {
  type Context,
  type HandlersOf,
  newestFirst,
  onlyRow,
  readPage,
  statement,
  type Transaction,
  type VersionCheck,
} from '@gatehouse/boundary';
import { lockApplicationOfOther } from './application-of-other.ts';
import { type ApplicationRow, applicationsFor, presentApplication } from './application-row.ts';
import type { ApplicationListHandlers } from './list.ts';
import { createApplicationMoves, createApplicationMoveUndos } from './moves.ts';
import { presentDetail, type Reader } from './present-detail.ts';
import { moveToStage, undoStageChange } from './stage-change.ts';

const FIND_JOB_POST = statement<object>(
  'find_job_post_of_company',
  'select id from employer.job_posts where id = $1 and company_id = $2',
);

const NEWEST = newestFirst('a.id');

const LIST_APPLICATIONS = statement<ApplicationRow>(
  'list_job_post_applications',
  `${applicationsFor('$5')}
    where a.job_post_id = $1 and a.withdrawn_at is null
      and ($2::text is null or a.stage = $2) and ${NEWEST.after(3)}
    ${NEWEST.orderBy}
    limit $4`,
  { indexes: ['applications_job_post_id_id_idx', 'interviews_application_id_id_idx'] },
);

const FIND_APPLICATION = statement<ApplicationRow>(
  'find_application',
  `${applicationsFor('$3')} where a.id = $1 and a.company_id = $2`,
);

const OWN_APPLICATION = {
  detail: 'You applied yourself: other members decide about your application.',
};

/** Applications as the company sees them, without their CVs and the lists across all job posts; of a withdrawn one only that it was withdrawn. */
export const applicationHandlers: Omit<
  HandlersOf<'ApplicationService'>,
  'ApplicationService.GetApplicationCvDocument' | keyof ApplicationListHandlers
> = {
  'ApplicationService.CreateApplicationMoves': createApplicationMoves,
  'ApplicationService.CreateApplicationMoveUndos': createApplicationMoveUndos,

  'ApplicationService.ListJobPostApplications': (context, { job_post_id, stage = null, ...page }) =>
    readPage(page, {
      order: NEWEST,
      find: async (after, count) => {
        const [post] = await context.read.query(FIND_JOB_POST, [job_post_id, context.org_company.id]);
        if (post === undefined) return context.refuse('not_found');
        return context.read.query(LIST_APPLICATIONS, [
          job_post_id,
          stage,
          ...after,
          count,
          context.facts.identities_user.id,
        ]);
      },
      present: presentApplication,
    }),

  'ApplicationService.GetApplication': async (context, input) => {
    const { read, org_company, facts } = context;
    const [row] = await read.query(FIND_APPLICATION, [input.id, org_company.id, facts.identities_user.id]);
    return row === undefined ? context.refuse('not_found') : presentDetail(read, row, context);
  },

  'ApplicationService.UpdateApplication': (context, input) =>
    context.transaction(async (tx) => {
      const before = await lockVersion(tx, context, input.id);
      if (before.stage === input.stage) return presentDetail(tx, before, tx);
      const to = { company: tx.org_company.name, stage: input.stage, messageOf: () => input.message };
      const after = (await moveToStage(tx, [before], to)).get(before.id);
      return presentDetail(tx, after ?? before, tx);
    }),

  'ApplicationService.DeleteApplicationStageChange': (context, input) =>
    context.transaction(async (tx) => {
      const before = await lockVersion(tx, context, input.id);
      const after = (await undoStageChange(tx, [before], tx.org_company.name)).get(before.id);
      return after === undefined ? context.refuse('stage_change_final') : presentDetail(tx, after, tx);
    }),
};

/**
 * Locks an application that the caller moves: its current stage with the current answer to an offer (G9).
 * @throws {Refusal} not_found, own_application, application_withdrawn, edit_conflict.
 */
async function lockVersion(
  tx: Transaction & VersionCheck & Reader,
  context: Pick<Context<'ApplicationService.UpdateApplication'>, 'refuse'>,
  id: string,
): Promise<ApplicationRow> {
  // Its own statement: the next one sees what the transaction that had the lock has committed.
  const { withdrawn_at } = await lockApplicationOfOther(tx, context, id, OWN_APPLICATION);
  if (withdrawn_at !== null) context.refuse('application_withdrawn');
  const rows = await tx.query(FIND_APPLICATION, [id, tx.org_company.id, tx.facts.identities_user.id]);
  const row = onlyRow(rows, 'a locked application');
  const history = {
    subjectId: row.id,
    actions: [
      'application.created',
      'application.stage_changed',
      'application.stage_change_undone',
      'application.offer_accepted',
      'application.offer_declined',
    ],
  } as const;
  await tx.requireVersion(row, history, () => presentDetail(tx, row, tx));
  return row;
}
