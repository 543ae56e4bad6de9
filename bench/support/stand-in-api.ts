/** A stub of the API that answers from memory, in its own process: documents then cost only the web tier's CPU time. */
import { createServer } from 'node:http';
import { JOBS, OVERVIEW, SESSION } from './stand-in-data.ts';

const SESSION_PATH = '/api/identities/user_sessions/current';
const ANSWERS: Readonly<Record<string, string>> = {
  [SESSION_PATH]: JSON.stringify(SESSION),
  '/api/employer/companies/current/overview': JSON.stringify(OVERVIEW),
  '/api/talent/job_posts': JSON.stringify(JOBS),
  // For a page that sends one request.
  '/dashboard': JSON.stringify({ session: SESSION, overview: OVERVIEW }),
  '/livez': '{"status":"ok"}',
};
let sessionCalls = 0;

const server = createServer((request, response) => {
  const [path = ''] = (request.url ?? '').split('?', 1);
  if (path === SESSION_PATH) sessionCalls += 1;
  const body = path === '/session_calls' ? String(sessionCalls) : ANSWERS[path];
  response.writeHead(body === undefined ? 404 : 200, { 'Content-Type': 'application/json' });
  response.end(body ?? '{}');
});
server.listen(Number(process.env['PORT']), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
