import { readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { findFreePort, startLocalSystem } from '@gatehouse/local-system';
import { createInstanceClient, createTestDatabase, makePerson } from '@gatehouse/testkit';
import { describe, expect, test } from '@jest/globals';

const REQUESTS = 1500;
const AT_ONCE = 25;

/** Resident memory of a process, in MiB. Linux tells; elsewhere this test says nothing. */
function residentMiB(pid: number): number {
  const kib = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kib) / 1024;
}

/** A collector that is not there, that refuses everything, and that never answers. */
const COLLECTORS: Readonly<Record<string, RequestListener | null>> = {
  'is not there': null,
  refuses: (request, response) => {
    request.resume();
    response.writeHead(503, { 'Retry-After': '1' }).end();
  },
  'never answers': (request) => void request.resume(),
};

describe('a collector that does not do its work', () => {
  test.each(Object.keys(COLLECTORS))('that %s fails no request and fills no memory', async (name) => {
    const listener = COLLECTORS[name] ?? null;
    const server = createServer(listener ?? (() => undefined));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    if (listener === null) await new Promise((resolve) => server.close(resolve));
    const database = await createTestDatabase({ seed: 'none' });
    const local = await startLocalSystem({
      port: await findFreePort(),
      roleUrl: database.roleUrl,
      withWeb: false,
      apis: ['identity'],
      environment: {
        OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
        OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
        OTEL_TRACES_EXPORTER: 'otlp',
        OTEL_METRICS_EXPORTER: 'otlp',
        OTEL_METRIC_EXPORT_INTERVAL: '500',
        OTEL_METRIC_EXPORT_TIMEOUT: '400',
      },
    });
    const [identity] = local.services.identity;
    if (identity === undefined) throw new Error('identity does not run');
    // Past the ingress, whose time would be most of the test's.
    const client = createInstanceClient(identity, local.publicHost);
    try {
      const { cookie } = await makePerson(database);
      const pid = identity.child.pid ?? 0;
      const read = () => client.request('/api/identities/user_sessions/current', { cookie });
      const statuses = new Set<number>();
      const crowd = async (count: number) => {
        let left = count;
        const one = async () => {
          for (; left > 0; left -= 1) statuses.add((await read()).status);
        };
        await Promise.all(Array.from({ length: AT_ONCE }, one));
      };
      // What a process needs once, it has after these.
      await crowd(REQUESTS);
      const before = residentMiB(pid);
      await crowd(REQUESTS);
      expect([...statuses]).toEqual([200]);
      expect(residentMiB(pid) - before).toBeLessThan(60);
    } finally {
      client.close();
      await local.stop();
      await database.stop();
      server.closeAllConnections();
      server.close();
    }
  });
});
