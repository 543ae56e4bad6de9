import { describe, expect, test } from '@jest/globals';
import type { ApiAnswer } from '#api/api-answer.ts';
import { readSession } from './session-getter.ts';

interface Numbered {
  readonly id: number;
}
const isNumbered = (body: unknown): body is Numbered =>
  typeof body === 'object' && body !== null && 'id' in body && typeof body.id === 'number';

function refused(status: number): ApiAnswer<unknown> {
  const refusal = { status, code: null, title: '', detail: '', traceId: 't', errors: [] };
  return { ok: false, refusal };
}

const reported: { endpoint: string; status: number }[] = [];

async function read(answer: ApiAnswer<unknown>, cookie: string | null = 'app_session_id=x') {
  let calls = 0;
  reported.length = 0;
  const session = await readSession(
    {
      cookie,
      traceId: 'own',
      onSessionCall: () => (calls += 1),
      onApiFailure: (failure) => reported.push(failure),
    },
    'user',
    isNumbered,
    async () => answer,
  );
  return { session, calls };
}

describe('the session read', () => {
  test('W1: without the cookie it is null, without an API call', async () => {
    for (const cookie of [null, '', 'team_session_id=x', 'app_session_id2=x']) {
      expect(await read({ ok: true, data: { id: 1 } }, cookie)).toEqual({ session: null, calls: 0 });
    }
  });

  test('W3: 200 is the session and 401 is null', async () => {
    expect(await read({ ok: true, data: { id: 1 } })).toEqual({ session: { id: 1 }, calls: 1 });
    expect(await read(refused(401))).toEqual({ session: null, calls: 1 });
  });

  test.each([
    [403, 502],
    [404, 502],
    [429, 502],
    [500, 503],
    [503, 503],
    [0, 503],
  ])('W3 E4: %d is thrown as %d and never becomes null', async (apiStatus, status) => {
    await expect(read(refused(apiStatus))).rejects.toMatchObject({
      data: { kind: 'session_unreadable', apiStatus, traceId: 't' },
      init: { status },
    });
    // A failed call is reported where the API is called; what it refuses against the contract, here.
    expect(reported).toEqual(
      apiStatus >= 400 && apiStatus < 500 ? [{ endpoint: 'session', status: apiStatus }] : [],
    );
  });

  test.each([[null], [''], [{}], [{ id: 'x' }]])(
    'W3 E4: a 200 that holds no session, %j, is an error and never becomes null',
    async (body) => {
      await expect(read({ ok: true, data: body })).rejects.toMatchObject({
        data: { kind: 'session_unreadable', apiStatus: 200, traceId: 'own' },
        init: { status: 502 },
      });
      expect(reported).toEqual([{ endpoint: 'session', status: 200 }]);
    },
  );

  test('W3: what to quote is the API’s trace, or else our own', async () => {
    const answer = refused(0);
    const unnamed = answer.ok
      ? answer
      : { ok: false as const, refusal: { ...answer.refusal, traceId: null } };
    await expect(read(unnamed)).rejects.toMatchObject({ data: { traceId: 'own' } });
  });
});
