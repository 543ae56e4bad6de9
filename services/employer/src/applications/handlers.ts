import {
  decodeCursor,
  encodeCursor,
  type HandlersOf,
  statement,
  type Transaction,
} from '@gatehouse/boundary';
import type { Applicant, Application, ApplicationStage } from '@gatehouse/contract';
import { queueMail } from '@gatehouse/mail';

interface ApplicationRow extends Omit<Application, 'applicant' | 'created_at' | 'updated_at'>, Applicant {
  readonly created_at: Date;
  readonly updated_at: Date;
}

const APPLICATIONS = `
  select a.id, a.job_post_id, j.title as job_post_title, a.stage, a.message, a.created_at, a.updated_at,
         u.name, u.email, a.headline, a.summary, a.skills, a.location, a.links
    from talent.applications a
    join employer.job_posts j on j.id = a.job_post_id
    join identity.users u on u.id = a.user_id`;

const FIND_JOB_POST = statement<object>(
  'find_job_post_of_company',
  'select id from employer.job_posts where id = $1 and company_id = $2',
);

/** Ids are UUIDv7, so their order is that of sending. Relies on applications_job_post_id_id_idx. */
const LIST_APPLICATIONS = statement<ApplicationRow>(
  'list_job_post_applications',
  `${APPLICATIONS}
    where a.job_post_id = $1 and a.withdrawn_at is null
      and ($2::text is null or a.stage = $2) and ($3::uuid is null or a.id < $3)
    order by a.id desc
    limit $4`,
);

const FIND_APPLICATION = statement<ApplicationRow>(
  'find_application',
  `${APPLICATIONS} where a.id = $1 and a.company_id = $2 and a.withdrawn_at is null`,
);

const LOCK_APPLICATION = statement<ApplicationRow>(
  'lock_application',
  `${APPLICATIONS} where a.id = $1 and a.company_id = $2 and a.withdrawn_at is null for update of a`,
);

const WRITE_STAGE = statement<{ updated_at: Date }>(
  'write_application_stage',
  'update talent.applications set stage = $2, updated_at = now() where id = $1 returning updated_at',
);

const DEFAULT_LIMIT = 50;

/** What the applicant is told; `in_review` tells nothing that asks for a mail. */
const NEWS: Partial<Record<ApplicationStage, string>> = {
  interview: 'the company would like to meet you. They will write to you soon.',
  offer: 'the company would like to make you an offer. They will write to you soon.',
  rejected: 'the company has decided for somebody else this time. Thank you for your interest.',
};

/**
 * Applications as the company sees them; a withdrawn one is not found.
 * @param publicOrigin scheme and host of the links in mails.
 */
export function createApplicationHandlers({
  publicOrigin,
}: {
  publicOrigin: string;
}): HandlersOf<'ApplicationService'> {
  return {
    'ApplicationService.ListJobPostApplications': async (context, input) => {
      const limit = input.limit === 0 ? DEFAULT_LIMIT : input.limit;
      const [before] = decodeCursor(input.cursor, ['uuid']);
      const [post] = await context.read.query(FIND_JOB_POST, [input.job_post_id, context.org_company.id]);
      if (post === undefined) return context.refuse('not_found');
      const values = [input.job_post_id, input.stage ?? null, before ?? null, limit + 1];
      const rows = await context.read.query(LIST_APPLICATIONS, values);
      const items = rows.slice(0, limit);
      const last = items.at(-1);
      return {
        items: items.map(presentApplication),
        next_cursor: rows.length > limit && last !== undefined ? encodeCursor([last.id]) : '',
      };
    },

    'ApplicationService.GetApplication': async (context, input) => {
      const [row] = await context.read.query(FIND_APPLICATION, [input.id, context.org_company.id]);
      return row === undefined ? context.refuse('not_found') : presentApplication(row);
    },

    'ApplicationService.UpdateApplication': (context, input) =>
      context.transaction(async (tx) => {
        const [before] = await tx.query(LOCK_APPLICATION, [input.id, tx.org_company.id]);
        if (before === undefined) return context.refuse('not_found');
        if (before.stage === input.stage) return presentApplication(before);
        const [written] = await tx.query(WRITE_STAGE, [before.id, input.stage]);
        if (written === undefined) throw new Error('the locked application has no row');
        await tx.audit({
          action: 'application.stage_changed',
          subject_kind: 'application',
          subject_id: before.id,
          change: `${before.stage} → ${input.stage}`,
        });
        const after = { ...before, ...written, stage: input.stage };
        await tell(tx, after, tx.org_company.name, publicOrigin);
        return presentApplication(after);
      }),
  };
}

async function tell(
  tx: Transaction,
  { email, name, job_post_title, stage }: ApplicationRow,
  company: string,
  publicOrigin: string,
): Promise<void> {
  const news = NEWS[stage];
  if (news === undefined) return;
  await queueMail(tx, {
    to: email,
    subject: `Your application at ${company}`,
    paragraphs: [
      `Hello ${name},`,
      `there is news of your application as “${job_post_title}” at ${company}: ${news}`,
      `${publicOrigin}/talent/applications`,
    ],
  });
}

function presentApplication(row: ApplicationRow): Application {
  const { name, email, headline, summary, skills, location, links, ...application } = row;
  return {
    ...application,
    applicant: { name, email, headline, summary, skills, location, links },
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
