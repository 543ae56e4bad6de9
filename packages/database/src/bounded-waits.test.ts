import { once } from 'node:events';
import { type AddressInfo, createServer, Socket } from 'node:net';
import type { DocumentStore, Logger } from '@gatehouse/runtime';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { withOwner } from './owner-connection.ts';
import { runRetention } from './retention/run-retention.ts';
import { sweepDocuments } from './retention/sweep-documents.ts';

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

test.each([
  ['migrations', (url: string) => withOwner(url, async () => 'never')],
  ['the retention job', (url: string) => runRetention(url, {} as Logger)],
  ['the sweep of documents', (url: string) => sweepDocuments(url, {} as DocumentStore)],
])(
  'E4: the client of %s ends an attempt to connect after 10 seconds, and notices a server that has vanished',
  async (_job, run) => {
    const keepAlive = jest.spyOn(Socket.prototype, 'setKeepAlive');
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const failed = run(`postgres://job@127.0.0.1:${(server.address() as AddressInfo).port}/x`).then(
      () => 'connected',
      (error: unknown) => String(error),
    );
    const [socket] = await once(server, 'connection');
    // The client sends its first message once it is connected.
    await once(socket, 'data');
    jest.advanceTimersByTime(10_000);
    expect(await failed).toContain('timeout expired');
    expect(keepAlive.mock.calls).toContainEqual([true, 60_000]);
    server.close();
  },
  5000,
);
