import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type ApiClient, createInstanceClient, type StoppablePart } from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { request } from 'undici';
import { type StandInApi, startStandInApi } from '#support/stand-in-api.ts';
import { startWebOnStandIn } from '#support/web-on-stand-in.ts';

let api: StandInApi;
let web: StoppablePart;
let visitor: ApiClient;

beforeAll(async () => {
  api = await startStandInApi();
  web = await startWebOnStandIn(api);
  visitor = createInstanceClient(web, 'public.test');
});
afterAll(async () => {
  visitor.close();
  await web.stop();
  await api.stop();
});

const COOKIE = 'app_session_id=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa';
const ask = (path: string, cookie?: string, encodings = 'gzip, br') =>
  visitor.request(path, {
    headers: { 'accept-encoding': encodings },
    ...(cookie === undefined ? {} : { cookie }),
  });

/** A static file as it is sent, for a session. */
async function bytesOf(path: string, encodings: string) {
  const { statusCode, headers, body } = await request(new URL(path, web.url), {
    headers: { host: 'public.test', cookie: COOKIE, 'accept-encoding': encodings },
  });
  expect(statusCode).toBe(200);
  return { headers, bytes: Buffer.from(await body.arrayBuffer()) };
}

/** A script that the first page asks for. */
async function someAsset(): Promise<string> {
  const { text } = await visitor.request('/');
  return /\/assets\/[\w.-]+\.js/.exec(text)?.[0] ?? '';
}

describe('compression', () => {
  test('of a public document, in the encoding that the browser prefers', async () => {
    const answer = await ask('/');
    expect(answer.headers['content-encoding']).toBe('br');
    expect(answer.headers['vary']).toMatch(/Accept-Encoding/);
    expect(answer.headers['vary']).toMatch(/Cookie/);
    expect((await ask('/', undefined, 'gzip')).headers['content-encoding']).toBe('gzip');
    expect((await ask('/', undefined, 'identity')).headers['content-encoding']).toBeUndefined();
  });

  test('of static files, also with a session, in any encoding the same script', async () => {
    const asset = await someAsset();
    const plain = await bytesOf(asset, 'identity');
    expect(plain.headers['content-encoding']).toBeUndefined();
    const decoders = { br: brotliDecompressSync, gzip: gunzipSync };
    for (const [encodings, expected] of [
      ['gzip, deflate, br, zstd', 'br'],
      ['gzip;q=1, br;q=0', 'gzip'],
      ['gzip', 'gzip'],
    ] as const) {
      const answer = await bytesOf(asset, encodings);
      expect(answer.headers['content-encoding']).toBe(expected);
      expect(answer.headers['content-type']).toMatch(/^text\/javascript; charset=utf-8$/i);
      expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
      expect(answer.headers['vary']).toMatch(/Accept-Encoding/);
      expect(decoders[expected](answer.bytes)).toEqual(plain.bytes);
    }
  });

  test.each(['/', '/jobs?query=a+word+of+the+address', '/account', '/no/such/page', '/talent.data'])(
    'never of what is built for a session: %s',
    async (path) => {
      const answer = await ask(path, COOKIE);
      expect(answer.headers['content-encoding']).toBeUndefined();
      expect(answer.headers['cache-control']).toBe('private, no-store');
    },
  );
});
