import { type ApiClient, createApiClient } from '@gatehouse/testkit';
import { addPasskey, signInWithPasskey } from '#support/passkey-client.ts';
import { SoftwareAuthenticator } from '#support/software-authenticator.ts';
import type { BenchDatabase } from './support/bench-database.ts';
import { BENCH_HOST } from './support/bench-host.ts';
import { type Cost, sumOf } from './support/costs.ts';
import { median } from './support/load.ts';
import { markdownTable } from './support/markdown-table.ts';
import { processorMicros, serverMicros } from './support/processor-time.ts';
import { startShipped } from './support/shipped.ts';
import { ensurePasswords, removePasskeys, removeSignedIn, SIGN_IN_AGENT } from './support/sign-in-data.ts';

/** Sign-ins of each kind in a round: a second of CPU time with passwords. */
const SIGN_INS = 64;
const CONCURRENT = 4;
const WARM_UP_ROUNDS = 2;
const ORIGIN = `https://${BENCH_HOST}`;

/** Signs the nth person in, whole: with a passkey that is the challenge and its answer. */
type SignIn = (n: number) => Promise<void>;

/** Measures sign-ins with a passkey beside sign-ins with a password, of the same people. */
export async function passkeySignInSection(
  database: BenchDatabase,
  { rounds, collectorPort }: { rounds: number; collectorPort: number },
): Promise<string> {
  const { ownerUrl, postmaster } = database;
  const bodies = await ensurePasswords(ownerUrl);
  const identity = await startShipped('identity', collectorPort, {
    DATABASE_URL: database.roleUrl('identity_service'),
  });
  const client = markedClient(identity.port);
  try {
    const withPassword: SignIn = async (n) => void (await signInWithPassword(client, bodies[n] ?? ''));
    const withPasskey = await signInsWithPasskeys(client, bodies);
    const measure = async (signIn: SignIn): Promise<Cost> => {
      const before = [processorMicros(identity.pid), serverMicros(postmaster)] as const;
      await signAllIn(signIn);
      return {
        server: (processorMicros(identity.pid) - before[0]) / SIGN_INS,
        database: (serverMicros(postmaster) - before[1]) / SIGN_INS,
      };
    };
    const costs: { password: Cost; passkey: Cost }[] = [];
    for (let round = -WARM_UP_ROUNDS; round < rounds; round += 1) {
      const cost = { password: await measure(withPassword), passkey: await measure(withPasskey) };
      if (round >= 0) costs.push(cost);
    }
    return describe(costs);
  } finally {
    client.close();
    await identity.stop();
    await removeSignedIn(ownerUrl);
    await removePasskeys(ownerUrl);
  }
}

/** Its sessions are those of the measurement. */
function markedClient(port: number): ApiClient {
  const client = createApiClient({ port, host: BENCH_HOST });
  return {
    ...client,
    request: (path, options) =>
      client.request(path, { ...options, headers: { ...options?.headers, 'user-agent': SIGN_IN_AGENT } }),
  };
}

/** @returns the cookie of the session. */
async function signInWithPassword(client: ApiClient, rawBody: string): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  const answer = await client.request('/api/identities/user_sessions', { method: 'POST', rawBody, headers });
  if (answer.status !== 201) throw new Error(`a sign-in with a password answers ${answer.status}`);
  return answer.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
}

/** Gives each person a passkey. */
async function signInsWithPasskeys(client: ApiClient, bodies: readonly string[]): Promise<SignIn> {
  const authenticators: SoftwareAuthenticator[] = [];
  for (const body of bodies) {
    const authenticator = new SoftwareAuthenticator();
    const added = await addPasskey(client, await signInWithPassword(client, body), authenticator, ORIGIN);
    if (added.status !== 201) throw new Error(`the creation of a passkey answers ${added.status}`);
    authenticators.push(authenticator);
  }
  return async (n) => {
    const authenticator = authenticators[n];
    if (authenticator === undefined) throw new Error(`there is no passkey ${n}`);
    const { status } = await signInWithPasskey(client, authenticator, ORIGIN);
    if (status !== 201) throw new Error(`a sign-in with a passkey answers ${status}`);
  };
}

async function signAllIn(signIn: SignIn): Promise<void> {
  const people = Array(SIGN_INS).keys();
  const work = async () => {
    for (const n of people) await signIn(n);
  };
  await Promise.all(Array.from({ length: CONCURRENT }, work));
}

function describe(costs: readonly { password: Cost; passkey: Cost }[]): string {
  const millis = (micros: readonly number[]) => (median(micros) / 1000).toFixed(1);
  const row = (name: string, requests: number, kind: 'password' | 'passkey') => {
    const ofKind = costs.map((cost) => cost[kind]);
    const server = ofKind.map((cost) => cost.server);
    const inDatabase = ofKind.map((cost) => cost.database);
    return [name, requests, millis(server), millis(inDatabase), millis(ofKind.map(sumOf))];
  };
  const ratio = median(costs.map(({ password, passkey }) => sumOf(passkey) / sumOf(password)));
  return `## Sign-ins with a passkey and with a password

${SIGN_INS} people, ${CONCURRENT} at once. A sign-in with a passkey is two requests: the challenge, and the signature that answers it.

${markdownTable(
  ['', 'requests', 'server, ms', 'PostgreSQL, ms', 'together, ms'],
  [row('password', 1, 'password'), row('passkey', 2, 'passkey')],
)}

Passkey / password, server and PostgreSQL together: ${ratio.toFixed(2)}.`;
}
