import { expect, test } from '@jest/globals';
import { store } from '#journey/browser-storage.ts';
import { provideSignIn } from '#session/sign-in-again.ts';
import { LAST_SIGN_OUT } from '#session/tab-owner.ts';
import { sendSignedIn } from './call-signed-in.ts';

const ACCOUNT = { id: '1', email: 'talent@demo.test' };

/** Of a write without a session. */
const SESSION_REQUIRED = {
  status: 401,
  code: 'session_required',
  title: 'Refused',
  detail: 'Refused.',
  traceId: null,
  errors: [],
} as const;

test.each([
  ['session has ended', 401, 'session_required', 'Sign in again in another tab, then save again.'],
  [
    'authentication is too old',
    403,
    'fresh_authentication_required',
    'Check your connection, then save again.',
  ],
] as const)(
  'G8: a save whose %s, and whose dialog cannot be loaded, is no end of the session and says what helps',
  async (_situation, status, code, detail) => {
    const withdraw = provideSignIn(ACCOUNT, (_account, _reason, done) => done('not_loaded'));
    const refusal = { status, code, title: 'Refused', detail: 'Refused.', traceId: null, errors: [] };
    const answer = await sendSignedIn(() => Promise.resolve({ ok: false, refusal }));
    withdraw();
    expect(answer).toMatchObject({ ok: false, refusal: { status: 503, code: null, detail } });
  },
);

test('G8: a save is not sent again once the page has become another account’s', async () => {
  let withdraw = provideSignIn(ACCOUNT, (_account, _reason, done) => {
    withdraw();
    withdraw = provideSignIn({ ...ACCOUNT, id: '2' }, () => {});
    done('same_account');
  });
  let sent = 0;
  const answer = await sendSignedIn(() => {
    sent += 1;
    return Promise.resolve({ ok: false, refusal: SESSION_REQUIRED });
  });
  withdraw();
  expect(sent).toBe(1);
  expect(answer).toMatchObject({ refusal: { title: 'Nothing was saved' } });
});

test('G8: a save on its way when the user signs out asks for no sign-in: the page is left, as after a read', async () => {
  const stored = new Map<string, string>();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text) && undefined,
  };
  Object.defineProperty(globalThis, 'localStorage', { value: storage, configurable: true });
  let asked = 0;
  const withdraw = provideSignIn(ACCOUNT, (_account, _reason, done) => {
    asked += 1;
    done('left');
  });
  const answer = await sendSignedIn(() => {
    store('localStorage', LAST_SIGN_OUT, '1');
    return Promise.resolve({ ok: false, refusal: SESSION_REQUIRED });
  });
  expect([answer, asked]).toEqual([{ ok: false, refusal: SESSION_REQUIRED }, 0]);
  // The session of a later sign-in may end by itself, which loses nothing.
  await sendSignedIn(() => Promise.resolve({ ok: false, refusal: SESSION_REQUIRED }));
  expect(asked).toBe(1);
  withdraw();
  Reflect.deleteProperty(globalThis, 'localStorage');
});
