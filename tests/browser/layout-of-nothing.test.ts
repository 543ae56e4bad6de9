import { makeAdmin, makeJobPost, makePerson, type TestSystem } from '@gatehouse/testkit';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, BrowserContext } from 'playwright-core';
import { giveSession, newContext } from '#support/chromium.ts';
import { ROUTES } from '#support/every-page.ts';
import { LIGHT_VIEWS, layoutFlaws, openWhole } from '#support/layout-flaws.ts';
import { visitsOf } from '#support/page-visits.ts';
import { beforeVisits } from '#support/visits.ts';

type Host = keyof typeof ROUTES;

/** Pages of these say one thing, and have no list. */
const WITHOUT_LISTS =
  /^policies\/(signed-out|talent-welcome|talent-suspended|employer-start|employer-inactive|employer-disabled)\.ts$/;

/** The addresses that hold an id, in a system without applications; null: there is no such row. */
const ADDRESSES: Readonly<Record<string, ((ids: Ids) => string) | null>> = {
  '/jobs/:id': ({ job }) => `/jobs/${job}`,
  '/jobs/:id/report': ({ job }) => `/jobs/${job}/report`,
  '/companies/:id': ({ company }) => `/companies/${company}`,
  '/companies/:id/report': ({ company }) => `/companies/${company}/report`,
  '/companies/:id/jobs': ({ emptyCompany }) => `/companies/${emptyCompany}/jobs`,
  '/talent/applications/:id': null,
  '/talent/apply/:id': ({ job }) => `/talent/apply/${job}`,
  '/employer/jobs/:id': ({ job }) => `/employer/jobs/${job}`,
  '/employer/jobs/:id/edit': ({ job }) => `/employer/jobs/${job}/edit`,
  '/employer/applications/:id': null,
  '/employer/applications/:id/conversation': null,
  '/job-posts/:id': ({ job }) => `/job-posts/${job}`,
  '/people/:id': ({ person }) => `/people/${person}`,
};

interface Ids {
  /** A published job post without applications. */
  readonly job: string;
  readonly company: string;
  /** A company without job posts. */
  readonly emptyCompany: string;
  readonly person: string;
}

/** Each page that may have a list: those of both hosts, but what shows no page or no list. */
const PAGES = (Object.keys(ROUTES) as Host[]).flatMap((host) =>
  ROUTES[host]
    .filter(({ policy }) => policy === null || !WITHOUT_LISTS.test(policy))
    .filter((route) => visitsOf(host, route).length > 0)
    .filter(({ pattern }) => ADDRESSES[pattern] !== null)
    .map(({ pattern }) => ({ host, pattern })),
);

let system: TestSystem;
let browser: Browser;
let context: BrowserContext;
let ids: Ids;

const originOf = (host: Host) =>
  `http://${host === 'public' ? system.local.publicHost : system.local.teamHost}`;

beforeVisits(
  async (started) => {
    ({ system, browser } = started);
    const { database } = system;
    const membership = { role: 'owner', status: 'active' } as const;
    const [user, other, admin] = await Promise.all([
      makePerson(database, { talent: 'active', membership }),
      makePerson(database, { membership }),
      makeAdmin(database, 'operator'),
    ]);
    context = await newContext(browser);
    for (const [host, { cookie }] of [
      ['public', user],
      ['team', admin],
    ] as const) {
      await giveSession(context, { cookie }, originOf(host));
    }
    const [company = '', emptyCompany = ''] = [user.companyId, other.companyId].map(String);
    ids = { job: '', company, emptyCompany, person: user.userId };
  },
  { system: { seed: 'none' } },
);

async function flawsOf(host: Host, path: string): Promise<readonly string[]> {
  const page = await context.newPage();
  try {
    await openWhole(page, `${originOf(host)}${path}`);
    expect(new URL(page.url()).pathname).toBe(path);
    // The themes differ in colours alone, and `layout.test.ts` looks at both.
    return await layoutFlaws(page, { views: LIGHT_VIEWS });
  } finally {
    await page.close();
  }
}

describe('nothing', () => {
  test.each(PAGES.filter(({ pattern }) => !pattern.includes('/:')))(
    'U4: fits on $host $pattern',
    async ({ host, pattern }) => {
      expect(await flawsOf(host, pattern.replace('*', 'no/such/page'))).toEqual([]);
    },
  );
});

describe('one job post, and nothing about it', () => {
  beforeAll(async () => {
    ids = { ...ids, job: await makeJobPost(system.database, { companyId: ids.company }) };
  });

  test.each(PAGES.filter(({ pattern }) => pattern.includes('/:')))(
    'U4: fits on $host $pattern',
    async ({ host, pattern }) => {
      const address = ADDRESSES[pattern];
      if (address == null) throw new Error(`no address of ${pattern}: add it to ADDRESSES`);
      expect(await flawsOf(host, address(ids))).toEqual([]);
    },
  );
});
