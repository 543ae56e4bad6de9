import { join, resolve } from 'node:path';
import { migrate, provisionRoles, type ServiceRole } from '@gatehouse/database';
import { startEmbeddedPostgres } from '@gatehouse/embedded-postgres';
import { findFreePort } from '@gatehouse/local-system';
import pg from 'pg';

/** A PostgreSQL with the people, sessions and memberships of the measurements; its data stays for the next run. */
export interface BenchDatabase {
  readonly ownerUrl: string;
  roleUrl(role: ServiceRole): string;
  /** PostgreSQL's first process. */
  readonly postmaster: number;
  /** Tokens of live sessions of people with an active membership, as cookies hold them. */
  readonly tokens: readonly string[];
  stop(): Promise<void>;
}

/** How many rows there are. */
export const ROWS = { sessions: 1_000_000, people: 200_000, memberships: 150_000, companies: 30_000 };

/** The server is on the loopback and lives as long as the run. */
const PASSWORD = 'bench';
const TOKENS = 2000;

/** Where the data is kept between runs: `BENCH_DATA_DIR`, `.data/bench`. */
const DATA_DIR = resolve(process.env['BENCH_DATA_DIR'] ?? '.data/bench');

/** Starts it, and fills it in a minute where it is new. */
export async function startBenchDatabase(): Promise<BenchDatabase> {
  const server = await startEmbeddedPostgres({
    dataDir: join(DATA_DIR, 'postgres-18'),
    password: PASSWORD,
    port: await findFreePort(),
    settings: { shared_buffers: '1GB', max_connections: '200' },
  });
  const ownerUrl = withDatabase(server.url, 'bench');
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  const { rowCount } = await client.query("select from pg_database where datname = 'bench'");
  if (rowCount === 0) {
    // Made under another name, so that a run which was interrupted leaves nothing half.
    await client.query('drop database if exists bench_unfinished');
    await client.query('create database bench_unfinished');
    const unfinished = withDatabase(server.url, 'bench_unfinished');
    await migrate(unfinished);
    await provisionRoles(unfinished, {
      identity_service: PASSWORD,
      employer_service: PASSWORD,
      talent_service: PASSWORD,
    });
    await fill(unfinished);
    await client.query('alter database bench_unfinished rename to bench');
  }
  const { rows } = await client.query(
    "select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid",
  );
  await client.end();
  await ensurePeers(ownerUrl);
  return {
    ownerUrl,
    postmaster: rows[0].pid,
    roleUrl: (role) => {
      const url = new URL(ownerUrl);
      url.username = role;
      url.password = PASSWORD;
      return url.href;
    },
    tokens: Array.from({ length: TOKENS }, (_, index) => tokenOf(index + 1)),
    stop: () => server.stop(),
  };
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}

/** The token of the nth session, 43 letters of base64url: `fill` makes the same ones. */
function tokenOf(n: number): string {
  return `bench${String(n).padStart(38, '0')}`;
}

/** The table of connect-pg-simple, with a session for each of ours. */
async function ensurePeers(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  const { rows } = await client.query("select to_regclass('peers.session') as there");
  if (rows[0].there === null) {
    await client.query('begin');
    await client.query('create schema if not exists peers');
    await client.query(
      'create table peers.session (sid varchar primary key, sess json not null, expire timestamp(6) not null)',
    );
    await client.query(
      `insert into peers.session
       select 'bench' || lpad(t.n::text, 38, '0'),
              json_build_object(
                'cookie', json_build_object('originalMaxAge', 2592000000, 'expires', now() + interval '30 days', 'httpOnly', true, 'path', '/'),
                'passport', json_build_object('user', s.user_id)),
              now() + interval '30 days'
         from generate_series(1, $1::int) t(n)
         join identity.user_sessions s
           on s.token_hash = sha256(convert_to('bench' || lpad(t.n::text, 38, '0'), 'UTF8'))`,
      [ROWS.sessions],
    );
    await client.query('create index on peers.session (expire)');
    await client.query('commit');
    await client.query('vacuum analyze peers.session');
  }
  await client.end();
}

async function fill(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  const { sessions, people, memberships, companies } = ROWS;
  await client.query(
    'create temporary table person as select n, uuidv7() as id from generate_series(1, $1::int) n',
    [people],
  );
  await client.query(
    'create temporary table firm as select n, uuidv7() as id from generate_series(1, $1::int) n',
    [companies],
  );
  await client.query('create unique index on person (n); create unique index on firm (n)');
  await client.query(`
    insert into identity.users (id, email, name, talent_access_state, email_verified_at)
    select id, 'person' || n || '@bench.test', 'Person ' || n, case when n % 2 = 0 then 'active' else 'none' end, now() from person`);
  await client.query("insert into employer.companies (id, name) select id, 'Company ' || n from firm");
  await client.query(
    `insert into employer.org_memberships (user_id, company_id, role)
     select p.id, f.id, case when p.n <= $1 then 'owner' else 'member' end
       from person p join firm f on f.n = 1 + (p.n - 1) % $1 where p.n <= $2`,
    [companies, memberships],
  );
  await client.query(
    `insert into identity.user_sessions (token_hash, user_id, expires_at, idle_expires_at, user_agent, address)
     select sha256(convert_to('bench' || lpad(t.n::text, 38, '0'), 'UTF8')), p.id, now() + interval '30 days',
            now() + interval '14 days', 'Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0.0.0 Safari/537.36', '203.0.113.7'
       from generate_series(1, $1::int) t(n) join person p on p.n = 1 + (t.n - 1) % $2`,
    [sessions, people],
  );
  await client.query(
    `insert into employer.job_posts (company_id, title, description, location, kind, state, published_at)
     select f.id, 'Post ' || f.n || '.' || i, repeat('A text about the work. ', 20), 'Porto', 'full_time', 'published', now()
       from firm f cross join generate_series(1, 3) i`,
  );
  await client.query('vacuum analyze');
  await client.end();
}
