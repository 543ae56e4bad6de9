/** The local ingress in front of instances of identity, in its own process: `IDENTITY_URLS`, separated by commas. */
import { createServer } from 'node:http';
import { byService } from '@gatehouse/contract';
import { createIngress } from '@gatehouse/local-system';
import { BENCH_HOST } from './bench-host.ts';

const ingress = createIngress({
  publicHost: BENCH_HOST,
  teamHost: `team.${BENCH_HOST}`,
  apiBasePath: '/api',
  upstreams: {
    ...byService(() => []),
    identity: (process.env['IDENTITY_URLS'] ?? '').split(','),
    web: [],
  },
});
const server = createServer((request, response) => {
  if (request.url === '/livez') response.end('{"status":"ok"}');
  else ingress(request, response);
});
server.listen(Number(process.env['PORT']), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
