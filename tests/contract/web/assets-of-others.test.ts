import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ApiClient, createInstanceClient, meetingPlace, type StoppablePart } from '@gatehouse/testkit';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { type StandInApi, startStandInApi } from '#support/stand-in-api.ts';
import { startWebOnStandIn } from '#support/web-on-stand-in.ts';

const SCRIPT = 'export const release = "the other one";';
const IMMUTABLE = 'public, max-age=31536000, immutable';
const COOKIE = 'app_session_id=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa';

let api: StandInApi;
/** An instance of another release: the only one that has `newer-….js`. */
let other: Server;
const questions: string[] = [];
let web: StoppablePart;
const clients: ApiClient[] = [];

beforeAll(async () => {
  other = createServer(({ headers, url = '' }, response) => {
    questions.push(`${headers.host}${url}`);
    if (!url.startsWith('/assets/newer-')) return void response.writeHead(404).end();
    response.writeHead(200, { 'Content-Type': 'text/javascript; charset=utf-8', 'Cache-Control': IMMUTABLE });
    response.end(SCRIPT);
  });
  const { listenOn, name } = meetingPlace();
  other.listen(0, listenOn);
  await once(other, 'listening');
  api = await startStandInApi();
  const { port } = other.address() as AddressInfo;
  web = await startWebOnStandIn(api, { WEB_URL: `http://${name}:${port}` });
});
afterAll(async () => {
  for (const client of clients) client.close();
  await web.stop();
  await api.stop();
  other.close();
});
beforeEach(() => void questions.splice(0));

function clientOf(host: string): ApiClient {
  const client = createInstanceClient(web, host);
  clients.push(client);
  return client;
}

test.each(['public.test', 'team.test'])(
  'C2: a script that only another release has is served on %s like a file of this one, with a session and without',
  async (host) => {
    const client = clientOf(host);
    for (const options of [{}, { cookie: COOKIE }]) {
      const { status, headers, text } = await client.request('/assets/newer-0a1b2c3.js', options);
      expect([status, text]).toEqual([200, SCRIPT]);
      expect(headers).toMatchObject({
        'cache-control': IMMUTABLE,
        'content-type': 'text/javascript; charset=utf-8',
        'x-content-type-options': 'nosniff',
      });
      expect(headers['vary'] ?? '').not.toContain('Cookie');
    }
    expect(questions).toEqual(Array(2).fill(`${host}/assets/newer-0a1b2c3.js`));
    const head = await client.request('/assets/newer-0a1b2c3.js', { method: 'HEAD' });
    expect([head.status, head.text]).toEqual([200, '']);
  },
);

test('C2: one that no release has is not found, and that answer may not be stored', async () => {
  const { status, headers } = await clientOf('public.test').request('/assets/none-0a1b2c3.js');
  expect([status, headers['cache-control']]).toEqual([404, 'no-store']);
  expect(questions).toHaveLength(4);
});

test('no instance is asked for a file of this release, for a page or for a host that is not served', async () => {
  const visitor = clientOf('public.test');
  const own = /\/assets\/[\w-]+\.js/.exec((await visitor.request('/')).text)?.[0] ?? '';
  expect((await visitor.request(own)).status).toBe(200);
  expect((await visitor.request('/no/such-0a1b2c3.js')).status).toBe(404);
  expect((await visitor.request('/assets/newer-0a1b2c3.js', { method: 'POST', body: {} })).status).toBe(404);
  expect((await clientOf('other.test').request('/assets/newer-0a1b2c3.js')).status).toBe(421);
  expect(questions).toEqual([]);
});
