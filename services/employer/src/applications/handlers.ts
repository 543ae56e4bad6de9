import {
  etagOf,
  type HandlersOf,
  onlyRow,
  readPage,
  statement,
  type Transaction,
  type VersionCheck,
} from '@gatehouse/boundary';
import type { Application, ApplicationStage, AuditAction } from '@gatehouse/contract';
import type { ApplicationRow } from './application-row.ts';
import { dropStageMail, findStageMail, notifyApplicant, type StageMail } from './stage-mail.ts';

const APPLICATIONS = `
  select a.id, a.job_post_id, j.title as job_post_title, a.stage, a.message, a.created_at, a.updated_at, ${etagOf('a.version')},
         u.name, u.email, a.headline, a.summary, a.skills, a.location, a.links
    from talent.applications a
    join employer.job_posts j on j.id = a.job_post_id
    join identity.users u on u.id = a.user_id`;

const FIND_JOB_POST = statement<object>(
  'find_job_post_of_company',
  'select id from employer.job_posts where id = $1 and company_id = $2',
);

/** Newest first: ids are UUIDv7. */
const LIST_APPLICATIONS = statement<ApplicationRow>(
  'list_job_post_applications',
  `${APPLICATIONS}
    where a.job_post_id = $1 and a.withdrawn_at is null
      and ($2::text is null or a.stage = $2) and ($3::uuid is null or a.id < $3)
    order by a.id desc
    limit $4`,
  { indexes: ['applications_job_post_id_id_idx'] },
);

const FIND_APPLICATION = statement<ApplicationRow>(
  'find_application',
  `${APPLICATIONS} where a.id = $1 and a.company_id = $2 and a.withdrawn_at is null`,
);

const LOCK_APPLICATION = statement<ApplicationRow>(
  'lock_application',
  `${APPLICATIONS} where a.id = $1 and a.company_id = $2 and a.withdrawn_at is null for update of a`,
);

const WRITE_STAGE = statement<Pick<ApplicationRow, 'updated_at' | 'etag'>>(
  'write_application_stage',
  `update talent.applications set stage = $2, updated_at = now() where id = $1
   returning updated_at, ${etagOf('version')}`,
);

/** Applications as the company sees them; a withdrawn one is not found. */
export const applicationHandlers: HandlersOf<'ApplicationService'> = {
  'ApplicationService.ListJobPostApplications': (context, { job_post_id, stage = null, ...page }) =>
    readPage(page, {
      key: ['uuid'],
      find: async ([before], count) => {
        const [post] = await context.read.query(FIND_JOB_POST, [job_post_id, context.org_company.id]);
        if (post === undefined) return context.refuse('not_found');
        return context.read.query(LIST_APPLICATIONS, [job_post_id, stage, before, count]);
      },
      present: (row) => presentApplication(row),
      keyOf: (row) => [row.id],
    }),

  'ApplicationService.GetApplication': async (context, input) => {
    const [row] = await context.read.query(FIND_APPLICATION, [input.id, context.org_company.id]);
    if (row === undefined) return context.refuse('not_found');
    return presentApplication(row, await findStageMail(context.read, row.id));
  },

  'ApplicationService.UpdateApplication': (context, input) =>
    context.transaction(async (tx) => {
      const [before] = await tx.query(LOCK_APPLICATION, [input.id, tx.org_company.id]);
      if (before === undefined) return context.refuse('not_found');
      await requireVersion(tx, before);
      if (before.stage !== input.stage) {
        const after = await changeStage(tx, before, input.stage, 'application.stage_changed');
        await notifyApplicant(tx, after, { company: tx.org_company.name, undoStage: before.stage });
        return presentApplication(after, await findStageMail(tx, after.id));
      }
      return presentApplication(before, await findStageMail(tx, before.id));
    }),

  'ApplicationService.DeleteApplicationStageChange': (context, input) =>
    context.transaction(async (tx) => {
      const [before] = await tx.query(LOCK_APPLICATION, [input.id, tx.org_company.id]);
      if (before === undefined) return context.refuse('not_found');
      await requireVersion(tx, before);
      const { undoStage } = await findStageMail(tx, before.id);
      if (undoStage === null || !(await dropStageMail(tx, before.id, 'undone'))) {
        return context.refuse('stage_change_final');
      }
      const after = await changeStage(tx, before, undoStage, 'application.stage_change_undone');
      await notifyApplicant(tx, after, { company: tx.org_company.name, undoStage: null });
      return presentApplication(after, await findStageMail(tx, after.id));
    }),
};

/** The stage that the caller changes, or whose change the caller undoes, is the current one (G9). */
async function requireVersion(tx: Transaction & VersionCheck, row: ApplicationRow): Promise<void> {
  await tx.requireVersion(presentApplication(row, await findStageMail(tx, row.id)), {
    subjectId: row.id,
    actions: ['application.created', 'application.stage_changed', 'application.stage_change_undone'],
  });
}

async function changeStage(
  tx: Transaction,
  before: ApplicationRow,
  stage: ApplicationStage,
  action: AuditAction,
): Promise<ApplicationRow> {
  const written = onlyRow(await tx.query(WRITE_STAGE, [before.id, stage]), 'the locked application');
  await tx.audit({
    action,
    subject_kind: 'application',
    subject_id: before.id,
    change: `${before.stage} → ${stage}`,
  });
  return { ...before, ...written, stage };
}

function presentApplication(row: ApplicationRow, mail?: StageMail): Application {
  const { name, email, headline, summary, skills, location, links, ...application } = row;
  return {
    ...application,
    applicant: { name, email, headline, summary, skills, location, links },
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    ...(mail?.waitsUntil == null ? {} : { mail_at: mail.waitsUntil.toISOString() }),
    ...(mail?.undoStage == null ? {} : { undo_stage: mail.undoStage }),
  };
}
