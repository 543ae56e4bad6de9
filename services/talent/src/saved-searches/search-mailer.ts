import { queryableOf, statement, textFault } from '@gatehouse/boundary';
import type { JobSearch } from '@gatehouse/contract';
import { placeName } from '@gatehouse/contract/country-name';
import { outboxRow } from '@gatehouse/mail';
import { type Logger, type RepeatedTask, repeatWhileWork } from '@gatehouse/runtime';
import { inTransaction } from '@gatehouse/runtime/database';
import type { Pool } from 'pg';
import { addressOfNewest, nameOf } from './describe-search.ts';
import { findNewPosts, type NewPost } from './new-posts.ts';

/** Posts that are read for one mail. */
const MAX_READ = 50;

/** Posts that a mail names; the link shows the others. */
const MAX_NAMED = 10;

/** So that ten of them fit into the letter of a mail. */
const MAX_LINE_LENGTH = 95;

/** Longer than any search. A search whose instance died is tried again after this time. */
const CLAIM_SECONDS = 60;

interface DueSearch {
  readonly id: string;
  readonly search: JobSearch;
  readonly mailed_until: Date;
  /** A minute ago: a post that a change which has not committed yet publishes or shows is in the next mail. */
  readonly until: Date;
  /** When it would be due again, exact to the microsecond: as long as it is, the search belongs to this attempt. */
  readonly claim: string;
}

/**
 * Committed before the search runs: no lock is held meanwhile, so neither a change by its user nor a
 * revocation waits for it.
 */
const CLAIM_DUE = statement<DueSearch>(
  'claim_due_saved_search',
  `update talent.saved_searches s
      set attempts = s.attempts + 1, next_mail_at = now() + make_interval(secs => ${CLAIM_SECONDS})
    where s.id = (select d.id from talent.saved_searches d
                   where d.frequency <> 'none' and d.next_mail_at <= now()
                   order by d.next_mail_at limit 1 for update skip locked)
   returning s.id, s.search, s.mailed_until, greatest(s.mailed_until, now() - interval '1 minute') as until,
             s.next_mail_at::text as claim`,
  { indexes: ['saved_searches_next_mail_at_idx', 'saved_searches_pkey'] },
);

const REPORT = statement<object>(
  'report_saved_search',
  'select talent.report_saved_search($1, $2, $3, $4::jsonb, $5::jsonb)',
);

/** At growing intervals, an hour at most; nothing, if its user has changed when it is due. */
const POSTPONE = statement<object>(
  'postpone_saved_search',
  `update talent.saved_searches s
      set next_mail_at = now() + least(interval '1 hour', interval '1 minute' * 2 ^ least(s.attempts - 1, 6))
    where s.id = $1 and s.next_mail_at = $2`,
  { indexes: ['saved_searches_pkey'] },
);

/**
 * Mails users the new posts of their saved searches: one search after another, and no mail where there is no new post.
 * Several instances may run.
 * @param searchPool read-only, with one connection and the timeout of searches: what users search for costs the others
 *   nothing else (F8, G6).
 * @param searchMillis that timeout, which PgBouncer does not forward.
 * @param origin scheme and host of the links.
 * @param pollMillis the pause after a run that found none due.
 */
export function startSearchMailer(parts: {
  readonly pool: Pool;
  readonly searchPool: Pool;
  readonly searchMillis: number;
  readonly origin: string;
  readonly log: Logger;
  readonly pollMillis: number;
}): RepeatedTask {
  return repeatWhileWork(() => mailNext(parts), {
    pollMillis: parts.pollMillis,
    onFailure: (error) => parts.log.warn({ err: error }, 'could not read the saved searches'),
  });
}

/** @returns whether one was due. */
async function mailNext({
  pool,
  searchPool,
  searchMillis,
  origin,
  log,
}: Parameters<typeof startSearchMailer>[0]): Promise<boolean> {
  const writes = queryableOf(pool);
  const [due] = await writes.query(CLAIM_DUE, []);
  if (due === undefined) return false;
  try {
    const time = { after: due.mailed_until, until: due.until, limit: MAX_READ };
    const posts = await inTransaction(searchPool, async (client) => {
      await client.query(`set local statement_timeout = ${searchMillis}`);
      return findNewPosts(queryableOf(client), due.search, time);
    });
    await writes.query(REPORT, [due.id, due.claim, due.until, ...mailOf(due, posts, origin)]);
  } catch (error) {
    log.warn({ err: error, saved_search_id: due.id }, 'a saved search failed; it is tried again');
    await writes.query(POSTPONE, [due.id, due.claim]);
  }
  return true;
}

/** The mail and its limits, as JSON; nulls without posts. */
function mailOf({ search, mailed_until }: DueSearch, posts: readonly NewPost[], origin: string) {
  if (posts.length === 0) return [null, null];
  const { row, limits } = outboxRow('saved_search', mailValues(search, posts), origin);
  // Whether visitors still see them is decided when it is sent.
  const named = { subject_ids: namedIn(posts).map(({ id }) => id), news_since: mailed_until };
  return [JSON.stringify({ ...row, ...named }), JSON.stringify(limits)];
}

function namedIn(posts: readonly NewPost[]): readonly NewPost[] {
  return posts.filter(isNameable).slice(0, MAX_NAMED);
}

function mailValues(search: JobSearch, posts: readonly NewPost[]) {
  const count = posts.length < MAX_READ ? String(posts.length) : `${MAX_READ} or more`;
  return {
    search: nameOf(search),
    jobs: posts.length === 1 ? '1 new job' : `${count} new jobs`,
    list: namedIn(posts).map(lineOf).join('\n'),
    link: addressOfNewest(search),
    settings: '/saved/searches',
  } as const;
}

/**
 * Whether a mail to strangers may name a post: none that has the address of a page, which mail programs make a link (F9). The
 * list of the search has it.
 */
function isNameable({ title, location }: NewPost): boolean {
  return [title, location].every((text) => textFault('company_name', text) === null);
}

function lineOf({ title, company_name, ...place }: NewPost): string {
  const line = [title, company_name, placeName(place)].filter((part) => part !== '').join(', ');
  return line.length > MAX_LINE_LENGTH ? `${line.slice(0, MAX_LINE_LENGTH - 1)}…` : line;
}
