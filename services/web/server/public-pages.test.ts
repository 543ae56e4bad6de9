import { beforeEach, describe, expect, test } from '@jest/globals';
import type { Request, Response as ServerResponse } from 'express';
import type { WebRequest } from '#entry/web-request.ts';
import { findPublicAddress } from '#hosts/public/app/pages/public-address.ts';
import { PublicPages } from './public-pages.ts';

const CONTROL = 'public, max-age=0, s-maxage=30';

let rendered: { address: string; webRequest: WebRequest }[];
let pageHeaders: Record<string, string>;
let status: number;
let body: (slots: { nonce: string; documentTraceparent: string }) => string;
let pages: PublicPages;
beforeEach(() => {
  rendered = [];
  pageHeaders = { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': CONTROL };
  status = 200;
  body = ({ nonce, documentTraceparent }) =>
    `<meta name="traceparent" content="${documentTraceparent}"/><script nonce="${nonce}">${rendered.length}</script>`;
  pages = new PublicPages({
    seconds: 5,
    findAddress: findPublicAddress,
    render: async (address, webRequest) => {
      rendered.push({ address, webRequest });
      return new Response(body(webRequest), { status, headers: pageHeaders });
    },
  });
});

let answers = 0;
const runSearchAtOnce = async () => null;

/** The response of the pages; null when they leave the request to the host. */
async function ask(
  path: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
) {
  answers += 1;
  const own = { nonce: `nonce-${answers}`, traceparent: `trace-${answers}` };
  const sent = { status: 0, headers: {} as Record<string, unknown>, text: '' };
  const response = {
    status: (code: number) => {
      sent.status = code;
    },
    setHeader: (name: string, value: unknown) => {
      sent.headers[name.toLowerCase()] = value;
    },
    end: (body: Buffer) => {
      sent.text = body.toString();
    },
  };
  const webRequest = {
    ...own,
    documentTraceparent: own.traceparent,
    countSearch: () => null,
    runSearchAtOnce,
    cookie: headers['cookie'] ?? null,
  };
  const outcome = await pages.answer(
    { method, originalUrl: path, headers } as unknown as Request,
    response as unknown as ServerResponse,
    webRequest as Partial<WebRequest> as WebRequest,
  );
  return outcome && { ...outcome, ...sent, own };
}

describe('a public page', () => {
  test('is rendered once, and each response has its own nonce and trace', async () => {
    const [first, second] = [await ask('/jobs'), await ask('/jobs')];
    for (const answer of [first, second]) {
      expect(answer?.status).toBe(200);
      expect(answer?.headers['cache-control']).toBe(CONTROL);
      expect(answer?.text).toBe(
        `<meta name="traceparent" content="${answer?.own.traceparent}"/><script nonce="${answer?.own.nonce}">1</script>`,
      );
    }
    expect([first?.isReused, second?.isReused]).toEqual([false, true]);
    expect(first?.headers['age']).toBeUndefined();
    expect(second?.headers['age']).toBeLessThan(5);
    expect(rendered).toHaveLength(1);
  });

  test('W4 W7: its rendering gets the address, and neither the cookie nor the nonce of the first request', async () => {
    const answer = await ask('/jobs?query=x', { headers: { cookie: 'theme=dark' } });
    expect(rendered.map(({ address }) => address)).toEqual(['/jobs?query=x']);
    expect(rendered[0]?.webRequest.cookie).toBeNull();
    expect(rendered[0]?.webRequest.nonce).not.toBe(answer?.own.nonce);
    // G6: nor does it wait for other searches of their network.
    expect(rendered[0]?.webRequest.runSearch).toBe(runSearchAtOnce);
    // What one network would go without is not left out for all.
    expect(await rendered[0]?.webRequest.runSearchAtOnce(async () => 'counted')).toBe('counted');
    // Its API reads belong to the trace of the first request.
    expect(rendered[0]?.webRequest.traceparent).toBe(answer?.own.traceparent);
  });

  test.each(['/', '/jobs?query=a', '/jobs?query=b', '/jobs?cursor=a', '/jobs/a-1', '/companies/a-1'])(
    'each address is a page of its own: %s',
    async (path) => {
      await ask('/jobs');
      expect(await ask(path)).toMatchObject({ isReused: false });
    },
  );

  test('F8: is rendered by the address that all have in common, and once for each of them', async () => {
    await ask('/jobs?x=1&query=a&x=2');
    expect(await ask('/jobs?query=a&cursor=&y')).toMatchObject({ isReused: true });
    expect(rendered.map(({ address }) => address)).toEqual(['/jobs?query=a']);
  });

  test.each([
    'app_session_id=x',
    'team_session_id=x',
    'app_session_id=',
    'app_session_id',
    'a=b; app_session_id=x; app_session_id=y',
    ';; app_session_id =%zz;',
    'theme=dark;team_session_id=',
  ])('W4 C2: a request with a session cookie neither gets nor leaves a shared page: %s', async (cookie) => {
    await ask('/jobs');
    expect(await ask('/jobs', { headers: { cookie } })).toBeNull();
    expect(await ask('/', { headers: { cookie } })).toBeNull();
    expect(await ask('/')).toMatchObject({ isReused: false });
  });

  test.each([
    ['HEAD', '/jobs', {}],
    ['POST', '/jobs', {}],
    ['GET', '/jobs', { authorization: 'Bearer x' }],
    ['GET', '/jobs.data', {}],
    ['GET', '/_root.data', {}],
    ['GET', '/jobs/x.data', {}],
    ['GET', '/jobs/', {}],
    ['GET', '/jobs/x/y', {}],
    ['GET', '/jobs/%2e%2e', {}],
    ['GET', '//jobs', {}],
    ['GET', '/login', {}],
    ['GET', '/talent', {}],
    ['GET', 'http://evil.test/jobs', {}],
    ['GET', `/jobs?query=${'灯'.repeat(200)}`, {}],
  ])('%s %s %j is not shared', async (method, path, headers) => {
    await ask('/jobs');
    expect(await ask(path, { method, headers })).toBeNull();
    expect(rendered).toHaveLength(1);
  });

  test.each([
    ['is an error', 503],
    ['is not there', 404],
    ['is gone', 410],
  ])('a page that %s reaches the waiting requests, and is not kept', async (_, code) => {
    status = code;
    const waiting = await Promise.all([ask('/jobs'), ask('/jobs')]);
    expect(waiting.map((answer) => [answer?.status, answer?.isReused])).toEqual([
      [code, false],
      [code, true],
    ]);
    expect(await ask('/jobs')).toMatchObject({ status: code, isReused: false });
    expect(rendered).toHaveLength(2);
  });

  test.each([
    { 'Cache-Control': 'private, s-maxage=30' },
    { 'Cache-Control': 'public, s-maxage=30, no-store' },
    { 'Cache-Control': 'no-store' },
    { 'Cache-Control': 'public, max-age=30' },
    { 'Cache-Control': 'public, s-maxage=0' },
    { 'Cache-Control': '' },
    { 'Set-Cookie': 'a=b' },
    { Vary: 'Accept-Language' },
    { 'Content-Type': 'application/json' },
    { 'Content-Type': '' },
  ])('C2: a page without permission to share it is not shared: %j', async (headers) => {
    Object.assign(pageHeaders, headers);
    expect(await Promise.all([ask('/jobs'), ask('/jobs')])).toEqual([null, null]);
  });

  test('F8: what refuses one visitor’s search reaches no other visitor', async () => {
    status = 429;
    expect(await Promise.all([ask('/jobs?query=x'), ask('/jobs?query=x')])).toEqual([null, null]);
    status = 200;
    expect(await ask('/jobs?query=x')).toMatchObject({ status: 200, isReused: false });
  });

  test('a page that cannot be cut into a template is not shared', async () => {
    body = () => '<script nonce="fixed">1</script>';
    expect(await ask('/jobs')).toBeNull();
  });

  test('a failed rendering fails the waiting requests', async () => {
    body = () => {
      throw new Error('no page');
    };
    for (const answer of [ask('/jobs'), ask('/jobs')]) await expect(answer).rejects.toThrow('no page');
    expect(rendered).toHaveLength(1);
  });
});
