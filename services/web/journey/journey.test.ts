import { byService } from '@gatehouse/contract/api-services';
import type { CurrentAdminSession, CurrentUserSession } from '@gatehouse/contract/wire';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type MiddlewareFunction, RouterContextProvider } from 'react-router';
import { getGlobalDispatcher, MockAgent, setGlobalDispatcher } from 'undici';
import { webRequestContext } from '#entry/web-request.ts';
import {
  getAdminSession,
  getUserSession,
  storeAdminSessionGetter,
  storeUserSessionGetter,
} from '#session/session-getter.ts';
import * as employer from '../hosts/public/app/policies/employer.ts';
import * as employerDisabled from '../hosts/public/app/policies/employer-disabled.ts';
import * as employerInactive from '../hosts/public/app/policies/employer-inactive.ts';
import * as employerStart from '../hosts/public/app/policies/employer-start.ts';
import * as signedIn from '../hosts/public/app/policies/signed-in.ts';
import * as signedOut from '../hosts/public/app/policies/signed-out.ts';
import * as talent from '../hosts/public/app/policies/talent.ts';
import * as talentSuspended from '../hosts/public/app/policies/talent-suspended.ts';
import * as talentWelcome from '../hosts/public/app/policies/talent-welcome.ts';
import * as admin from '../hosts/team/app/policies/admin.ts';
import * as teamSignedOut from '../hosts/team/app/policies/signed-out.ts';

const userSession: CurrentUserSession = {
  identities_user: { id: 'u', name: 'U', email: 'u@x.test' },
  talent_access: { state: 'active' },
  employer_access: { state: 'none' },
  session: { id: 's', created_at: '', expires_at: '' },
};
const adminSession: CurrentAdminSession = {
  identities_admin: { id: 'a', name: 'A', email: 'a@x.test', role: 'viewer' },
  session: { id: 's', created_at: '', expires_at: '' },
};

const ADMIN_SESSION = '/api/identities/admin_sessions/current';
const USER_SESSION = '/api/identities/user_sessions/current';

const realDispatcher = getGlobalDispatcher();
let network: MockAgent;
beforeEach(() => {
  network = new MockAgent({ enableCallHistory: true });
  network.disableNetConnect();
  setGlobalDispatcher(network);
});
afterEach(async () => {
  setGlobalDispatcher(realDispatcher);
  await network.close();
});

const apiAnswers = (path: string, session: object) =>
  network.get('http://identity').intercept({ path }).reply(200, session).persist();
const asked = () =>
  network
    .getCallHistory()
    ?.calls()
    .map(({ fullUrl }) => fullUrl);

function visit(cookie: string | null) {
  const redirects: string[] = [];
  const context = new RouterContextProvider();
  context.set(webRequestContext, {
    nonce: '',
    cookie,
    traceId: '0af7651916cd43dd8448eb211c80319c',
    traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    documentTraceparent: '',
    isForm: false,
    countSearch: () => null,
    runSearch: (search) => search(),
    runSearchAtOnce: (search) => search(),
    browserTraces: false,
    notice: '',
    contact: 'help@example.com',
    origin: 'https://x.test',
    api: {
      urls: byService((name) => `http://${name}`),
      basePath: '/api',
      browserBaseUrl: '/api',
    },
    onSessionCall: () => undefined,
    onPolicyRedirect: (path) => redirects.push(path),
    onApiFailure: () => undefined,
    onRenderError: () => undefined,
  });
  return { context, redirects };
}

const run = (middleware: MiddlewareFunction<Response>, context: RouterContextProvider, path: string) => {
  const url = new URL(path, 'https://x.test');
  const args = {
    context,
    url,
    request: new Request(url),
    params: {},
    pattern: path,
  } as unknown as Parameters<typeof middleware>[0];
  return middleware(args, async () => new Response());
};

describe('the root middleware and the policies', () => {
  test('W2: storing the getter asks nothing; the first caller asks once, and later callers share the answer', async () => {
    apiAnswers(USER_SESSION, userSession);
    const { context } = visit('app_session_id=x');
    await run(storeUserSessionGetter, context, '/');
    expect(asked()).toEqual([]);
    const sessions = await Promise.all([getUserSession(context), getUserSession(context)]);
    expect(await getUserSession(context)).toEqual(userSession);
    expect(sessions).toEqual([userSession, userSession]);
    expect(asked()).toEqual([`http://identity${USER_SESSION}`]);
  });

  test('B6: the team host asks for the admin session', async () => {
    apiAnswers(ADMIN_SESSION, adminSession);
    const { context } = visit('team_session_id=x');
    await run(storeAdminSessionGetter, context, '/');
    expect(await getAdminSession(context)).toEqual(adminSession);
    expect(asked()).toEqual([`http://identity${ADMIN_SESSION}`]);
  });

  const publicPolicies = [
    ['talent', talent, '/talent', null],
    ['talent-welcome', talentWelcome, '/talent/welcome', '/talent'],
    ['talent-suspended', talentSuspended, '/talent/suspended', '/talent'],
    ['employer', employer, '/employer', '/employer/start'],
    ['employer-start', employerStart, '/employer/start', null],
    ['employer-inactive', employerInactive, '/employer/inactive', '/employer/start'],
    ['employer-disabled', employerDisabled, '/employer/disabled', '/employer/start'],
    ['signed-in', signedIn, '/account', null],
    ['signed-out', signedOut, '/login', '/talent'],
  ] as const;

  test.each(publicPolicies)(
    'B3 W6: the policy %s redirects a talent or opens its page',
    async (_name, policy, path, to) => {
      apiAnswers(USER_SESSION, userSession);
      const { context, redirects } = visit('app_session_id=x');
      await run(storeUserSessionGetter, context, path);
      const steering = Promise.resolve(
        run(policy.middleware[0] as MiddlewareFunction<Response>, context, path),
      );
      if (to === null) {
        await expect(steering).resolves.toBeUndefined();
        expect(redirects).toEqual([]);
      } else {
        const thrown = await steering.then(
          () => null,
          (response: Response) => response,
        );
        expect([thrown?.status, thrown?.headers.get('location')]).toEqual([302, to]);
        expect(redirects).toEqual([to]);
      }
      // P4: the loader that makes a click reach the web tier.
      expect(policy.loader()).toBeNull();
    },
  );

  test.each([
    ['admin', admin, '/audit', '/login?return_to=%2Faudit'],
    ['signed-out', teamSignedOut, '/login', null],
  ] as const)('B3: the team policy %s redirects a signed-out visitor', async (_name, policy, path, to) => {
    const { context } = visit(null);
    await run(storeAdminSessionGetter, context, path);
    const steering = run(policy.middleware[0] as MiddlewareFunction<Response>, context, path);
    const thrown = await Promise.resolve(steering).then(
      () => null,
      (response: Response) => response,
    );
    expect(thrown?.headers.get('location') ?? null).toBe(to);
    expect(policy.loader()).toBeNull();
    expect(asked()).toEqual([]);
  });

  test('W3: a policy does not take a failed read for signed out', async () => {
    network.get('http://identity').intercept({ path: USER_SESSION }).replyWithError(new Error('unreachable'));
    const { context, redirects } = visit('app_session_id=x');
    await run(storeUserSessionGetter, context, '/talent');
    await expect(
      run(talent.middleware[0] as MiddlewareFunction<Response>, context, '/talent'),
    ).rejects.toMatchObject({
      init: { status: 503 },
    });
    expect(redirects).toEqual([]);
  });
});
