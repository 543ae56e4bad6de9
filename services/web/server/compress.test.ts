import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { afterEach, expect, test } from '@jest/globals';
import express, { type Response } from 'express';
import { compress } from './compress.ts';

const DOCUMENT = '<p>Keeps the lamps of the harbour.</p>'.repeat(1000);

let stop: () => void = () => undefined;
afterEach(() => stop());

/** A site that ends its documents when the test says so. */
async function site() {
  const started: Response[] = [];
  let left = 0;
  const app = express();
  app.use(compress(), (_request, response) => {
    response.type('html');
    // Its compression has begun, and does not end.
    response.write(DOCUMENT);
    started.push(response);
    response.once('close', () => (left += 1));
  });
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  stop = () => server.close();
  const { port } = server.address() as AddressInfo;
  const hasStarted = (count: number) => waitFor(() => started.length === count);
  return {
    /** @returns how the document arrives: `gzip` or `none`. */
    open: () => {
      // Without an agent, which would wait for a connection.
      const request = get({ port, agent: false, headers: { 'accept-encoding': 'gzip' } });
      const arrives = once(request, 'response').then(async ([response]) => {
        const { headers } = response as IncomingMessage;
        const body = await buffer(response);
        const encoding = headers['content-encoding'] ?? 'none';
        expect((encoding === 'gzip' ? gunzipSync(body) : body).toString()).toBe(DOCUMENT);
        return encoding;
      });
      return { arrives, leave: () => request.destroy() };
    },
    hasStarted,
    hasLeft: (count: number) => waitFor(() => left === count),
    end: () => {
      for (const response of started.splice(0)) response.end();
    },
  };
}

async function waitFor(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise(setImmediate);
}

test('G6 F8: of many documents at once as many are compressed as a process has memory for; the others arrive as they are', async () => {
  const { open, hasStarted, end } = await site();
  const all = Array.from({ length: 100 }, open);
  await hasStarted(100);
  end();
  const encodings = await Promise.all(all.map(({ arrives }) => arrives));
  expect(encodings.filter((one) => one === 'gzip')).toHaveLength(64);
  expect(encodings.filter((one) => one === 'none')).toHaveLength(36);
  const next = open();
  await hasStarted(1);
  end();
  expect(await next.arrives).toBe('gzip');
});

test('G6: a client that disconnects makes room for another one', async () => {
  const { open, hasStarted, hasLeft, end } = await site();
  const gone = Array.from({ length: 64 }, open);
  await hasStarted(64);
  for (const { arrives, leave } of gone) {
    leave();
    await expect(arrives).rejects.toThrow();
  }
  await hasLeft(64);
  const next = open();
  await hasStarted(65);
  end();
  expect(await next.arrives).toBe('gzip');
});
