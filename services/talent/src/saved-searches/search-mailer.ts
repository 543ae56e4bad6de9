import { type Queryable, type Statement, statement } from '@gatehouse/boundary';
import type { JobSearch, PublicJobPost } from '@gatehouse/contract';
import { outboxRow } from '@gatehouse/mail';
import { type Logger, type RepeatedTask, repeatUntilStopped } from '@gatehouse/runtime';
import { inTransaction } from '@gatehouse/runtime/database';
import type { Pool } from 'pg';
import { findJobPosts } from '../job-posts/find-job-posts.ts';
import { addressOfNewest, nameOf } from './describe-search.ts';

const POLL_MILLIS = 2000;

/** Posts that are read for one mail. */
const MAX_READ = 50;

/** Posts that a mail names; the link shows the others. */
const MAX_NAMED = 10;

/** So that ten of them fit into the letter of a mail. */
const MAX_LINE_LENGTH = 95;

interface DueSearch {
  readonly id: string;
  readonly search: JobSearch;
  readonly mailed_until: Date;
  /** A minute ago: a post whose publication has not committed yet is in the next mail. */
  readonly until: Date;
}

/** The lock goes with the transaction: another instance continues where one has died. */
const LOCK_DUE = statement<DueSearch>(
  'lock_due_saved_search',
  `select s.id, s.search, s.mailed_until, greatest(s.mailed_until, now() - interval '1 minute') as until
     from talent.saved_searches s
    where s.frequency <> 'none' and s.next_mail_at <= now()
    order by s.next_mail_at limit 1 for update skip locked`,
  { indexes: ['saved_searches_next_mail_at_idx'] },
);

const QUEUE_MAIL = statement<object>(
  'queue_saved_search_mail',
  'select talent.queue_saved_search_mail($1, $2::jsonb, $3::jsonb)',
);

const NOTE_MAILED = statement<object>(
  'note_saved_search_mailed',
  `update talent.saved_searches s
      set mailed_until = $2, next_mail_at = now() + talent.mail_interval(s.frequency), attempts = 0
    where s.id = $1`,
  { indexes: ['saved_searches_pkey'] },
);

/** At growing intervals, an hour at most. */
const POSTPONE = statement<object>(
  'postpone_saved_search',
  `update talent.saved_searches s
      set attempts = s.attempts + 1,
          next_mail_at = now() + least(interval '1 hour', interval '1 minute' * 2 ^ least(s.attempts, 6))
    where s.id = $1`,
  { indexes: ['saved_searches_pkey'] },
);

/**
 * Mails users the new posts of their saved searches: one search after another, each in its own transaction, and no mail
 * where there is no new post. Several instances may run.
 * @param searchPool read-only, with one connection and the timeout of searches: what users search for costs the others
 *   nothing else (F8, G6).
 * @param origin scheme and host of the links.
 */
export function startSearchMailer(parts: {
  readonly pool: Pool;
  readonly searchPool: Pool;
  readonly origin: string;
  readonly log: Logger;
}): RepeatedTask {
  return repeatUntilStopped(async () => {
    const wasDue = await mailNext(parts).catch((error: unknown) => {
      parts.log.warn({ err: error }, 'could not read the saved searches');
      return false;
    });
    return wasDue ? 0 : POLL_MILLIS;
  });
}

/** @returns whether one was due. */
async function mailNext({
  pool,
  searchPool,
  origin,
  log,
}: Parameters<typeof startSearchMailer>[0]): Promise<boolean> {
  let due: DueSearch | undefined;
  try {
    await inTransaction(pool, async (client) => {
      const tx = queryableOf(client);
      [due] = await tx.query(LOCK_DUE, []);
      if (due === undefined) return;
      const posts = await findNew(queryableOf(searchPool), due);
      if (posts.length > 0) {
        const { row, limits } = outboxRow('saved_search', mailValues(due.search, posts), origin);
        await tx.query(QUEUE_MAIL, [due.id, JSON.stringify(row), JSON.stringify(limits)]);
      }
      await tx.query(NOTE_MAILED, [due.id, due.until]);
    });
    return due !== undefined;
  } catch (error) {
    if (due === undefined) throw error;
    log.warn({ err: error, saved_search_id: due.id }, 'a saved search failed; it is tried again');
    await queryableOf(pool).query(POSTPONE, [due.id]);
    return true;
  }
}

/** The posts since the last mail, newest first. Those that only a corrected query finds are no matches. */
async function findNew(
  reads: Queryable,
  { search, mailed_until, until }: DueSearch,
): Promise<readonly PublicJobPost[]> {
  const found = await findJobPosts(reads, { ...search, order: 'newest', cursor: '', limit: MAX_READ });
  if (found.corrected_query !== undefined) return [];
  return found.items.filter(({ published_at }) => {
    const at = Date.parse(published_at);
    return at > mailed_until.getTime() && at <= until.getTime();
  });
}

function mailValues(search: JobSearch, posts: readonly PublicJobPost[]) {
  const count = posts.length < MAX_READ ? String(posts.length) : `${MAX_READ} or more`;
  return {
    search: nameOf(search),
    jobs: posts.length === 1 ? '1 new job' : `${count} new jobs`,
    list: posts.slice(0, MAX_NAMED).map(lineOf).join('\n'),
    link: addressOfNewest(search),
    settings: '/saved/searches',
  } as const;
}

function lineOf({ title, company, location }: PublicJobPost): string {
  const line = [title, company.name, location].filter((part) => part !== '').join(', ');
  return line.length > MAX_LINE_LENGTH ? `${line.slice(0, MAX_LINE_LENGTH - 1)}…` : line;
}

/** Named statements on a connection or a pool. */
function queryableOf(connection: Pick<Pool, 'query'>): Queryable {
  return {
    query: async <Row>({ name, text }: Statement<Row>, values: readonly unknown[]) =>
      (await connection.query({ name, text, values: [...values] })).rows as Row[],
  };
}
