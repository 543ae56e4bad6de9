/** The plain limit: `node:http` and `pg`, one prepared query per request, no other checks, no log, no trace. */
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 6 });
const READ = {
  name: 'bare_session_read',
  text: `select u.id, u.name, u.email, u.talent_access_state, s.id as session_id, s.created_at, s.expires_at,
                m.role, m.status, c.id as company_id, c.name as company_name, c.condition
           from identity.user_sessions s
           join identity.users u on u.id = s.user_id
           left join employer.org_memberships m on m.user_id = u.id
           left join employer.companies c on c.id = m.company_id
          where s.token_hash = $1 and s.ended_at is null and s.expires_at > now() and s.idle_expires_at > now()`,
};

const server = createServer((request, response) => {
  const token = /app_session_id=([^;]+)/.exec(request.headers.cookie ?? '')?.[1] ?? '';
  const hash = createHash('sha256').update(token).digest();
  pool.query({ ...READ, values: [hash] }).then(
    ({ rows: [row] }) => {
      const body = JSON.stringify(row ?? null);
      response.writeHead(row === undefined ? 401 : 200, { 'Content-Type': 'application/json' });
      response.end(body);
    },
    () => response.writeHead(503).end(),
  );
});
server.listen(Number(process.env['PORT']), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
