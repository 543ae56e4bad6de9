import { BENCH_HOST } from './bench-host.ts';
import type { Target } from './load.ts';

export const SESSION_PATH = '/api/identities/user_sessions/current';

/** Requests of signed-in users, one after another. @param path default: a session read. */
export function targetOf(port: number, tokens: readonly string[], path = SESSION_PATH): Target {
  return {
    port,
    path,
    headers: (n) => ({ host: BENCH_HOST, cookie: `app_session_id=${tokens[n % tokens.length] ?? ''}` }),
  };
}
