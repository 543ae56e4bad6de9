import {
  type ApiAnswer,
  makeColleague,
  makePerson,
  startTestSystem,
  type TestPerson,
  type TestSystem,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { inHeldTransaction } from '#support/held-transaction.ts';
import { addApplications } from '#support/many-applications.ts';
import { waitFor } from '#support/wait-for.ts';

const QUERY = 'zzzz1 zzzz2 zzzz3 zzzz4';
const ASKED = `query=${encodeURIComponent(QUERY)}`;
/** Reads of another company. */
const READS = 20;

/** The advisory lock during which a search takes as long as it may. */
const HELD = 8;

let system: TestSystem;
let members: readonly TestPerson[];
let other: TestPerson;
let application: string | undefined;
beforeAll(async () => {
  // No search ends by itself while the test holds it up.
  system = await startTestSystem({ seed: 'none', environment: { SEARCH_MILLIS: '60000' } });
  const employ = () => makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
  const owner = await employ();
  const colleagues = Array.from({ length: 8 }, () => makeColleague(system.database, owner));
  members = [owner, ...(await Promise.all(colleagues))];
  [application] = await addApplications(system.database, owner.companyId ?? '', 3);
  other = await employ();
  await addApplications(system.database, other.companyId ?? '', 2);
  // Only searches call it from here on.
  await system.database.query(
    `create or replace function employer.search_text(raw text) returns text language plpgsql stable as $$
     begin
       while not pg_try_advisory_xact_lock_shared(${HELD}) loop
         perform pg_sleep(0.02);
       end loop;
       return raw;
     end $$`,
  );
});
afterAll(() => system.stop());

const read = (path: string, { cookie }: TestPerson) =>
  system.publicHost.request(`/api/employer/${path}`, { cookie });

const exported = ({ cookie }: TestPerson, body: object = { query: QUERY }) =>
  system.publicHost.request('/api/employer/application_exports', { method: 'POST', cookie, body });

/** One search of each member; the exports of a company wait in a queue of their own before that of its searches. */
const search = (member: TestPerson, place: number): Promise<ApiAnswer> => {
  if (place === 0) return exported(member);
  const paths = ['applications', 'application_board', `applications/${application}/adjacent`];
  return read(`${paths[place % paths.length]}?${ASKED}`, member);
};

test('F8 G6: searches of one company run one at a time on connections of their own, and hold up no other read', async () => {
  const held = await inHeldTransaction(system.database.ownerUrl, async (holder) => {
    await holder.query('select pg_advisory_xact_lock($1)', [HELD]);
    const searching = members.map(search);
    let answered = 0;
    for (const answer of searching) void answer.then(() => answered++);
    // One of nine members: as many wait as may.
    const { status, headers, body } = await Promise.race(searching);
    const lists = [];
    for (let n = 0; n < READS; n++) lists.push(await read('applications', other));
    const { rows } = await holder.query(
      `select application_name as name from pg_stat_activity
        where datname = current_database() and state = 'active' and pid <> pg_backend_pid()
          and query like '%talent.application_search%'`,
    );
    return {
      searching,
      refused: [status, headers['retry-after'], body.code],
      lists: lists.map((list) => [list.status, list.body.items.length]),
      waiting: rows,
      answered,
    };
  });
  const statuses = (await Promise.all(held.searching)).map(({ status }) => status);
  expect(statuses.toSorted((a, b) => a - b)).toEqual([...Array(8).fill(200), 429]);
  expect(held.lists).toEqual(Array(READS).fill([200, 2]));
  expect(held.waiting).toEqual([{ name: 'gatehouse-employer-search' }]);
  expect([held.refused, held.answered]).toEqual([[429, '1', 'rate_limited'], 1]);
});

test('F8 G6: so do lists of job posts by words or in another order; those of the newest, and counts, wait for none', async () => {
  const [searcher, sorter, counter, reader] = members;
  if (searcher === undefined || sorter === undefined || counter === undefined || reader === undefined)
    throw new Error('too few members');
  const held = await inHeldTransaction(system.database.ownerUrl, async (holder) => {
    await holder.query('select pg_advisory_xact_lock($1)', [HELD]);
    const searching = [read('job_posts?query=bell', searcher)];
    // Not on the holder's connection: within a transaction, it would see the activity of the first time alone.
    const name = await waitFor(async () => {
      const [row] = await system.database.query<{ name: string }>(
        `select application_name as name from pg_stat_activity
          where datname = current_database() and state = 'active' and pid <> pg_backend_pid() and query like '%list_text%'`,
      );
      return row?.name;
    });
    searching.push(read('job_posts?order=title', sorter), read('job_posts?order=applications', counter));
    let answered = 0;
    for (const answer of searching) void answer.then(() => answered++);
    const lists = [];
    const filters = ['order=newest', 'query=%20', 'state=draft', 'state=published', 'state=closed'];
    for (const path of ['', ...filters, 'published_as=visible'].map((filter) => `job_posts?${filter}`)) {
      lists.push([path, (await read(path, reader)).status]);
    }
    lists.push(['overview', (await read('companies/current/overview', reader)).status]);
    for (let n = 0; n < READS; n++) lists.push(['other', (await read('job_posts', other)).status]);
    return { searching, name, refused: lists.filter(([, status]) => status !== 200), answered };
  });
  expect([held.name, held.refused, held.answered]).toEqual(['gatehouse-employer-search', [], 0]);
  const answers = await Promise.all(held.searching);
  expect(answers.map(({ status, body }) => [status, body.items.length])).toEqual(Array(3).fill([200, 1]));
});

test('F8 G6 G1: so do lists of applications by rating, without words too, and are decided again; those by time wait for none', async () => {
  const [searcher, lister, boarder, neighbour, exporter, reader, former] = members;
  if (!searcher || !lister || !boarder || !neighbour || !exporter || !reader || !former)
    throw new Error('too few members');
  const adjacent = `applications/${application}/adjacent`;
  const held = await inHeldTransaction(system.database.ownerUrl, async (holder) => {
    await holder.query('select pg_advisory_xact_lock($1)', [HELD]);
    const searching = [read(`applications?${ASKED}`, searcher)];
    await waitFor(async () => {
      const [row] = await system.database.query(
        `select from pg_stat_activity
          where datname = current_database() and state = 'active' and pid <> pg_backend_pid()
            and query like '%talent.application_search%'`,
      );
      return row;
    });
    searching.push(
      read('applications?order=rating', lister),
      read('application_board?order=rating', boarder),
      read(`${adjacent}?order=rating`, neighbour),
      exported(exporter, { order: 'rating' }),
      read('applications?order=rating', former),
    );
    let answered = 0;
    for (const answer of searching) void answer.then(() => answered++);
    const lists = [];
    for (const order of ['', '?order=newest', '?order=oldest']) {
      for (const path of ['applications', 'application_board', adjacent])
        lists.push((await read(`${path}${order}`, reader)).status);
      lists.push(
        (await exported(reader, order === '' ? {} : { order: order.slice('?order='.length) })).status,
      );
    }
    for (let n = 0; n < READS; n++) lists.push((await read('applications', other)).status);
    await system.database.query("update employer.org_memberships set status = 'revoked' where id = $1", [
      former.membershipId,
    ]);
    return { searching, answered, lists };
  });
  const statuses = (await Promise.all(held.searching)).map(({ status }) => status);
  expect([held.answered, statuses]).toEqual([0, [200, 200, 200, 200, 200, 403]]);
  expect(new Set(held.lists)).toEqual(new Set([200]));
});
