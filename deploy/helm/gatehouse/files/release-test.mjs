// biome-ignore-all lint/suspicious/noConsole: the lines are the log of the test.
/**
 * The program of `helm test`: checks that each host's paths lead to the part that owns them and that the API refuses
 * unknown callers. It signs in no user. Reads `RELEASE` (JSON); exits with 1 if a check still fails at the deadline.
 */
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';

const { scheme, hosts, basePath, routes, services, frontDoor, verifyTls, deadlineSeconds } = JSON.parse(
  process.env.RELEASE,
);
const deadline = Date.now() + deadlineSeconds * 1000;

const refused = (answer) =>
  answer.status === 401 &&
  answer.headers['www-authenticate'] === 'Session' &&
  JSON.parse(answer.body).code === 'session_required';
const document = (answer) => answer.status === 200 && answer.headers['content-type']?.startsWith('text/html');

/** A read of each service on the host, which requires a session. */
const probesOf = (host) =>
  services
    .filter(({ probes }) => probes[host] !== null)
    .map(({ name, probes }) => [probes[host], name, '401 session_required', refused]);
/** A public read, which needs the database. */
const catalogue = [
  '/talent/job_posts?limit=1',
  'talent',
  '200 with job posts',
  (answer) => answer.status === 200 && Array.isArray(JSON.parse(answer.body).items),
];

const checks = [
  ...[...probesOf('public'), catalogue].map((check) => onApi('public', check)),
  { host: 'public', path: '/', owner: 'web', expected: 'the public host’s home page', holds: document },
  ...probesOf('team').map((check) => onApi('team', check)),
  {
    host: 'team',
    path: '/',
    owner: 'web',
    expected: 'a redirect to the staff’s sign-in',
    holds: (answer) => answer.status === 302 && answer.headers.location?.startsWith('/login'),
  },
  // No host serves the other identity system’s endpoints.
  ...probesOf('team').map((check) => onApi('public', hidden(check))),
  ...[...probesOf('public'), catalogue].map((check) => onApi('team', hidden(check))),
  ...(hosts.api
    ? [...probesOf('public'), catalogue, ...probesOf('team')].map((check) => onApi('api', check))
    : []),
];

function hidden([path]) {
  const holds = (answer) => answer.status === 404 && JSON.parse(answer.body).code === 'not_found';
  return [path, 'nothing', '404 not_found', holds];
}

function onApi(host, [path, owner, expected, holds]) {
  return { host, path: `${basePath}${path}`, owner, expected, holds };
}

/** The ingress or gateway if there is one; else the Service that the release's routes name for the path. */
function addressOf(host, path) {
  if (frontDoor !== null) {
    const [name, port] = (frontDoor || hosts[host]).split(':');
    return { scheme, name, port: Number(port ?? (scheme === 'https' ? 443 : 80)) };
  }
  const [pathname] = path.split('?');
  const route = routes[host].find(
    (candidate) => candidate.path === '/' || `${pathname}/`.startsWith(`${candidate.path}/`),
  );
  const [name, port] = route.address.split(':');
  return { scheme: 'http', name, port: Number(port ?? 80) };
}

function get(host, path) {
  const address = addressOf(host, path);
  const request = address.scheme === 'https' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const options = {
      host: address.name,
      port: address.port,
      path,
      servername: hosts[host].split(':')[0],
      rejectUnauthorized: verifyTls,
      headers: { host: hosts[host], accept: 'text/html,application/json', 'user-agent': 'helm-test' },
      timeout: 5000,
      agent: false,
    };
    const sent = request(options, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (chunk) => {
        body += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, body }));
      response.on('error', reject);
    });
    sent.on('timeout', () => sent.destroy(new Error('no response within 5 seconds')));
    sent.on('error', reject);
    sent.end();
  });
}

/** The failure, or null. */
async function problemOf({ host, path, holds }) {
  try {
    const answer = await get(host, path);
    return holds(answer) ? null : `got ${answer.status} ${answer.headers['content-type'] ?? ''}`;
  } catch (error) {
    return error.message || error.code;
  }
}

for (const check of checks) {
  const { host, path, owner, expected } = check;
  let problem = await problemOf(check);
  // A load balancer needs some time to learn of a new release.
  while (problem !== null && Date.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    problem = await problemOf(check);
  }
  const line = `${scheme}://${hosts[host]}${path} (${owner}): ${expected}`;
  if (problem === null) {
    console.log(`ok    ${line}`);
  } else {
    console.log(`WRONG ${line}, but ${problem}`);
    process.exitCode = 1;
  }
}
