import pg from 'pg';

/** Creates a missing connect-pg-simple table, with one session for each of Gatehouse's. */
export async function ensureExpressSessions(ownerUrl: string, sessions: number): Promise<void> {
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
      [sessions],
    );
    await client.query('create index on peers.session (expire)');
    await client.query('commit');
    await client.query('vacuum analyze peers.session');
  }
  await client.end();
}
