import { type Queryable, type Statement, statement } from '@gatehouse/boundary';
import type { ApplicationOrder, ApplicationStage } from '@gatehouse/contract';
import {
  APPLICATION_LINES,
  APPLICATIONS,
  type ApplicationLine,
  type ApplicationRow,
} from './application-row.ts';

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

const rows = statementsOf<ApplicationRow>('list_applications', APPLICATIONS);
const lines = statementsOf<ApplicationLine>('list_application_lines', APPLICATION_LINES);

/** One for each way to filter and each order. */
function statementsOf<Row extends object>(name: string, select: string): Map<string, Statement<Row>> {
  const lists = new Map<string, Statement<Row>>();
  for (const [way, { where, index }] of Object.entries(WAYS)) {
    for (const [order, { after, by }] of Object.entries(ORDERS)) {
      const list = statement<Row>(
        `${name}_by_${way}_${order}`,
        `${select}
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
  return lists;
}

/** A part of a list: at most `count` applications after one. Null: from the first one. */
interface Part {
  readonly after: string | null;
  readonly count: number;
}

/** A part of a company's applications, in the list's order. */
export async function findApplications(
  read: Queryable,
  companyId: string,
  filter: ApplicationFilter,
  part: Part,
): Promise<readonly ApplicationRow[]> {
  return read.query(listOf(rows, filter), valuesOf(companyId, filter, part));
}

/** The same without the long texts. */
export async function findApplicationLines(
  read: Queryable,
  companyId: string,
  filter: ApplicationFilter,
  part: Part,
): Promise<readonly ApplicationLine[]> {
  return read.query(listOf(lines, filter), valuesOf(companyId, filter, part));
}

function listOf<Row>(
  lists: Map<string, Statement<Row>>,
  { stage, job_post_id, order = 'newest' }: ApplicationFilter,
): Statement<Row> {
  const way = job_post_id !== undefined ? 'job_post' : stage !== undefined ? 'stage' : 'all';
  const list = lists.get(`${way} ${order}`);
  if (list === undefined) throw new Error(`no list of applications by ${way}, ${order}`);
  return list;
}

function valuesOf(
  companyId: string,
  { stage, job_post_id, query }: ApplicationFilter,
  { after, count }: Part,
) {
  return [companyId, stage ?? null, job_post_id ?? null, query.trim(), after, count];
}
