import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createApiClient, type StoppablePart } from '@gatehouse/testkit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openConnection } from '#support/raw-connection.ts';
import { type StandInApi, startStandInApi } from '#support/stand-in-api.ts';
import { waitFor } from '#support/wait-for.ts';
import { startWebOnStandIn } from '#support/web-on-stand-in.ts';

/** Less than the time after which the server closes a connection on which nothing moves. */
const PATIENCE_MILLIS = 40_000;

const [CONNECTIONS, PIPELINED] = [4, 120];

let api: StandInApi;
let web: StoppablePart;
let port: number;
beforeAll(async () => {
  api = await startStandInApi();
  web = await startWebOnStandIn(api, { TRUST_PROXY: 'loopback,uniquelocal' });
  port = Number(new URL(web.url).port);
  api.jobPosts = Array.from({ length: 50 }, (_, index) => ({
    id: `01900000-0000-7000-8000-${String(index).padStart(12, '0')}`,
    title: `Bell founder ${randomBytes(50).toString('base64url')}`,
    // Compressed, it is still long.
    description: randomBytes(4000).toString('base64url'),
    kind: 'full_time',
    location: '',
    published_at: '2026-01-01T00:00:00.000Z',
    company: { id: '01900000-0000-7000-8000-000000000004', name: 'Harbour', about: '', website: '' },
  }));
});
afterAll(async () => {
  await web.stop();
  await api.stop();
});

test.each([
  ['kept ones', '/jobs', []],
  ['a feed', '/jobs/feed.xml', []],
  ['a feed that is compressed', '/jobs/feed.xml', ['Accept-Encoding: gzip']],
] as const)(
  'G6: of the documents that one network does not read the oldest are cut off, and others get all: %s',
  async (_name, path, headers) => {
    const requestOf = (address: string) =>
      [`GET ${path} HTTP/1.1`, 'Host: public.test', `X-Forwarded-For: ${address}`, ...headers, '', ''].join(
        '\r\n',
      );
    const other = openConnection(port, requestOf('198.51.100.8').repeat(3));
    const one = requestOf('198.51.100.7');
    const connections = Array.from({ length: CONNECTIONS }, () =>
      openConnection(port, one.repeat(PIPELINED)),
    );
    for (const { socket } of [other, ...connections]) socket.pause();
    const open = () => connections.filter(({ socket }) => !socket.destroyed);
    try {
      await waitFor(async () => {
        // A write tells a client that it was cut off.
        for (const { socket } of open()) socket.write(one);
        await delay(500);
        return open().length < CONNECTIONS ? true : undefined;
      }, PATIENCE_MILLIS);
      const client = createApiClient({ port, host: 'public.test' });
      // All requests at once may be more than the web tier works on.
      const answer = await waitFor(async () => {
        const read = await client.request(path, { headers: { 'x-forwarded-for': '198.51.100.9' } });
        return read.status === 503 ? undefined : read;
      });
      client.close();
      expect(answer.status).toBe(200);
      expect(answer.text).toMatch(/<\/(?:html|feed)>\s*$/);
      other.socket.resume();
      await waitFor(async () => (other.received().split('HTTP/1.1 200').length === 4 ? true : undefined));
    } finally {
      for (const { socket } of [other, ...connections]) socket.destroy();
    }
  },
  2 * PATIENCE_MILLIS,
);
