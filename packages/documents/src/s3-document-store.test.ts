import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import type { Logger } from '@gatehouse/runtime';
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
