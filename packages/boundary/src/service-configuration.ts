import {
  configurationError,
  hostValidator,
  keepAliveSeconds,
  type parseConfiguration,
  pollSecondsValidator,
  requestsAtOnceValidator,
  trustProxyValidator,
  validators,
} from '@gatehouse/runtime';
import { makeValidator } from 'envalid';
import type { ListedOrigin } from './http/origins.ts';

const { bool, num, port, str } = validators;

/** `user=https://www.example.com,admin=https://team.example.com` */
const listedOrigins = makeValidator<readonly ListedOrigin[]>((input) =>
  input === '' ? [] : input.split(',').map((entry) => listedOrigin(entry.trim())),
);

function listedOrigin(entry: string): ListedOrigin {
  const [system, origin] = entry.split('=', 2);
  if ((system !== 'user' && system !== 'admin') || origin === undefined || !URL.canParse(origin)) {
    throw new configurationError('expected user=ORIGIN or admin=ORIGIN, separated by commas');
  }
  if (new URL(origin).origin !== origin) {
    throw new configurationError(
      `${origin} is not an origin: expected scheme, host and port, without a path`,
    );
  }
  return { system, origin };
}

const basePath = makeValidator<string>((input) => {
  if (!/^(\/[a-z0-9_-]+)*$/.test(input))
    throw new configurationError('expected a path such as /api, or nothing');
  return input;
});

/** The environment variables that every API service reads. */
export const serviceConfiguration = {
  PORT: port({ desc: 'Port to listen on.' }),
  HOST: str({ default: '0.0.0.0', desc: 'Address to listen on.' }),
  DATABASE_URL: str({ desc: "PostgreSQL of the service's own role, on the primary." }),
  DATABASE_PASSWORD_FILE: str({
    default: '',
    desc: 'File with the password of that role, read for every new connection; a change needs no restart. Empty: the password in DATABASE_URL, or PGPASSWORD.',
  }),
  DATABASE_CONNECTIONS: num({ default: 6, desc: 'Connections for reads and for writes, each.' }),
  KEEP_ALIVE_SECONDS: keepAliveSeconds,
  REQUESTS_AT_ONCE: requestsAtOnceValidator({
    default: 1000,
    desc: 'Requests that are handled concurrently; more get 503 with Retry-After.',
  }),
  PUBLIC_READS_PER_ADDRESS: num({
    default: 1200,
    desc: 'Reads without an account from one address in a minute, searches included.',
  }),
  THROTTLE_KEYS: num({
    default: 10_000,
    desc: 'Addresses and accounts that each limit counts in memory; beyond that, the oldest one that was counted once is evicted.',
  }),
  ACCOUNT_CHANGES: num({
    default: 5000,
    desc: 'Changes by one account in an hour: of its name, the names of its passkeys and its mail settings, of its profile, and of its company. Profile and company are counted in each process of their service.',
  }),
  API_BASE_PATH: basePath({ default: '/api', desc: 'Path in front of every endpoint.' }),
  PUBLIC_HOST: hostValidator({ desc: 'The public host as browsers name it.', example: 'www.example.com' }),
  TEAM_HOST: hostValidator({ desc: 'The team host as browsers name it.', example: 'team.example.com' }),
  PUBLIC_SCHEME: str({
    choices: ['https', 'http'] as const,
    default: 'https',
    desc: 'Scheme of both hosts; http only for plain local development, where cookies cannot be Secure.',
  }),
  ALLOWED_ORIGINS: listedOrigins({
    default: [],
    desc: 'Other origins of our own pages, by identity system.',
  }),
  COOKIE_DOMAIN: str({ default: '', desc: 'Domain of the session cookies; empty: host-only.' }),
  TRUST_PROXY: trustProxyValidator({
    default: false,
    desc: 'Hops or networks whose forwarded headers are trusted.',
  }),
  TRUST_TRACEPARENT: bool({
    default: false,
    desc: 'Whether the ingress replaces the `traceparent` of clients: its trace is then continued.',
  }),
  USER_SESSION_IDLE_SECONDS: num({
    default: 14 * 86_400,
    desc: 'Idle limit of user sessions. Each service extends them by its own value: set the same for all.',
  }),
  ADMIN_SESSION_IDLE_SECONDS: num({ default: 30 * 60, desc: 'Idle limit of admin sessions.' }),
  BACKGROUND_POLL_SECONDS: pollSecondsValidator({
    default: 2,
    desc: 'Pause after which background work that found nothing to do looks again: mail of other services and retries, notifications by mail, exports, saved searches, and what changes leave behind. Each process of each service reads PostgreSQL as often.',
  }),
  LOG_LEVEL: str({
    choices: ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const,
    default: 'info',
    desc: 'Minimum level that is logged.',
  }),
};

/** What `parseConfiguration` makes of these variables. */
export type ServiceConfiguration = ReturnType<typeof parseConfiguration<typeof serviceConfiguration>>;
