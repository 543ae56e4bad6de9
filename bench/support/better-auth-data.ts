import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';

const PEERS = fileURLToPath(new URL('../peers/', import.meta.url));
const SECRET = 'the secret of a measurement on the loopback';

/** The environment of better-auth's process and of its migration. */
export function betterAuthEnvironment(ownerUrl: string): Record<string, string> {
  return { DATABASE_URL: ownerUrl, BETTER_AUTH_SECRET: SECRET, BASE_URL: 'http://bench.test' };
}

/** The cookie of a session, signed like better-auth's. */
export function betterAuthCookie(token: string): string {
  const signature = createHmac('sha256', SECRET).update(token).digest('base64');
  return `better-auth.session_token=${encodeURIComponent(`${token}.${signature}`)}`;
}

/** Creates missing better-auth tables with its own migration, and the same users, sessions and memberships. */
export async function ensureBetterAuthData(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  const { rows } = await client.query("select to_regclass('better_auth.complete') as there");
  if (rows[0].there === null) {
    // Left by an interrupted run.
    await client.query('drop schema if exists better_auth cascade');
    await client.query('create schema better_auth');
    await promisify(execFile)(process.execPath, ['better-auth-migrate.mjs'], {
      cwd: PEERS,
      env: betterAuthEnvironment(ownerUrl),
    });
    for (const statement of [PEOPLE, ORGANIZATIONS, MEMBERS, SESSIONS]) await client.query(statement);
    for (const table of ['user', 'organization', 'member', 'session'])
      await client.query(`vacuum analyze better_auth."${table}"`);
    await client.query('create table better_auth.complete ()');
  }
  await client.end();
}

/** Its ids are strings of 32 letters. */
const idOf = (column: string) => `replace(${column}::text, '-', '')`;

const PEOPLE = `
  insert into better_auth."user" (id, name, email, "emailVerified", "createdAt", "updatedAt")
  select ${idOf('id')}, name, email, true, created_at, created_at from identity.users`;

const ORGANIZATIONS = `
  insert into better_auth.organization (id, name, slug, "createdAt")
  select ${idOf('id')}, name, id::text, created_at from employer.companies`;

const MEMBERS = `
  insert into better_auth.member (id, "organizationId", "userId", role, "createdAt")
  select ${idOf('id')}, ${idOf('company_id')}, ${idOf('user_id')}, role, created_at from employer.org_memberships`;

/** With the tokens of Gatehouse's sessions, and the membership's organization as the active one. They need no renewal for weeks. */
const SESSIONS = `
  insert into better_auth.session (id, token, "userId", "activeOrganizationId", "expiresAt", "createdAt", "updatedAt", "ipAddress", "userAgent")
  select ${idOf('s.id')}, t.token, ${idOf('s.user_id')}, ${idOf('m.company_id')}, s.expires_at, s.created_at, s.created_at, s.address, s.user_agent
    from (select 'bench' || lpad(n::text, 38, '0') as token from generate_series(1, (select count(*) from identity.user_sessions)) n) t
    join identity.user_sessions s on s.token_hash = sha256(convert_to(t.token, 'UTF8'))
    left join employer.org_memberships m on m.user_id = s.user_id`;
