import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { DocumentStoreUnavailable, type Logger } from '@gatehouse/runtime';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { parseDocumentsUrl } from './documents-url.ts';
import { openDocumentStore } from './s3-document-store.ts';

/** A store that takes connections and never answers. */
let server: Server;
const sockets = new Set<Socket>();
beforeEach(async () => {
  server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  server.close();
});

/** Opens a store at the server, until its first check has a connection. */
async function openedStore(logError: (fields: unknown) => void) {
  const { port } = server.address() as AddressInfo;
  const location = parseDocumentsUrl(`s3://key:secret@127.0.0.1:${port}/documents?tls=false`);
  if (location === undefined) throw new Error('the address names no store');
  const log = { error: logError, warn: () => undefined } as unknown as Logger;
  const store = openDocumentStore(location, log);
  await once(server, 'connection');
  return store;
}

test('a store closed during its first check does not say that DOCUMENTS_URL is wrong', async () => {
  const errors: unknown[] = [];
  const store = await openedStore((fields) => errors.push(fields));
  server.on('connection', (socket) => socket.destroy());
  store.close();
  // By the time that one opened later has said so, twice, the closed one had time to.
  for (let count = 0; count < 2; count++) {
    const logged = Promise.withResolvers<unknown>();
    const later = await openedStore(logged.resolve);
    await logged.promise;
    later.close();
  }
  expect(errors).toEqual([]);
});

test('a store that hangs up at its first check says that it does not answer', async () => {
  const logged = Promise.withResolvers<unknown>();
  server.on('connection', (socket) => socket.destroy());
  const store = await openedStore(logged.resolve);
  expect(await logged.promise).toEqual({ reason: expect.stringContaining('the store does not answer') });
  store.close();
});

/** Lets the server answer every request as S3 does. */
function answerWith(status: number, code: string): void {
  const body = `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`;
  server.on('connection', (socket) =>
    socket.on('data', () =>
      socket.write(
        `HTTP/1.1 ${status} x\r\nContent-Type: application/xml\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      ),
    ),
  );
}

test.each([
  [403, 'InvalidAccessKeyId', 'the store refuses the credentials'],
  [403, 'SignatureDoesNotMatch', 'the store refuses the credentials'],
  [404, 'NoSuchBucket', 'the bucket does not exist'],
  [400, 'AuthorizationHeaderMalformed', 'the store refuses the request; its region may be another one'],
])('a store that answers %i %s to its first check is reported', async (status, code, reason) => {
  const logged = Promise.withResolvers<unknown>();
  answerWith(status, code);
  const store = await openedStore(logged.resolve);
  expect(await logged.promise).toEqual({ reason });
  store.close();
});

test.each([
  [403, 'AccessDenied'],
  [404, 'NoSuchKey'],
])(
  'a store that answers %i %s to it has accepted the access key, which need not read or list',
  async (status, code) => {
    const errors: unknown[] = [];
    answerWith(status, code);
    const store = await openedStore((fields) => errors.push(fields));
    // By the time that these calls have their answers, the check has had its own.
    for (let call = 0; call < 2; call++)
      await store.find({ folder: 'none', position: 0 }, 1).catch(() => undefined);
    expect(errors).toEqual([]);
    store.close();
  },
);

test('G6: a store that denies writes is paused like one that fails: its access key is a wrong one', async () => {
  answerWith(403, 'AccessDenied');
  const store = await openedStore(() => undefined);
  for (let call = 0; call < 6; call++)
    await store.put({ folder: 'denied', position: 0 }, Buffer.from('x')).catch(() => undefined);
  expect(() => store.requireAvailable()).toThrow(DocumentStoreUnavailable);
  store.close();
});

test('G6: a chunk that the store denies is unavailable, and no other call waits for that', async () => {
  answerWith(403, 'AccessDenied');
  const store = await openedStore(() => undefined);
  for (let call = 0; call < 6; call++) {
    await expect(store.find({ folder: 'denied', position: 0 }, 1)).rejects.toThrow(DocumentStoreUnavailable);
    store.requireAvailable();
  }
  store.close();
});
