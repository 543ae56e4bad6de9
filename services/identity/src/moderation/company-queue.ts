import { type Handler, keyset, type Queryable, readPage, statement, timestampKey } from '@gatehouse/boundary';
import type { PendingCompany } from '@gatehouse/contract';
import { APPEARANCE_COLUMNS, type AppearanceRow, presentAppearances } from './company-appearance.ts';

/** A row of the queue. */
interface PendingRow extends Pick<PendingCompany, 'id' | 'name' | 'published_job_post_count'>, AppearanceRow {
  readonly created_at: Date;
  /** Since when it waits, in microseconds, for the cursor. */
  readonly waits_key: string;
}

/** New companies, and those with changes that staff have not seen, while they are active: nothing of a disabled one is public. */
export const waitsForReview = (alias: string): string =>
  `(${alias}.condition = 'active' and (${alias}.review_state = 'pending' or ${alias}.unreviewed_since is not null))`;

/** Since when it waits: no write changes it while the company is in the queue. */
const waitsSince = (alias: string) => `coalesce(${alias}.unreviewed_since, ${alias}.created_at)`;

/** The order of the queue. */
const longestWaiting = (alias: string) =>
  keyset('asc', [
    { sql: waitsSince(alias), type: 'timestamp', field: 'waits_key' },
    { sql: `${alias}.id`, type: 'uuid', field: 'id' },
  ]);

const LONGEST_WAITING = longestWaiting('c');

const PENDING_COLUMNS = `c.id, c.name, c.created_at, ${APPEARANCE_COLUMNS},
          ${timestampKey(waitsSince('c'))} as waits_key,
          (select count(*)::int from employer.job_posts j
            where j.company_id = c.id and j.state = 'published') as published_job_post_count`;

const LIST_PENDING = statement<PendingRow>(
  'list_pending_companies',
  `select ${PENDING_COLUMNS}
     from employer.companies c
    where ${waitsForReview('c')} and ${LONGEST_WAITING.after(1)}
    ${LONGEST_WAITING.orderBy}
    limit $3`,
  { indexes: ['companies_waiting_for_review_idx', 'job_posts_published_by_company_idx'] },
);

/** The first one behind the place in the queue of company `$1`, or else the one of the others that waits longest. */
const FIND_NEXT = statement<PendingRow>(
  'find_next_pending_company',
  `select ${PENDING_COLUMNS}
     from ((select 1 as round, n.id
              from employer.companies n
             where ${waitsForReview('n')}
               and (${waitsSince('n')}, n.id) > (
                     select ${waitsSince('s')}, s.id from employer.companies s where s.id = $1 and ${waitsForReview('s')})
             ${longestWaiting('n').orderBy} limit 1)
           union all
           (select 2, n.id
              from employer.companies n
             where ${waitsForReview('n')} and n.id <> $1
             ${longestWaiting('n').orderBy} limit 1)
           order by round limit 1) found
     join employer.companies c on c.id = found.id`,
  { indexes: ['companies_waiting_for_review_idx', 'job_posts_published_by_company_idx'] },
);

/** The queue of the staff. */
export const listPendingCompanies: Handler<'ModerationService.ListPendingCompanies'> = ({ read }, input) =>
  readPage(input, {
    order: LONGEST_WAITING,
    find: (after, count) => read.query(LIST_PENDING, [...after, count]),
    present: presentPending,
  });

/** The company of the queue to look at after this one. */
export async function findNextPending(read: Queryable, id: string): Promise<PendingCompany | undefined> {
  const [row] = await read.query(FIND_NEXT, [id]);
  return row && presentPending(row);
}

function presentPending({
  id,
  name,
  created_at,
  published_job_post_count,
  ...row
}: PendingRow): PendingCompany {
  return {
    id,
    name,
    created_at: created_at.toISOString(),
    published_job_post_count,
    ...presentAppearances(row),
  };
}
