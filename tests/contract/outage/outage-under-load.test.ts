import { setTimeout as delay } from 'node:timers/promises';
import { findFreePort, type LocalSystem, startLocalSystem } from '@gatehouse/local-system';
import { type ApiAnswer, type ApiClient, createApiClient } from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { recordFinding } from '#support/assurance.ts';
import { type OwnPostgres, startOwnPostgres } from '#support/own-postgres.ts';
import { waitFor } from '#support/wait-for.ts';

/** Signed-in people; every tenth owns a company. `OUTAGE_PEOPLE` and `OUTAGE_MILLIS` make a long run of it. */
const PEOPLE = Number(process.env['OUTAGE_PEOPLE'] ?? 2000);
const OUTAGE_MILLIS = Number(process.env['OUTAGE_MILLIS'] ?? 2500);
const AT_ONCE = 24;
const SESSION = '/api/identities/user_sessions/current';
const MEMBERSHIP = '/api/employer/companies/current';

let postgres: OwnPostgres;
let local: LocalSystem;
let client: ApiClient;

beforeAll(async () => {
  postgres = await startOwnPostgres();
  await makePeople();
  const port = await findFreePort();
  local = await startLocalSystem({
    port,
    withWeb: false,
    instances: 2,
    environment: { LOG_LEVEL: 'fatal' },
    roleUrl: postgres.roleUrl,
  });
  client = createApiClient({ port, host: local.publicHost });
});
afterAll(async () => {
  client.close();
  await local.stop();
  await postgres.stop();
});

const tokenOf = (n: number) => `load${String(n).padStart(39, '0')}`;
const cookieOf = (n: number) => `app_session_id=${tokenOf(n)}`;
const isOwner = (n: number) => n % 10 === 0;

async function makePeople(): Promise<void> {
  await postgres.query(
    `with person as (
       insert into identity.users (id, email, name, talent_access_state, email_verified_at)
       select uuidv7(), 'person' || n || '@load.test', 'Person ' || n, 'active', now()
         from generate_series(1, $1::int) n
       returning id, substring(email from '[0-9]+')::int as n),
     session as (
       insert into identity.user_sessions (token_hash, user_id, expires_at, idle_expires_at)
       select sha256(convert_to('load' || lpad(n::text, 39, '0'), 'UTF8')), id, now() + interval '1 day', now() + interval '1 day'
         from person),
     company as (
       insert into employer.companies (id, name)
       select uuidv7(), 'Company ' || n from person where n % 10 = 0
       returning id, substring(name from '[0-9]+')::int as n)
     insert into employer.org_memberships (id, user_id, company_id, role, status)
     select uuidv7(), person.id, company.id, 'owner', 'active'
       from person join company using (n)`,
    [PEOPLE],
  );
}

interface Seen {
  readonly answers: {
    readonly status: number;
    readonly startedAt: number;
    readonly tookMillis: number;
    readonly answer: ApiAnswer;
  }[];
  /** Titles of the posts whose writing was acknowledged. */
  readonly acknowledged: string[];
}

let written = 0;

/** People read their session and their company, and owners write, without a pause, until `isOver`. */
async function useIt(seen: Seen, isOver: () => boolean): Promise<void> {
  const one = async (worker: number) => {
    for (let n = worker; !isOver(); n += AT_ONCE) {
      const person = (n % PEOPLE) + 1;
      const startedAt = Date.now();
      const keep = (answer: ApiAnswer) => {
        seen.answers.push({ status: answer.status, startedAt, tookMillis: Date.now() - startedAt, answer });
        return answer;
      };
      if (isOwner(person) && n % 3 !== 0) {
        written += 1;
        const title = `Written ${written}`;
        const body = { title, kind: 'contract' };
        const request = { method: 'POST', cookie: cookieOf(person), body };
        if (keep(await client.request('/api/employer/job_posts', request)).status === 201) {
          seen.acknowledged.push(title);
        }
      } else {
        keep(await client.request(isOwner(person) ? MEMBERSHIP : SESSION, { cookie: cookieOf(person) }));
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, (_, worker) => one(worker)));
}

/** How long after `from` the last request began that was not served; 0: each was. */
const servedAfterMillis = ({ answers }: Seen, from: number) =>
  Math.max(0, ...answers.filter(({ status }) => status >= 300).map(({ startedAt }) => startedAt - from));

/** Whether every request of the last second was served, and began after `from`. */
function isServed({ answers }: Seen, from: number): boolean {
  const since = Math.max(from, Date.now() - 1000);
  const last = answers.filter(({ startedAt }) => startedAt >= since);
  return Date.now() - from >= 1000 && last.length >= 10 && last.every(({ status }) => status < 300);
}

interface Outage {
  readonly name: string;
  readonly begin: () => Promise<unknown>;
  readonly end: () => Promise<unknown>;
  /** How long it lasts, beyond `OUTAGE_MILLIS`. */
  readonly longer?: number;
  /** Whether what needs no write goes on being served. */
  readonly readsGoOn?: boolean;
  /** Whether it may pass without a single refusal. */
  readonly mayServeAll?: boolean;
}

let slowing: NodeJS.Timeout | undefined;

const outages: readonly Outage[] = [
  { name: 'killed and started again', begin: () => postgres.kill(), end: () => postgres.startAgain() },
  // Longer than a request waits for a statement.
  { name: 'paused', begin: () => postgres.pause(), end: async () => postgres.resume(), longer: 4000 },
  {
    name: 'slow: it pauses for most of each second',
    begin: async () => {
      slowing = setInterval(() => {
        void postgres
          .pause()
          .then(() => delay(600))
          .then(() => postgres.resume());
      }, 1000);
    },
    end: async () => {
      clearInterval(slowing);
      // The last pause ends by itself.
      await delay(1000);
      postgres.resume();
    },
    readsGoOn: true,
    mayServeAll: true,
  },
  {
    name: 'out of connections',
    begin: async () => {
      await postgres.query('alter database gatehouse connection limit 0');
      await postgres.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where usename like '%\\_service'",
      );
    },
    end: () => postgres.query('alter database gatehouse connection limit -1'),
  },
  {
    name: 'failing over: a standby that is promoted later',
    begin: () => postgres.becomeStandby(),
    end: () => postgres.promote(),
    readsGoOn: true,
  },
];

describe('an outage under load, with thousands of signed-in people', () => {
  test.each(outages)(
    'E4 A2: PostgreSQL is $name: no 401, no acknowledged write lost, served again within 5 s without a restart',
    async ({ name, begin, end, longer = 0, readsGoOn = false, mayServeAll = false }) => {
      const seen: Seen = { answers: [], acknowledged: [] };
      let isOver = false;
      const using = useIt(seen, () => isOver);
      await delay(300);
      await begin();
      const begunAt = Date.now();
      await delay(OUTAGE_MILLIS + longer);
      const endsAt = Date.now();
      await end();
      const backAt = Date.now();
      await waitFor(() => (isServed(seen, backAt) ? true : undefined));
      isOver = true;
      await using;

      const of = (kind: (status: number) => boolean) => seen.answers.filter(({ status }) => kind(status));
      const refused = of((status) => status === 503);
      // The parts are the ones that were there before.
      expect(await Promise.race([local.failed, Promise.resolve('running')])).toBe('running');
      // No user was signed out or lost a right: every answer is the requested one or 503.
      expect(of((status) => ![200, 201, 503].includes(status)).map(({ answer }) => answer.text)).toEqual([]);
      if (!mayServeAll) expect(refused.length).toBeGreaterThan(0);
      for (const { answer, tookMillis } of refused) {
        expect(answer.body).toMatchObject({ code: 'dependency_unavailable' });
        expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
        expect(answer.headers['set-cookie']).toBeUndefined();
        expect(tookMillis).toBeLessThan(15_000);
      }
      const inBetween = seen.answers.filter(
        ({ startedAt, tookMillis }) => startedAt > begunAt + 1000 && startedAt + tookMillis < endsAt,
      );
      const servedInBetween = inBetween.filter(({ status }) => status < 300).length;
      if (readsGoOn) expect(servedInBetween).toBeGreaterThan(0);
      else expect(servedInBetween).toBe(0);
      expect(servedAfterMillis(seen, backAt)).toBeLessThan(5000);
      const rows = await postgres.query<{ title: string }>('select title from employer.job_posts');
      const there = new Set(rows.map(({ title }) => title));
      expect(seen.acknowledged.filter((title) => !there.has(title))).toEqual([]);
      recordFinding('Outage under load', {
        tried: `PostgreSQL is ${name}`,
        counted: {
          people: PEOPLE,
          answers: seen.answers.length,
          'answers 503': refused.length,
          'answers 401 or 403': 0,
          'acknowledged writes': seen.acknowledged.length,
          'of them lost': 0,
          'milliseconds to full service': servedAfterMillis(seen, backAt),
        },
      });
    },
    120_000 + OUTAGE_MILLIS,
  );
});
