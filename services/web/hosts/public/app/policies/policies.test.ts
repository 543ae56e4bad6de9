import { readdirSync, readFileSync } from 'node:fs';
import type { CurrentUserSession, EmployerAccessState, TalentAccessState } from '@gatehouse/contract/wire';
import { describe, expect, test } from '@jest/globals';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { adminPolicy, signedOutPolicy as teamSignedOutPolicy } from '#hosts/team/app/policies/decisions.ts';
import teamRoutes from '#hosts/team/app/routes.ts';
import type { Policy } from '#journey/policy.ts';
import { withReturnTo } from '#journey/return-to.ts';
import publicRoutes from '../routes.ts';
import * as decisions from './decisions.ts';

function session(talent: TalentAccessState, employer: EmployerAccessState): CurrentUserSession {
  return {
    identities_user: { id: 'u', name: 'U', email: 'u@x.test' },
    talent_access: { state: talent },
    employer_access: { state: employer },
    session: { id: 's', created_at: '', expires_at: '' },
  };
}

const TALENT_STATES = ['none', 'pending', 'active', 'suspended'] as const;
const EMPLOYER_STATES = ['none', 'active', 'membership_inactive', 'company_disabled'] as const;
const everySession = [
  null,
  ...TALENT_STATES.flatMap((talent) => EMPLOYER_STATES.map((employer) => session(talent, employer))),
];

/** The policy of each address of the public host, as routes.ts has it. */
const POLICIES: Record<string, Policy<CurrentUserSession> | null> = {
  '/': null,
  '/login': decisions.signedOutPolicy,
  '/account': decisions.signedInPolicy,
  '/talent': decisions.talentPolicy,
  '/talent/welcome': decisions.talentWelcomePolicy,
  '/talent/suspended': decisions.talentSuspendedPolicy,
  '/employer': decisions.employerPolicy,
  '/employer/start': decisions.employerStartPolicy,
  '/employer/inactive': decisions.employerInactivePolicy,
  '/employer/disabled': decisions.employerDisabledPolicy,
};

describe('B3: the policies of the public host', () => {
  test('no state loops: from every address, the redirects end on a page that stays', () => {
    for (const visitor of everySession) {
      const pages = Object.keys(POLICIES);
      // Each page alone, and on the way to each other one.
      const starts = pages.flatMap((page) => [page, ...pages.map((next) => withReturnTo(page, next))]);
      for (const start of starts) {
        let url = new URL(start, 'https://x.test');
        let hops = 0;
        for (;;) {
          const policy = POLICIES[url.pathname];
          expect(policy).toBeDefined();
          const steering = policy?.(visitor, url) ?? { stay: true as const };
          if (steering.stay) break;
          url = new URL(steering.path, url);
          hops += 1;
          expect(hops).toBeLessThan(4);
        }
      }
    }
  });

  test('a signed-out visitor goes to the sign-in page, and returns', () => {
    for (const [path, policy] of Object.entries(POLICIES)) {
      if (policy === null || path === '/login') continue;
      expect(policy(null, new URL(`${path}?a=b`, 'https://x.test'))).toEqual({
        stay: false,
        path: `/login?return_to=${encodeURIComponent(`${path}?a=b`)}`,
      });
    }
  });
});

describe('B3: each page of an area is for one state, and sends the others to their page', () => {
  const at = (path: string) => new URL(path, 'https://x.test');
  const PAGES = {
    none: ['/talent/welcome', '/employer/start'],
    pending: ['/talent'],
    active: ['/talent', '/employer'],
    suspended: ['/talent/suspended'],
    membership_inactive: ['/employer/inactive'],
    company_disabled: ['/employer/disabled'],
  };
  const cells = Object.keys(POLICIES).flatMap((page) => [
    ...(page.startsWith('/talent')
      ? TALENT_STATES.map((state) => ({ page, state, visitor: session(state, 'none') }))
      : []),
    ...(page.startsWith('/employer')
      ? EMPLOYER_STATES.map((state) => ({ page, state, visitor: session('none', state) }))
      : []),
  ]);
  test.each(cells)('B3: $page in the state $state', ({ page, state, visitor }) => {
    const side = page.startsWith('/talent') ? '/talent' : '/employer';
    const home = PAGES[state].find((path) => path.startsWith(side));
    expect(POLICIES[page]?.(visitor, at(page))).toEqual(
      home === page ? { stay: true } : { stay: false, path: home },
    );
  });

  test('U14: a page of an area is remembered on the way, and opens once the state allows it', () => {
    const steer = (policy: Policy<CurrentUserSession>, visitor: CurrentUserSession, path: string) =>
      policy(visitor, at(path));
    const welcome = '/talent/welcome?return_to=%2Ftalent%2Fapply%2F1%3Fa%3Db';
    const none = session('none', 'none');
    expect(steer(decisions.talentPolicy, none, '/talent/apply/1?a=b')).toEqual({
      stay: false,
      path: welcome,
    });
    expect(steer(decisions.talentWelcomePolicy, none, welcome)).toEqual({ stay: true });
    for (const state of ['pending', 'active'] as const) {
      expect(steer(decisions.talentWelcomePolicy, session(state, 'none'), welcome)).toEqual({
        stay: false,
        path: '/talent/apply/1?a=b',
      });
    }
    expect(steer(decisions.talentWelcomePolicy, session('suspended', 'none'), welcome)).toEqual({
      stay: false,
      path: '/talent/suspended',
    });
    const start = '/employer/start?return_to=%2Femployer%2Fjobs';
    expect(steer(decisions.employerPolicy, none, '/employer/jobs')).toEqual({ stay: false, path: start });
    expect(steer(decisions.employerStartPolicy, session('none', 'active'), start)).toEqual({
      stay: false,
      path: '/employer/jobs',
    });
    const evil = '/employer/start?return_to=//evil.test';
    expect(steer(decisions.employerStartPolicy, session('none', 'active'), evil)).toEqual({
      stay: false,
      path: '/employer',
    });
  });

  test.each([
    [decisions.talentSuspendedPolicy, '/talent/suspended', '/talent/apply/1', session('active', 'none')],
    [decisions.employerInactivePolicy, '/employer/inactive', '/employer/jobs', session('none', 'active')],
    [decisions.employerDisabledPolicy, '/employer/disabled', '/employer/jobs', session('none', 'active')],
  ])(
    'U14: whose access came back goes on from its page to the remembered one',
    (policy, page, path, visitor) => {
      const waiting = at(`${page}?return_to=${encodeURIComponent(path)}`);
      expect(policy(visitor, waiting)).toEqual({ stay: false, path });
    },
  );

  test('the sign-in page is for who is signed out, and leads others to where they wanted to go, or home', () => {
    const steer = (visitor: CurrentUserSession | null, path: string) =>
      decisions.signedOutPolicy(visitor, at(path));
    const talent = session('active', 'none');
    expect(steer(null, '/login?return_to=/jobs')).toEqual({ stay: true });
    expect(steer(talent, '/login?return_to=/jobs')).toEqual({ stay: false, path: '/jobs' });
    expect(steer(talent, '/login?return_to=//evil.test')).toEqual({ stay: false, path: '/talent' });
    expect(steer(talent, '/login')).toEqual({ stay: false, path: '/talent' });
    expect(steer(talent, '/login?switch_account')).toEqual({ stay: true });
    expect(steer(talent, '/signup?switch_account')).toEqual({ stay: false, path: '/talent' });
  });

  test('the account is for every signed-in user', () => {
    expect(decisions.signedInPolicy(session('none', 'none'), at('/account'))).toEqual({ stay: true });
  });
});

describe('B3: the policies of the team host', () => {
  test('every page needs an admin, except the sign-in page', () => {
    const admin = {
      identities_admin: { id: 'a', name: 'A', email: 'a@x.test', role: 'viewer' },
      session: { id: '', created_at: '', expires_at: '' },
    } as const;
    const at = (path: string) => new URL(path, 'https://x.test');
    expect(adminPolicy(null, at('/audit'))).toEqual({ stay: false, path: '/login?return_to=%2Faudit' });
    expect(adminPolicy(admin, at('/audit'))).toEqual({ stay: true });
    expect(teamSignedOutPolicy(null, at('/login'))).toEqual({ stay: true });
    expect(teamSignedOutPolicy(admin, at('/login?return_to=//evil.test'))).toEqual({
      stay: false,
      path: '/',
    });
    expect(teamSignedOutPolicy(admin, at('/login?return_to=/people'))).toEqual({
      stay: false,
      path: '/people',
    });
  });
});

describe('B3 P4: the routes', () => {
  const policyFiles = (host: string) => {
    const folder = new URL(`../../../${host}/app/policies/`, import.meta.url);
    return readdirSync(folder)
      .filter((name) => !name.startsWith('decisions') && !name.includes('.test.'))
      .map((name) => ({ host, name, text: readFileSync(new URL(name, folder), 'utf8') }));
  };

  test.each([...policyFiles('public'), ...policyFiles('team')])(
    'P4: the policy $host/$name has its middleware, its null loader and the reload rule',
    ({ text }) => {
      expect(text).toMatch(
        /^export const middleware = \[policyMiddleware\(get(User|Admin)Session, \w+Policy\)\];$/m,
      );
      expect(text).toMatch(/^export const loader = \(\) => null;$/m);
      expect(text).toMatch(/^export \{ shouldRevalidate \} from /m);
    },
  );

  /** Every page's address with the policy file above it; other layouts may be between the two. */
  function pages(
    routes: readonly RouteConfigEntry[],
    policy: string | null = null,
  ): [string, string | null][] {
    return routes.flatMap((route) =>
      route.children === undefined
        ? [[`/${route.path ?? ''}`, policy] as [string, string | null]]
        : pages(route.children, route.file.startsWith('policies/') ? route.file : policy),
    );
  }

  const AREAS: readonly (readonly [RegExp, string])[] = [
    [/^\/talent\/welcome$/, 'policies/talent-welcome.ts'],
    [/^\/talent\/suspended$/, 'policies/talent-suspended.ts'],
    [/^\/talent(\/|$)/, 'policies/talent.ts'],
    [/^\/employer\/(start|inactive|disabled)$/, 'policies/employer-'],
    [/^\/employer(\/|$)/, 'policies/employer.ts'],
    [/^\/(account|saved)(\/|$)/, 'policies/signed-in.ts'],
    [/^\/(login|signup)$/, 'policies/signed-out.ts'],
  ];

  test.each(pages(publicRoutes))('B3: the public page %s is under %s', (path, policy) => {
    const area = AREAS.find(([pattern]) => pattern.test(path));
    if (area === undefined) expect(policy).toBeNull();
    else expect(policy).toContain(area[1]);
  });

  test.each(pages(teamRoutes))('B3: the team page %s is under %s', (path, policy) => {
    if (path === '/login') expect(policy).toBe('policies/signed-out.ts');
    else if (['/sign-out', '/robots.txt', '/enrol'].includes(path)) expect(policy).toBeNull();
    else expect(policy).toBe('policies/admin.ts');
  });
});
