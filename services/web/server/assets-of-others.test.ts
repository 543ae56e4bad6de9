import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Logger } from '@gatehouse/runtime';
import { afterEach, expect, jest, test } from '@jest/globals';
import express from 'express';
import { request } from 'undici';
import { assetsOfOthers } from './assets-of-others.ts';

const PATH = '/assets/page-0a1b2c3.js';
const SCRIPT = 'export const release = "the other one";';
const IMMUTABLE = 'public, max-age=31536000, immutable';

const servers: Server[] = [];
afterEach(() => {
  jest.restoreAllMocks();
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

interface Question {
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
}

/** An instance without assets of its own, beside others that answer as given. */
async function instance(answer: RequestListener) {
  const questions: Question[] = [];
  const connections = new Set<unknown>();
  const url = await listen((asked, response) => {
    questions.push({ url: asked.url ?? '', headers: asked.headers });
    connections.add(asked.socket);
    answer(asked, response);
  });
  const warn = jest.fn();
  const app = express();
  app.set('trust proxy', true);
  app.use('/assets', assetsOfOthers({ url, log: { warn } as unknown as Logger }));
  app.use((_asked, response) => {
    response.status(404).send('Not found.\n');
  });
  const own = await listen(app);
  return {
    questions,
    connections,
    warn,
    ask: async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
      const { statusCode, headers: sent, body } = await request(`${own}${path}`, { method, headers });
      return { status: statusCode, headers: sent, bytes: Buffer.from(await body.arrayBuffer()) };
    },
  };
}

const has: RequestListener = (_asked, response) => {
  response.writeHead(200, {
    'Content-Type': 'text/javascript; charset=utf-8',
    'Content-Encoding': 'gzip',
    'Cache-Control': IMMUTABLE,
    Vary: 'Accept-Encoding',
    Server: 'other',
  });
  response.end(gzipSync(SCRIPT));
};
const hasNot: RequestListener = (_asked, response) => {
  response.writeHead(404).end();
};

const hangUp: RequestListener = (_asked, response) => response.destroy();

/** Answers the first questions like this, and every later one with the asset. */
function first(count: number, answer: RequestListener): RequestListener {
  let left = count;
  return (asked, response) => {
    left -= 1;
    if (left >= 0) answer(asked, response);
    else has(asked, response);
  };
}

test('an asset that another instance has is passed on as it came, and is not kept', async () => {
  const { ask, questions } = await instance(has);
  for (const _ of [1, 2]) {
    const { status, headers, bytes } = await ask(PATH, {
      host: 'www.example.com',
      'accept-encoding': 'gzip',
      cookie: 'app_session_id=secret',
    });
    expect([status, gunzipSync(bytes).toString()]).toEqual([200, SCRIPT]);
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'content-encoding': 'gzip',
      'cache-control': IMMUTABLE,
      vary: 'Accept-Encoding',
      'content-length': `${bytes.byteLength}`,
    });
    expect(headers).not.toHaveProperty('server');
  }
  expect(questions).toHaveLength(2);
  expect(questions[0]).toMatchObject({
    url: PATH,
    headers: { host: 'www.example.com', 'accept-encoding': 'gzip' },
  });
  expect(questions[0]?.headers).not.toHaveProperty('cookie');
});

test.each<{ what: string; answer: RequestListener }>([
  { what: 'has not got it', answer: hasNot },
  { what: 'ends the connection', answer: hangUp },
  { what: 'does not answer in time', answer: () => undefined },
  { what: 'does not end its answer in time', answer: (_asked, response) => response.write('export') },
])('after an instance that $what, the next one is asked, on a connection of its own', async ({ answer }) => {
  const { ask, connections } = await instance(first(3, answer));
  expect((await ask(PATH)).status).toBe(200);
  expect(connections.size).toBe(4);
});

test('an instance that had an asset is asked first for the next one, on the same connection, and others if it fails', async () => {
  const behaviours = [hasNot, hasNot, has, has, hasNot, has, hangUp, has];
  const { ask, connections, questions } = await instance((asked, response) =>
    behaviours[questions.length - 1]?.(asked, response),
  );
  expect([(await ask(PATH)).status, connections.size]).toEqual([200, 3]);
  expect([(await ask('/assets/styles-0a1b2c3.css')).status, connections.size]).toEqual([200, 3]);
  expect([(await ask('/assets/third-0a1b2c3.js')).status, connections.size]).toEqual([200, 4]);
  expect([(await ask('/assets/fourth-0a1b2c3.js')).status, connections.size]).toEqual([200, 5]);
  expect(questions).toHaveLength(behaviours.length);
});

test('four instances are asked at most, and none again for three seconds', async () => {
  const { ask, questions, warn } = await instance(hasNot);
  expect((await ask(PATH)).status).toBe(404);
  expect(questions).toHaveLength(4);
  expect((await ask(PATH)).status).toBe(404);
  expect(questions).toHaveLength(4);
  // The other host has assets of its own.
  expect((await ask(PATH, { host: 'team.example.com' })).status).toBe(404);
  expect(questions).toHaveLength(8);
  const now = performance.now() + 3001;
  jest.spyOn(performance, 'now').mockReturnValue(now);
  expect((await ask(PATH)).status).toBe(404);
  expect(questions).toHaveLength(12);
  expect(warn).not.toHaveBeenCalled();
});

test('an instance that cannot be reached is logged, and the asset is not found', async () => {
  const { ask, warn } = await instance(hangUp);
  expect((await ask(PATH)).status).toBe(404);
  expect(warn).toHaveBeenCalledTimes(4);
});

test('G6: an instance that another one asks does not ask further', async () => {
  const { ask, questions } = await instance(has);
  await ask(PATH);
  const { host: _host, connection: _connection, ...headers } = questions[0]?.headers ?? {};
  expect((await ask(PATH, headers as Record<string, string>)).status).toBe(404);
  expect(questions).toHaveLength(1);
});

test('no instance is asked about a write', async () => {
  const { ask, questions } = await instance(has);
  expect((await ask(PATH, {}, 'POST')).status).toBe(404);
  expect(questions).toEqual([]);
});

test.each([
  '/assets/page-0a1b2c3.js?x=1',
  '/assets/page-0a1b2c3',
  '/assets/folder/page-0a1b2c3.js',
  '/assets/..%2fpage-0a1b2c3.js',
  '/assets/short.js',
  `/assets/${'a'.repeat(101)}.js`,
])('G6: no instance is asked for %s, which no release has', async (path) => {
  const { ask, questions } = await instance(has);
  expect((await ask(path)).status).toBe(404);
  expect(questions).toEqual([]);
});

test('G6: a flood of invented names asks 64 times at once for one network and 128 times for all, and the rest is not found at once', async () => {
  const started: (() => void)[] = [];
  const { ask, questions } = await instance((_asked, response) =>
    started.push(() => void response.writeHead(404).end()),
  );
  const flood = (network: number, count: number) =>
    Array.from({ length: count }, (_, index) =>
      ask(`/assets/invented-${network}-${index}.js`, { 'x-forwarded-for': `192.0.2.${network}` }),
    );
  const names = () => new Set(questions.map(({ url }) => url)).size;
  const waiting = flood(1, 64);
  await waitFor(() => names() === 64);
  expect((await Promise.all(flood(1, 20))).map(({ status }) => status)).toEqual(Array(20).fill(404));
  waiting.push(...flood(2, 64));
  await waitFor(() => names() === 128);
  expect((await Promise.all(flood(3, 20))).map(({ status }) => status)).toEqual(Array(20).fill(404));
  for (const answer of started) answer();
  await Promise.all(waiting);
});

async function waitFor(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise(setImmediate);
}
