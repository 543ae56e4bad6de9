import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { ServiceParts } from '@gatehouse/boundary';
import type { DocumentsLocation } from '@gatehouse/documents';
import { describe, expect, test } from '@jest/globals';
import { Pool } from 'pg';
import { createEmployer } from '#services/employer/src/employer.ts';
import { createTalent } from '#services/talent/src/talent.ts';

type Documents = DocumentsLocation | undefined;

/** @param error the service's log of errors. */
const partsOf = (error: () => void) =>
  ({
    log: { error, warn: () => {} },
    pool: () => new Pool({ max: 1 }),
    writePool: { query: async () => ({ rows: [] }) },
  }) as unknown as ServiceParts;

const employer = (DOCUMENTS_URL: Documents, log = () => {}) =>
  createEmployer(
    { BACKGROUND_POLL_SECONDS: 2, DOCUMENTS_URL } as Parameters<typeof createEmployer>[0],
    partsOf(log),
  );
const talent = (DOCUMENTS_URL: Documents, log = () => {}) =>
  createTalent(
    { BACKGROUND_POLL_SECONDS: 2, DOCUMENTS_URL } as Parameters<typeof createTalent>[0],
    partsOf(log),
  );

/** A store without the bucket, which the service logs. */
async function startStore() {
  // Neither side ends a connection after an answer of known length, and the server none that is idle.
  const server = createServer((_, response) => response.writeHead(404, { 'content-length': 0 }).end());
  server.keepAliveTimeout = 0;
  const connected = once(server, 'connection') as Promise<[Socket]>;
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const location: DocumentsLocation = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region: 'us-east-1',
    bucket: 'documents',
    prefix: '',
    accessKeyId: 'key',
    secretAccessKey: 'secret',
    encryption: null,
  };
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  return { location, connected, stop };
}

test('G1: the employer service runs the steps of what requests leave behind until it stops', async () => {
  const asked: string[] = [];
  const query = async ({ name }: { name: string }) => {
    asked.push(name);
    return { rows: [{ has_worked: true }] };
  };
  const { stop } = createEmployer(
    { BACKGROUND_POLL_SECONDS: 2, DOCUMENTS_URL: undefined } as Parameters<typeof createEmployer>[0],
    { ...partsOf(() => {}), writePool: { query } } as unknown as ServiceParts,
  );
  expect(asked.toSorted()).toEqual([
    'close_reports_of_disabled_companies',
    'forget_company_of_next_member',
    'notify_of_next_closed_post',
    'rename_in_documents',
  ]);
  await stop();
  const { length } = asked;
  // Longer than the pause between two steps.
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(asked).toHaveLength(length);
});

describe.each([
  ['employer', employer],
  ['talent', talent],
])('the %s service, when it stops', (_, create) => {
  test('closes its connections to the store of documents', async () => {
    const store = await startStore();
    try {
      const { promise: answered, resolve: onError } = Promise.withResolvers<void>();
      const { stop } = create(store.location, onError);
      const [socket] = await store.connected;
      await answered;
      const closed = once(socket, 'close', { signal: AbortSignal.timeout(10_000) });
      await stop();
      await closed;
      expect(socket.destroyed).toBe(true);
    } finally {
      store.stop();
    }
  });

  test('needs no store of documents', async () => {
    await expect(create(undefined).stop()).resolves.toBeUndefined();
  });
});
