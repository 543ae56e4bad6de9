import type { Logger } from '@gatehouse/runtime';
import { describe, expect, test } from '@jest/globals';
import type { Pool, QueryConfig } from 'pg';
import type { NewPost } from './new-posts.ts';
import { startSearchMailer } from './search-mailer.ts';

const MAILED_UNTIL = new Date('2026-03-01T12:00:00.000Z');
const UNTIL = new Date('2026-03-02T12:00:00.000Z');
const DUE = {
  id: '01980000-0000-7000-8000-000000000001',
  search: { query: '', location: '' },
  mailed_until: MAILED_UNTIL,
  until: UNTIL,
  claim: '2026-03-02 12:02:00.123456+00',
};

const POST: NewPost = {
  id: '01980000-0000-7000-8000-000000000002',
  title: 'Bell founder',
  location: 'Porto',
  country_code: '',
  company_name: 'Harbour & Pine',
};

interface Mailed {
  readonly subject: string;
  readonly text_body: string;
  readonly subject_ids: readonly string[];
  readonly news_since: string;
}

/**
 * The mailer on pools that answer without PostgreSQL, until nothing is due.
 * @param due how many searches are due before none is.
 * @param claimFailure what each claim throws instead.
 * @returns the statements after each claim with their values, the values of the searches, the statements of their transactions, and
 *   what was logged.
 */
async function mailerWith(
  posts: readonly NewPost[] | Error,
  { due = 1, claimFailure }: { readonly due?: number; readonly claimFailure?: Error } = {},
) {
  const statements: { readonly name: string | undefined; readonly values: unknown[] | undefined }[] = [];
  const logged: unknown[][] = [];
  const idle = Promise.withResolvers<void>();
  let claims = 0;
  const query = async ({ name, values }: QueryConfig) => {
    if (name !== 'claim_due_saved_search') {
      statements.push({ name, values });
      return { rows: [] };
    }
    claims += 1;
    if (claimFailure === undefined && claims <= due) return { rows: [DUE] };
    idle.resolve();
    if (claimFailure !== undefined) throw claimFailure;
    return { rows: [] };
  };
  const searched: unknown[] = [];
  const transaction: string[] = [];
  const search = async (sent: QueryConfig | string) => {
    if (typeof sent === 'string') {
      transaction.push(sent);
      return { command: sent.toUpperCase() };
    }
    searched.push(sent.values);
    if (posts instanceof Error) throw posts;
    return { rows: posts };
  };
  const connection = { query: search, release: () => undefined };
  const mailer = startSearchMailer({
    pool: { query } as unknown as Pool,
    searchPool: { connect: async () => connection } as unknown as Pool,
    searchMillis: 700,
    origin: 'https://gatehouse.test',
    log: { warn: (...entry: unknown[]) => logged.push(entry) } as unknown as Logger,
    pollMillis: 2000,
  });
  await idle.promise;
  return { statements, searched, transaction, logged, stop: () => mailer.stop() };
}

const report = (mail: unknown, limits: unknown) => ({
  name: 'report_saved_search',
  values: [DUE.id, DUE.claim, UNTIL, mail, limits],
});

/** The mail of the one search that was due. */
async function mailAbout(posts: readonly NewPost[]): Promise<Mailed> {
  const { statements, stop } = await mailerWith(posts);
  await stop();
  expect(statements).toEqual([report(expect.any(String), expect.any(String))]);
  return JSON.parse(String(statements[0]?.values?.[3]));
}

/** The lines about posts in a mail. */
const linesOf = ({ text_body }: Mailed) =>
  text_body.split('\n').filter((line) => line.startsWith(POST.title));

describe('a saved search that is due', () => {
  test('is mailed with the posts that it names and the time of the last mail', async () => {
    const other = { ...POST, id: '01980000-0000-7000-8000-000000000004', title: 'Bell founder, foreman' };
    const mail = await mailAbout([POST, other]);
    expect(mail).toMatchObject({
      subject: '2 new jobs: Jobs',
      subject_ids: [POST.id, other.id],
      news_since: MAILED_UNTIL.toISOString(),
    });
    expect(linesOf(mail)).toEqual([
      'Bell founder, Harbour & Pine, Porto',
      'Bell founder, foreman, Harbour & Pine, Porto',
    ]);
  });

  test('reads what became public after the last mail, to the end of this one, and is not mailed without it', async () => {
    const { statements, searched, stop } = await mailerWith([]);
    await stop();
    expect(searched).toEqual([expect.arrayContaining([true, MAILED_UNTIL, UNTIL, 50])]);
    expect(statements).toEqual([report(null, null)]);
  });

  test('F8: is read within the timeout of searches, which PgBouncer does not forward', async () => {
    const { transaction, stop } = await mailerWith([]);
    await stop();
    expect(transaction).toEqual(['begin', 'set local statement_timeout = 700', 'commit']);
  });

  test.each([
    [1, '1 new job'],
    [49, '49 new jobs'],
    [50, '50 or more new jobs'],
  ])('with %d posts has %s', async (count, jobs) => {
    const mail = await mailAbout(Array(count).fill(POST));
    expect(mail.subject).toBe(`${jobs}: Jobs`);
    expect(linesOf(mail)).toHaveLength(Math.min(count, 10));
  });

  test('names a post without a place', async () => {
    expect(linesOf(await mailAbout([{ ...POST, location: '' }]))).toEqual(['Bell founder, Harbour & Pine']);
  });

  test.each([
    [95, (line: string) => line],
    [96, (line: string) => `${line.slice(0, 94)}…`],
  ])('names a post of %d characters', async (length, shown) => {
    const line = 'Bell founder, Harbour & Pine, '.padEnd(length, 'Porto');
    const [, , location = ''] = line.split(', ');
    expect(linesOf(await mailAbout([{ ...POST, location }]))).toEqual([shown(line)]);
  });

  test('F8: that fails is logged by its id and postponed, and the next one follows at once', async () => {
    const failure = new Error('canceling statement due to statement timeout');
    // Two seconds between them would take longer than the test may.
    const { statements, logged, stop } = await mailerWith(failure, { due: 10 });
    await stop();
    expect(statements).toEqual(
      Array(10).fill({ name: 'postpone_saved_search', values: [DUE.id, DUE.claim] }),
    );
    expect(logged).toEqual(
      Array(10).fill([{ err: failure, saved_search_id: DUE.id }, 'a saved search failed; it is tried again']),
    );
  });
});

test('that the saved searches cannot be read is logged', async () => {
  const claimFailure = new Error('no connection');
  const { statements, logged, stop } = await mailerWith([POST], { claimFailure });
  await stop();
  expect([statements, logged]).toEqual([[], [[{ err: claimFailure }, 'could not read the saved searches']]]);
});
