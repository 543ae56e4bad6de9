import { codeOf } from './error-code.ts';

/** SQLSTATE classes and codes that say "the database cannot serve this now", not "the statement is wrong". */
const UNAVAILABLE_STATES = [
  /^08/, // connection exception
  /^53/, // insufficient resources: too many connections, disk full, out of memory
  /^57(014|P0\d)$/, // statement timeout, shutdown, crash recovery, starting up
  /^55P03$/, // lock timeout
  /^25006$/, // read-only primary, as during a failover
  /^25P0[34]$/, // a transaction that was idle or open for too long, because this process stalled
  /^40(001|P01)$/, // serialization failure, deadlock: left over after the retries
  /^28000$|^28P01$|^3D000$/, // credentials or database not (yet) there
];

const UNAVAILABLE_SYSTEM_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT', // a UNIX socket that is not there
]);

/** What `pg` itself says, without a code, when a connection breaks. */
const UNAVAILABLE_MESSAGES =
  /Connection terminated|Client has encountered a connection error|Client was closed/;

/** Errors that prevented or broke a connection of a pool. */
const CONNECTION_FAILURES = new WeakSet<object>();

/** Whatever prevents or breaks a connection is no error of the service: a certificate that has expired, for example. */
export function markConnectionFailure(error: Error): void {
  CONNECTION_FAILURES.add(error);
}

/** Whether an error means that the database did not answer, so that the request gets 503 and never 401. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (typeof error === 'object' && error !== null && CONNECTION_FAILURES.has(error)) return true;
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError)
    return error.errors.length > 0 && error.errors.every(isDatabaseUnavailable);
  const code = codeOf(error);
  if (UNAVAILABLE_SYSTEM_CODES.has(code)) return true;
  if (/^[0-9A-Z]{5}$/.test(code)) return UNAVAILABLE_STATES.some((pattern) => pattern.test(code));
  return UNAVAILABLE_MESSAGES.test(error.message);
}

/** Whether PostgreSQL has refused a value (SQLSTATE class 22); the connection is as good as before. */
export function isDataError(error: Error): boolean {
  return /^22[0-9A-Z]{3}$/.test(codeOf(error));
}
