import pg from 'pg';

/** The numbers of rows in a database of the measurements. */
export interface RowCounts {
  readonly sessions: number;
  readonly people: number;
  readonly memberships: number;
  readonly companies: number;
}

/** Five sessions per user, three memberships per four users, five users per company. */
export function rowsFor(sessions: number): RowCounts {
  return {
    sessions,
    people: sessions / 5,
    memberships: (sessions * 3) / 20,
    companies: (sessions * 3) / 100,
  };
}

/** The token of the nth session, 43 letters of base64url: `fillRows` writes the same ones. */
export function tokenOf(n: number): string {
  return `bench${String(n).padStart(38, '0')}`;
}

/** Fills a migrated, empty database. @param ownerUrl a superuser's: foreign keys hold by construction and are not checked. */
export async function fillRows(
  ownerUrl: string,
  { sessions, people, memberships, companies }: RowCounts,
): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  await client.query('set session_replication_role = replica');
  await client.query(
    'create temporary table person as select n, uuidv7() as id from generate_series(1, $1::int) n',
    [people],
  );
  await client.query(
    'create temporary table firm as select n, uuidv7() as id from generate_series(1, $1::int) n',
    [companies],
  );
  await client.query('create unique index on person (n); create unique index on firm (n)');
  await client.query('analyze person, firm');
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
