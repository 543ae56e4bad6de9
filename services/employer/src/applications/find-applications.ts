import { type Queryable, type Statement, statement } from '@gatehouse/boundary';
import type { ApplicationOrder, ApplicationStage } from '@gatehouse/contract';
import { APPLICATIONS, type ApplicationRow } from './application-row.ts';

/** What a list of a company's applications is limited to. */
export interface ApplicationFilter {
  readonly stage?: ApplicationStage;
  readonly job_post_id?: string;
  /** A part of the applicant's name; empty: all. */
  readonly query: string;
  readonly order?: ApplicationOrder;
}

/**
 * $1 company, $2 stage or null, $3 job post or null. Each way to filter has statements of its own, so that each reads an
 * index in the order of the list.
 */
const WAYS = {
  all: {
    where: 'a.company_id = $1 and $2::text is null and $3::uuid is null',
    index: 'applications_company_id_id_idx',
  },
  stage: {
    where: 'a.company_id = $1 and a.stage = $2 and $3::uuid is null',
    index: 'applications_company_id_stage_id_idx',
  },
  job_post: {
    where: 'a.company_id = $1 and a.job_post_id = $3 and ($2::text is null or a.stage = $2)',
    index: 'applications_company_id_job_post_id_idx',
  },
} as const;

/** Ids are UUIDv7: their order is that of creation, and the two orders are each other's reverse. */
const ORDERS = {
  newest: { after: '<', by: 'desc' },
  oldest: { after: '>', by: 'asc' },
} as const satisfies Record<ApplicationOrder, unknown>;

/** The order that lists backwards. */
export const REVERSE = { newest: 'oldest', oldest: 'newest' } as const satisfies Record<
  ApplicationOrder,
  unknown
>;

const lists = new Map<string, Statement<ApplicationRow>>();
for (const [way, { where, index }] of Object.entries(WAYS)) {
  for (const [order, { after, by }] of Object.entries(ORDERS)) {
    const list = statement<ApplicationRow>(
      `list_applications_by_${way}_${order}`,
      `${APPLICATIONS}
        where ${where} and a.withdrawn_at is null
          and ($4 = '' or strpos(employer.search_text(u.name), employer.search_text($4)) > 0)
          and ($5::uuid is null or a.id ${after} $5)
        order by a.id ${by}
        limit $6`,
      { indexes: [index] },
    );
    lists.set(`${way} ${order}`, list);
  }
}

/** At most `count` applications of a company after one, in the list's order. @param after null: from the first one. */
export async function findApplications(
  read: Queryable,
  companyId: string,
  { stage, job_post_id, query, order = 'newest' }: ApplicationFilter,
  { after, count }: { after: string | null; count: number },
): Promise<readonly ApplicationRow[]> {
  const way = job_post_id !== undefined ? 'job_post' : stage !== undefined ? 'stage' : 'all';
  const list = lists.get(`${way} ${order}`);
  if (list === undefined) throw new Error(`no list of applications by ${way}, ${order}`);
  return read.query(list, [companyId, stage ?? null, job_post_id ?? null, query.trim(), after, count]);
}
