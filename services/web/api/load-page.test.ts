import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { callApi } from './browser-api.ts';
import { sendRead } from './fetch-from-api.ts';
import { dropReads, keepReads } from './kept-reads.ts';
import { loadPage } from './load-page.ts';

const PAGE = '/employer/company';
const PATH = '/employer/companies/current';

interface Sent {
  readonly address: string;
  readonly init: RequestInit;
  readonly answer: (response: Response) => void;
}

const realFetch = globalThis.fetch;
let requests: Sent[];
beforeEach(() => {
  requests = [];
  globalThis.fetch = (address, init = {}) => {
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    init.signal?.addEventListener('abort', () => reject(init.signal?.reason));
    requests.push({ address: String(address), init, answer: resolve });
    return promise;
  };
  Object.assign(globalThis, {
    document: { documentElement: { dataset: {} } },
    location: new URL(`https://x.test${PAGE}`),
  });
});
afterEach(() => {
  dropReads();
  globalThis.fetch = realFetch;
  Object.assign(globalThis, { document: undefined, location: undefined });
});

/** What the early script does for a document, and a link for its page. */
function sendAhead(): void {
  keepReads(PAGE, [sendRead(PATH, {})], Date.now() + 5000);
}

function load(signal = new AbortController().signal) {
  const request = { url: `https://x.test${PAGE}`, signal };
  return loadPage('CompanyService.GetCurrentCompany', {}, request);
}

function answer(index: number, status: number, body: object): void {
  requests[index]?.answer(new Response(JSON.stringify(body), { status }));
}

describe('a browser loader whose read was sent ahead', () => {
  test('B5: takes that answer and asks nothing; the next run asks again', async () => {
    sendAhead();
    const first = load();
    answer(0, 200, { name: 'Harbour' });
    expect(await first).toEqual({ ok: true, data: { name: 'Harbour' } });
    const second = load();
    answer(1, 200, { name: 'Harbour & Sons' });
    expect(await second).toEqual({ ok: true, data: { name: 'Harbour & Sons' } });
    expect(requests).toHaveLength(2);
  });

  test('A1: the read is the one that the loader would send: address, cookie and headers', () => {
    sendAhead();
    dropReads();
    void load();
    const [ahead, own] = requests.map(({ address, init: { method = 'GET', credentials, headers } }) => ({
      address,
      method,
      credentials,
      headers,
    }));
    expect(ahead).toEqual(own);
    expect(own?.credentials).toBe('same-origin');
  });

  test.each([401, 403, 503])('E1: a refusal with %i is that of the loader', async (status) => {
    const problem = { status, code: 'a_code', title: 'Refused', detail: 'As before.', errors: [] };
    const own = load();
    answer(0, status, problem);
    sendAhead();
    const ahead = load();
    answer(1, status, problem);
    expect(await ahead).toEqual(await own);
    expect(await ahead).toMatchObject({ ok: false, refusal: { status, code: 'a_code' } });
  });

  test('E1: an unreachable API is status 0', async () => {
    sendAhead();
    const loading = load();
    requests[0]?.answer(Response.error());
    expect(await loading).toMatchObject({ ok: false, refusal: { status: 0 } });
  });

  test('an aborted navigation aborts it', async () => {
    const navigation = new AbortController();
    sendAhead();
    const loading = load(navigation.signal);
    navigation.abort(Object.assign(new Error('aborted'), { name: 'AbortError' }));
    await expect(loading).rejects.toThrow('aborted');
    expect(requests[0]?.init.signal?.aborted).toBe(true);
    sendAhead();
    await expect(load(navigation.signal)).rejects.toThrow('aborted');
  });
});

describe('a write of the page', () => {
  test('drops what was sent ahead before it and during it: nothing stale is shown after an own change', async () => {
    sendAhead();
    const writing = callApi('UserSessionService.DeleteOtherUserSessions', {});
    expect(requests[0]?.init.signal?.aborted).toBe(true);
    sendAhead();
    answer(1, 200, {});
    await writing;
    expect(requests[2]?.init.signal?.aborted).toBe(true);
    void load();
    expect(requests.map(({ init: { method = 'GET' } }) => method)).toEqual(['GET', 'DELETE', 'GET', 'GET']);
  });

  test('drops it, too, when it is refused', async () => {
    const writing = callApi('UserSessionService.DeleteOtherUserSessions', {});
    sendAhead();
    answer(0, 503, {});
    expect(await writing).toMatchObject({ ok: false });
    expect(requests[1]?.init.signal?.aborted).toBe(true);
  });
});
