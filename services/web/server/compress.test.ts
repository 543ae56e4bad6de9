import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, expect, test } from '@jest/globals';
import express, { type Response } from 'express';
import { compress } from './compress.ts';

const DOCUMENT = '<p>Keeps the lamps of the harbour.</p>'.repeat(1000);

let stop: () => void = () => undefined;
afterEach(() => stop());

/** A site that ends its documents when the test says so, and has a file that the build has compressed. */
async function site() {
  const started: Response[] = [];
  let left = 0;
  const app = express();
  app.set('trust proxy', true);
  app.use(compress(), (request, response) => {
    if (request.path === '/file.js') response.set('Content-Encoding', 'gzip');
    response.type('html');
    // Its compression has begun, and does not end.
    response.write(request.path === '/file.js' ? gzipSync(DOCUMENT) : DOCUMENT);
    started.push(response);
    response.once('close', () => (left += 1));
  });
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  stop = () => server.close();
  const { port } = server.address() as AddressInfo;
  return {
    /** @returns how it arrives: `gzip` or `none`, and whether caches know that it depends on the client. */
    open: (address: string, { path = '/', method = 'GET', encoding = 'gzip' } = {}) => {
      const headers = { 'accept-encoding': encoding, 'x-forwarded-for': address };
      // Without an agent, which would wait for a connection.
      const request = get({ port, path, method, agent: false, headers });
      const arrives = once(request, 'response').then(async ([response]) => {
        const { headers: sent } = response as IncomingMessage;
        const body = await buffer(response);
        const text = sent['content-encoding'] === 'gzip' && method === 'GET' ? gunzipSync(body) : body;
        if (method === 'GET') expect(text.toString()).toBe(DOCUMENT);
        return `${sent['content-encoding'] ?? 'none'} ${sent.vary}`;
      });
      return { arrives, leave: () => request.destroy() };
    },
    hasStarted: (count: number) => waitFor(() => started.length === count),
    hasLeft: (count: number) => waitFor(() => left === count),
    end: () => {
      for (const response of started.splice(0)) response.end();
    },
  };
}

async function waitFor(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise(setImmediate);
}

const [COMPRESSED, AS_IT_IS] = ['gzip Accept-Encoding', 'none Accept-Encoding'];
/** Of different networks. */
const addresses = (count: number) => Array.from({ length: count }, (_, index) => `198.51.100.${index}`);

test.each([
  ['a process', addresses(100), 64],
  ['one network', Array.from({ length: 100 }, () => '192.0.2.1'), 16],
])(
  'G6 F8: of the documents of %s at once some are compressed; the others arrive as they are',
  async (_what, from, places) => {
    const { open, hasStarted, end } = await site();
    const all = from.map((address) => open(address));
    await hasStarted(100);
    end();
    const encodings = await Promise.all(all.map(({ arrives }) => arrives));
    expect(encodings.filter((one) => one === COMPRESSED)).toHaveLength(places);
    expect(encodings.filter((one) => one === AS_IT_IS)).toHaveLength(100 - places);
    const next = open('192.0.2.1');
    await hasStarted(1);
    end();
    expect(await next.arrives).toBe(COMPRESSED);
  },
);

test('G6: a client that disconnects makes room for another one', async () => {
  const { open, hasStarted, hasLeft, end } = await site();
  const gone = Array.from({ length: 16 }, () => open('192.0.2.1'));
  await hasStarted(16);
  for (const { arrives, leave } of gone) {
    leave();
    await expect(arrives).rejects.toThrow();
  }
  await hasLeft(16);
  const next = open('192.0.2.1');
  await hasStarted(17);
  end();
  expect(await next.arrives).toBe(COMPRESSED);
});

test.each([
  ['files that the build has compressed', { path: '/file.js' }],
  ['answers without a body', { method: 'HEAD' }],
  ['documents for a client that reads no compressed ones', { encoding: 'identity' }],
])('G6: %s take no room of what is compressed', async (_what, request) => {
  const { open, hasStarted, end } = await site();
  const others = Array.from({ length: 16 }, () => open('192.0.2.1', request));
  await hasStarted(16);
  const document = open('192.0.2.1');
  await hasStarted(17);
  end();
  expect(await document.arrives).toBe(COMPRESSED);
  await Promise.all(others.map(({ arrives }) => arrives));
});
