import { randomBytes } from 'node:crypto';
import { type ChildService, startChildService } from '@gatehouse/local-system';
import { createTestDatabase, makePerson, type TestDatabase } from '@gatehouse/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { type FaultProxy, startFaultProxy } from '#support/fault-proxy.ts';
import { waitFor } from '#support/wait-for.ts';

const HOST = 'localhost';

let database: TestDatabase;
let proxy: FaultProxy;
let cookie: string;
let starting: Promise<ChildService>;
beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await startFaultProxy(new URL(database.ownerUrl));
  cookie = (await makePerson(database)).cookie;
});
afterEach(async () => {
  proxy.mode = 'forward';
  await (await starting).stop();
});
afterAll(async () => {
  proxy.stop();
  await database.stop();
});

const start = () =>
  startChildService({
    name: 'identity',
    entry: 'services/identity/src/main.ts',
    environment: {
      DATABASE_URL: proxy.urlThrough(database.roleUrl('identity_service')),
      SECRETS_KEY: randomBytes(32).toString('base64'),
      PUBLIC_HOST: HOST,
      TEAM_HOST: `team.${HOST}`,
      PUBLIC_SCHEME: 'http',
      LOG_LEVEL: 'fatal',
    },
    onOutput: () => undefined,
  });

async function readSession(): Promise<number> {
  const { url } = await starting;
  const path = '/api/identities/user_sessions/current';
  const answer = await fetch(`${url}${path}`, { headers: { host: HOST, cookie } });
  await answer.arrayBuffer();
  return answer.status;
}

describe('a service that starts while PostgreSQL accepts no connection', () => {
  test('E4: is not ready before it is connected, so that an upgrade replaces no working instance by it', async () => {
    proxy.mode = 'refuse';
    const refusedBefore = proxy.refused;
    let isReady = false;
    starting = start().finally(() => {
      isReady = true;
    });
    await waitFor(() => (proxy.refused > refusedBefore + 12 ? true : undefined));
    expect(isReady).toBe(false);
    proxy.mode = 'forward';
    expect(await readSession()).toBe(200);
  });

  test('E4: is ready nevertheless when the outage lasts, responds with 503, and needs no restart afterwards', async () => {
    proxy.mode = 'refuse';
    starting = start();
    expect(await readSession()).toBe(503);
    proxy.mode = 'forward';
    await waitFor(async () => ((await readSession()) === 200 ? true : undefined));
  });
});
