import { findFreePort, type LocalSystem, startLocalSystem } from '@gatehouse/local-system';
import { type ApiClient, createApiClient } from './api-client.ts';
import { buildWeb } from './build-web.ts';
import { nextOneTimeCode } from './one-time-code.ts';
import { createTestDatabase, type Seed, type TestDatabase } from './test-database.ts';

/** Every demo person's password. */
export const DEMO_PASSWORD = 'gatehouse-demo-1';

/** The system on a database of its own, with a client for each host. */
export interface TestSystem {
  readonly database: TestDatabase;
  readonly local: LocalSystem;
  readonly publicHost: ApiClient;
  readonly teamHost: ApiClient;
  stop(): Promise<void>;
}

/**
 * Starts the system as processes behind the local ingress, on a fresh database.
 * @param seed `demo`: with the demo people, companies and job posts; `none`: empty.
 * @param withWeb whether the web tier runs, too; it is built when its sources are newer than its build.
 * @param instances how many processes of each part, among which the ingress takes turns.
 * @param environment for every process, beside what the system itself decides.
 * @param onOutput gets each line that a part writes.
 */
export async function startTestSystem({
  seed = 'demo',
  withWeb = false,
  instances = 1,
  environment = {},
  onOutput = () => undefined,
}: {
  seed?: Seed;
  withWeb?: boolean;
  instances?: number;
  environment?: Readonly<Record<string, string>>;
  onOutput?: (line: string) => void;
} = {}): Promise<TestSystem> {
  if (withWeb) await buildWeb();
  const database = await createTestDatabase({ seed });
  const port = await findFreePort();
  const local = await startLocalSystem({
    port,
    roleUrl: database.roleUrl,
    withWeb,
    instances,
    environment,
    onOutput,
  }).catch(async (error: unknown) => {
    await database.stop();
    throw error;
  });
  const publicHost = createApiClient({ port, host: local.publicHost });
  const teamHost = createApiClient({ port, host: local.teamHost });
  return {
    database,
    local,
    publicHost,
    teamHost,
    stop: async () => {
      publicHost.close();
      teamHost.close();
      await local.stop();
      await database.stop();
    },
  };
}

/**
 * Signs a demo person in, like a person; an admin with a one-time code.
 * @returns the `Cookie` header of the session.
 * @throws {Error} with the answer when it is no session.
 */
export async function signIn(
  client: ApiClient,
  email: string,
  system: 'user' | 'admin' = 'user',
): Promise<string> {
  const answer = await client.request(`/api/identities/${system}_sessions`, {
    method: 'POST',
    body: {
      email,
      password: DEMO_PASSWORD,
      ...(system === 'admin' ? { totp: await nextOneTimeCode(client, email) } : {}),
    },
  });
  const cookie = answer.headers['set-cookie']?.[0]?.split(';')[0];
  if (answer.status !== 201 || cookie === undefined)
    throw new Error(`no sign-in: ${answer.status} ${answer.text}`);
  return cookie;
}
