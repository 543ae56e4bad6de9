/** The plain limit of an employer read: `node:http` and `pg`, two prepared queries per request (check and data), no log, no trace. */
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 6 });
const CHECK = {
  name: 'bare_check',
  text: `select c.id
           from identity.user_sessions s
           join identity.users u on u.id = s.user_id
           join employer.org_memberships m on m.user_id = u.id
           join employer.companies c on c.id = m.company_id
          where s.token_hash = $1 and s.ended_at is null and s.expires_at > now() and s.idle_expires_at > now()
            and m.status = 'active' and c.condition = 'active'`,
};
const DATA = {
  name: 'bare_job_posts',
  text: `select id, title, description, location, kind, state, created_at, updated_at, published_at,
                (select count(*)::int from talent.applications a
                  where a.job_post_id = job_posts.id and a.withdrawn_at is null) as application_count
           from employer.job_posts where company_id = $1 order by id desc limit 51`,
};

async function jobPostsOf(cookie: string): Promise<unknown> {
  const token = /app_session_id=([^;]+)/.exec(cookie)?.[1] ?? '';
  const hash = createHash('sha256').update(token).digest();
  const [company] = (await pool.query({ ...CHECK, values: [hash] })).rows;
  if (company === undefined) return null;
  return (await pool.query({ ...DATA, values: [company.id] })).rows;
}

const server = createServer((request, response) => {
  jobPostsOf(request.headers.cookie ?? '').then(
    (items) => {
      response.writeHead(items === null ? 403 : 200, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify({ items }));
    },
    () => response.writeHead(503).end(),
  );
});
server.listen(Number(process.env['PORT']), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
