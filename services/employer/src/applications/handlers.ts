import {
  type HandlersOf,
  readPage,
  statement,
  type Transaction,
  type VersionCheck,
} from '@gatehouse/boundary';
import { type ApplicationRow, applicationsFor, presentApplication } from './application-row.ts';
import { applicationListHandlers } from './list.ts';
import { createApplicationMoves, createApplicationMoveUndos } from './moves.ts';
import { presentDetail, type Reader } from './present-detail.ts';
import { moveToStage, undoStageChange } from './stage-change.ts';

const FIND_JOB_POST = statement<object>(
  'find_job_post_of_company',
  'select id from employer.job_posts where id = $1 and company_id = $2',
);

/** Newest first: ids are UUIDv7. */
const LIST_APPLICATIONS = statement<ApplicationRow>(
  'list_job_post_applications',
  `${applicationsFor('$5')}
    where a.job_post_id = $1 and a.withdrawn_at is null
      and ($2::text is null or a.stage = $2) and ($3::uuid is null or a.id < $3)
    order by a.id desc
    limit $4`,
  { indexes: ['applications_job_post_id_id_idx'] },
);

const FIND_APPLICATION = statement<ApplicationRow>(
  'find_application',
  `${applicationsFor('$3')} where a.id = $1 and a.company_id = $2`,
);

const LOCK_APPLICATION = statement<ApplicationRow>(
  'lock_application',
  `${applicationsFor('$3')} where a.id = $1 and a.company_id = $2 for update of a`,
);

/** Applications as the company sees them, without their CVs; of a withdrawn one only that it was withdrawn. */
export const applicationHandlers: Omit<
  HandlersOf<'ApplicationService'>,
  'ApplicationService.GetApplicationCvDocument'
> = {
  ...applicationListHandlers,
  'ApplicationService.CreateApplicationMoves': createApplicationMoves,
  'ApplicationService.CreateApplicationMoveUndos': createApplicationMoveUndos,

  'ApplicationService.ListJobPostApplications': (context, { job_post_id, stage = null, ...page }) =>
    readPage(page, {
      key: ['uuid'],
      find: async ([before], count) => {
        const [post] = await context.read.query(FIND_JOB_POST, [job_post_id, context.org_company.id]);
        if (post === undefined) return context.refuse('not_found');
        return context.read.query(LIST_APPLICATIONS, [
          job_post_id,
          stage,
          before,
          count,
          context.facts.identities_user.id,
        ]);
      },
      present: presentApplication,
      keyOf: (row) => [row.id],
    }),

  'ApplicationService.GetApplication': async (context, input) => {
    const { read, org_company, facts } = context;
    const [row] = await read.query(FIND_APPLICATION, [input.id, org_company.id, facts.identities_user.id]);
    return row === undefined ? context.refuse('not_found') : presentDetail(read, row, context);
  },

  'ApplicationService.UpdateApplication': (context, input) =>
    context.transaction(async (tx) => {
      const { id: companyId, name: company } = tx.org_company;
      const [before] = await tx.query(LOCK_APPLICATION, [input.id, companyId, tx.facts.identities_user.id]);
      if (before === undefined) return context.refuse('not_found');
      if (before.withdrawn_at !== null) return context.refuse('application_withdrawn');
      await requireVersion(tx, before);
      if (before.stage === input.stage) return presentDetail(tx, before, tx);
      const to = { company, stage: input.stage, message: input.message };
      const after = (await moveToStage(tx, [before], to)).get(before.id);
      return presentDetail(tx, after ?? before, tx);
    }),

  'ApplicationService.DeleteApplicationStageChange': (context, input) =>
    context.transaction(async (tx) => {
      const { id: companyId, name: company } = tx.org_company;
      const [before] = await tx.query(LOCK_APPLICATION, [input.id, companyId, tx.facts.identities_user.id]);
      if (before === undefined) return context.refuse('not_found');
      if (before.withdrawn_at !== null) return context.refuse('application_withdrawn');
      await requireVersion(tx, before);
      const after = (await undoStageChange(tx, [before], company)).get(before.id);
      return after === undefined ? context.refuse('stage_change_final') : presentDetail(tx, after, tx);
    }),
};

/** The caller changes, or undoes, the current stage with the current answer to an offer (G9). */
async function requireVersion(tx: Transaction & VersionCheck & Reader, row: ApplicationRow): Promise<void> {
  await tx.requireVersion(await presentDetail(tx, row, tx), {
    subjectId: row.id,
    actions: [
      'application.created',
      'application.stage_changed',
      'application.stage_change_undone',
      'application.offer_accepted',
      'application.offer_declined',
    ],
  });
}
