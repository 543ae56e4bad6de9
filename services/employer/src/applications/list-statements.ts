import { newestFirst, oldestFirst, type Statement, statement } from '@gatehouse/boundary';
import type { ApplicationOrder, ApplicationStage } from '@gatehouse/contract';
import {
  type ApplicationLine,
  type ApplicationRow,
  applicationLinesFor,
  applicationsFor,
} from './application-row.ts';
import { joinAssignment } from './assignment-row.ts';

/** The order of a part of a list: one that a user can choose, or its reverse. */
export type PartOrder = ApplicationOrder | 'rating_reversed';

/** A way to filter a list. */
export type ListWay = keyof typeof WAYS;

const IN_STAGE = '($2::text is null or a.stage = $2)';
const FOR_POST = '($3::uuid is null or a.job_post_id = $3)';

/**
 * Each way to filter has statements of its own, so that each reads an index in the order of the list: $1 company, $2 stage or
 * null, $3 job post or null, $4 the ids that a search has found or null, $5 reader, $6 the assignee's membership or null. `id` is the
 * application's id in that index.
 */
const WAYS = {
  all: {
    where: 'a.company_id = $1 and $2::text is null and $3::uuid is null and $6::uuid is null',
    id: 'a.id',
    index: 'applications_company_id_id_idx',
  },
  stage: {
    where: 'a.company_id = $1 and a.stage = $2 and $3::uuid is null and $6::uuid is null',
    id: 'a.id',
    index: 'applications_company_id_stage_id_idx',
  },
  job_post: {
    where: `a.company_id = $1 and a.job_post_id = $3 and ${IN_STAGE} and $6::uuid is null`,
    id: 'a.id',
    index: 'applications_company_id_job_post_id_idx',
  },
  assignee: {
    where: `s.membership_id = $6 and am.id is not null and a.company_id = $1 and ${IN_STAGE} and ${FOR_POST}`,
    // By the id of the other table it would read all applications of the company, in their order.
    id: 's.application_id',
    index: 'application_assignments_membership_id_application_id_idx',
  },
  unassigned: {
    where: `a.company_id = $1 and am.id is null and ${IN_STAGE} and ${FOR_POST} and $6::uuid is null`,
    id: 'a.id',
    index: 'applications_company_id_id_idx',
  },
} as const;

/** Those that are left of a way, of lists and counts. */
const LEFT = 'a.withdrawn_at is null and ($4::uuid[] is null or a.id in (select unnest($4::uuid[])))';

/**
 * Of lists also $7 after which id or null, $8 count; by rating also $9: the average that $7 had when the part before was read;
 * null: as it is rated now. The two orders are each other's reverse.
 */
const BY_TIME = { newest: newestFirst, oldest: oldestFirst } as const;

/** Where a part begins: a rating that changes moves its own application across parts, and no other one. */
const AFTER_SCORE = 'coalesce($9::float8, (select x.score from scores x where x.application_id = $7), 0)';

/**
 * What is not rated counts as 0, as does the reader's own application: its place would show how it is rated. These are no keysets: where a
 * part begins may depend on a rating of now.
 */
const BY_RATING = {
  rating: {
    after: `($7::uuid is null or (coalesce(sc.score, 0), a.id) < (${AFTER_SCORE}, $7))`,
    orderBy: 'order by coalesce(sc.score, 0) desc, a.id desc',
  },
  rating_reversed: {
    after: `($7::uuid is null or (coalesce(sc.score, 0), a.id) > (${AFTER_SCORE}, $7))`,
    orderBy: 'order by coalesce(sc.score, 0), a.id',
  },
} as const;

/** The average of each rated application of the company. */
const SCORES = `with scores as materialized (
           select r.application_id, avg(r.value)::float8 as score
             from employer.application_ratings r join talent.applications o on o.id = r.application_id and o.user_id <> $5
            where r.company_id = $1
            group by r.application_id
         )
         `;

/** The order that lists backwards. */
export const REVERSE = {
  newest: 'oldest',
  oldest: 'newest',
  rating: 'rating_reversed',
} as const satisfies Record<ApplicationOrder, PartOrder>;

/** Whether a list in this order takes $9. Absent: the newest first. */
export function isByRating(order: PartOrder = 'newest'): boolean {
  return Object.hasOwn(BY_RATING, order);
}

/** Statements by way and order. */
export const APPLICATION_LISTS = statementsOf<ApplicationRow>('list_applications', applicationsFor('$5'));
/** The same for rows without long texts. */
export const APPLICATION_LINE_LISTS = statementsOf<ApplicationLine>(
  'list_application_lines',
  applicationLinesFor('$5'),
);

/** One for each way to filter and each order. The ratings of a company are read once for the order by them. */
function statementsOf<Row extends object>(name: string, select: string): Map<string, Statement<Row>> {
  const lists = new Map<string, Statement<Row>>();
  const add = (way: ListWay, order: PartOrder, { after, orderBy }: { after: string; orderBy: string }) => {
    const byRating = isByRating(order);
    const { where, index } = WAYS[way];
    const list = statement<Row>(
      `${name}_by_${way}_${order}`,
      `${byRating ? SCORES : ''}${select}
          ${byRating ? 'left join scores sc on sc.application_id = a.id' : ''}
          where ${where} and ${LEFT} and ${after}
          ${orderBy}
          limit $8`,
      {
        indexes: [
          byRating ? 'application_ratings_company_id_application_id_idx' : index,
          'interviews_application_id_id_idx',
        ],
      },
    );
    lists.set(`${way} ${order}`, list);
  };
  for (const way of Object.keys(WAYS) as ListWay[]) {
    for (const [order, byId] of Object.entries(BY_TIME)) {
      const { after, orderBy } = byId(WAYS[way].id);
      add(way, order as PartOrder, { after: after(7), orderBy });
    }
    for (const [order, by] of Object.entries(BY_RATING)) add(way, order as PartOrder, by);
  }
  return lists;
}

/** How many applications are in each stage, by way. */
export const STAGE_COUNTS = new Map(
  (['all', 'job_post', 'assignee', 'unassigned'] as const).map((way) => [
    way as ListWay,
    statement<{ stage: ApplicationStage; count: number }>(
      `count_board_by_${way}`,
      `select a.stage, count(*)::int as count from talent.applications a ${joinAssignment('$5')}
        where ${WAYS[way].where} and ${LEFT}
        group by a.stage`,
      {
        indexes: [
          way === 'all' || way === 'unassigned' ? 'applications_company_id_stage_id_idx' : WAYS[way].index,
        ],
      },
    ),
  ]),
);
