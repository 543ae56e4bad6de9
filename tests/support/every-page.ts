import { signIn, signInAdmin, type TestSystem } from '@gatehouse/testkit';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import publicRoutes from '#services/web/hosts/public/app/routes.ts';
import teamRoutes from '#services/web/hosts/team/app/routes.ts';
import { giveSession, newContext } from './chromium.ts';
import { type PageVisit, type VisitIds, visitsOf } from './page-visits.ts';
import { routePatterns } from './route-patterns.ts';
import { findVisitIds } from './visit-ids.ts';

export const ROUTES = { public: routePatterns(publicRoutes), team: routePatterns(teamRoutes) } as const;

type Host = keyof typeof ROUTES;

/** One visit of a page, for `test.each`. */
export interface VisitedPage {
  readonly host: Host;
  /** As in the host's `routes.ts`. */
  readonly pattern: string;
  readonly who: string;
  readonly visit: PageVisit;
}

/** Each page of both hosts, once for each user whose page differs. */
export const EVERY_PAGE: readonly VisitedPage[] = (Object.keys(ROUTES) as Host[]).flatMap((host) =>
  ROUTES[host].flatMap((route) =>
    visitsOf(host, route).map((visit) => ({
      host,
      pattern: route.pattern,
      who: visit.person ?? 'visitor',
      visit,
    })),
  ),
);

/** Opens pages as the users of their visits. */
export async function createPageOpener(system: TestSystem, browser: Browser) {
  const ids: VisitIds = await findVisitIds(system);
  const cookies = new Map<string, Promise<string>>();
  const contexts = new Map<string, Promise<BrowserContext>>();
  const ofOneTest: BrowserContext[] = [];

  const originOf = (host: Host) =>
    `http://${host === 'public' ? system.local.publicHost : system.local.teamHost}`;

  /** Signed in once for each user and host: an admin's codes work once each. */
  function cookieOf(host: Host, person: string): Promise<string> {
    const key = `${host} ${person}`;
    const known = cookies.get(key);
    if (known !== undefined) return known;
    const cookie = host === 'public' ? signIn(system.publicHost, person) : signInAdmin(system, person);
    cookies.set(key, cookie);
    return cookie;
  }

  const addressOf = ({ host, pattern, visit }: VisitedPage) =>
    `${originOf(host)}${visit.path?.(ids) ?? pattern}`;

  /** A new browser of the visit's user. */
  async function contextFor(
    { host, visit: { person } }: VisitedPage,
    options?: Parameters<typeof newContext>[1],
  ): Promise<BrowserContext> {
    const context = await newContext(browser, options);
    if (person === null) return context;
    await giveSession(context, { cookie: await cookieOf(host, person) }, originOf(host));
    return context;
  }

  return {
    addressOf,

    /** The page's document, as the server sends it. */
    async documentOf(visited: VisitedPage): Promise<string> {
      const { host, visit } = visited;
      const client = host === 'public' ? system.publicHost : system.teamHost;
      const { pathname, search } = new URL(addressOf(visited));
      const signedIn = visit.person === null ? {} : { cookie: await cookieOf(host, visit.person) };
      return (await client.request(`${pathname}${search}`, signedIn)).text;
    },

    contextFor,

    /** A page in a new browser of the visit's user, until `closeNewPages`. */
    async newPageFor(visited: VisitedPage, options?: Parameters<typeof newContext>[1]): Promise<Page> {
      const context = await contextFor(visited, options);
      ofOneTest.push(context);
      return context.newPage();
    },

    /** Closes the browsers of `newPageFor`, after a test. */
    closeNewPages: async (): Promise<void> => {
      await Promise.all(ofOneTest.splice(0).map((context) => context.close()));
    },

    /** The session cookie of the visit's user, `name=value`; undefined: a visitor. */
    cookieFor: async ({ host, visit: { person } }: VisitedPage): Promise<string | undefined> =>
      person === null ? undefined : cookieOf(host, person),

    /** A tab in the one browser of the visit's user, which keeps the scripts of the pages before. */
    async pageFor(visited: VisitedPage): Promise<Page> {
      const key = `${visited.host} ${visited.who}`;
      const context = contexts.get(key) ?? contextFor(visited);
      contexts.set(key, context);
      return (await context).newPage();
    },
  };
}
