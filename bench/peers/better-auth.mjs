/** better-auth behind `node:http`, with its own node handler. */
import { createServer } from 'node:http';
import { toNodeHandler } from 'better-auth/node';
import { auth } from './better-auth-config.mjs';

const handle = toNodeHandler(auth);
const server = createServer((request, response) => {
  if (request.url === '/livez') response.end('{"status":"ok"}');
  else handle(request, response);
});
server.listen(Number(process.env.PORT), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
