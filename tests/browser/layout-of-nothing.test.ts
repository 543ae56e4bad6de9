import { makeAdmin, makeApplication, makeJobPost, makePerson, type TestSystem } from '@gatehouse/testkit';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, BrowserContext } from 'playwright-core';
import { giveSession, newContext } from '#support/chromium.ts';
import { ROUTES } from '#support/every-page.ts';
import { layoutFlaws, openWhole } from '#support/layout-flaws.ts';
import { visitsOf } from '#support/page-visits.ts';
import { beforeVisits } from '#support/visits.ts';

type Host = keyof typeof ROUTES;

/** Pages of these say one thing, and have no list. */
const WITHOUT_LISTS =
  /^policies\/(signed-out|talent-welcome|talent-suspended|employer-start|employer-inactive|employer-disabled)\.ts$/;

/** The addresses that hold an id. */
const ADDRESSES: Readonly<Record<string, (ids: Ids) => string>> = {
  '/jobs/:id': ({ job }) => `/jobs/${job}`,
  '/jobs/:id/report': ({ job }) => `/jobs/${job}/report`,
  '/companies/:id': ({ company }) => `/companies/${company}`,
  '/companies/:id/report': ({ company }) => `/companies/${company}/report`,
  '/companies/:id/jobs': ({ emptyCompany }) => `/companies/${emptyCompany}/jobs`,
  '/talent/applications/:id': ({ ownApplication }) => `/talent/applications/${ownApplication}`,
  '/talent/apply/:id': ({ job }) => `/talent/apply/${job}`,
  '/employer/jobs/:id': ({ job }) => `/employer/jobs/${job}`,
  '/employer/jobs/:id/edit': ({ job }) => `/employer/jobs/${job}/edit`,
  '/employer/applications/:id': ({ application }) => `/employer/applications/${application}`,
  '/employer/applications/:id/conversation': ({ application }) =>
    `/employer/applications/${application}/conversation`,
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
  /** To the company; another applicant’s. */
  readonly application: string;
  readonly ownApplication: string;
}

/** Each page that may have a list: those of both hosts, but what shows no page or no list. */
const PAGES = (Object.keys(ROUTES) as Host[]).flatMap((host) =>
  ROUTES[host]
    .filter(({ policy }) => policy === null || !WITHOUT_LISTS.test(policy))
    .filter((route) => visitsOf(host, route).length > 0)
    .map(({ pattern }) => ({ host, pattern })),
);

let system: TestSystem;
let browser: Browser;
let context: BrowserContext;
let ids: Ids;
let applicant: string;

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
    applicant = other.userId;
    ids = { job: '', company, emptyCompany, person: user.userId, application: '', ownApplication: '' };
  },
  { system: { seed: 'none' } },
);

async function flawsOf(host: Host, path: string): Promise<readonly string[]> {
  const page = await context.newPage();
  try {
    await openWhole(page, `${originOf(host)}${path}`);
    expect(new URL(page.url()).pathname).toBe(path);
    const isThere = (await page.getByRole('heading', { level: 1, name: 'Page not found' }).count()) === 0;
    expect(isThere).toBe(path !== '/no/such/page');
    // The themes differ in colours alone, and `layout.test.ts` looks at both.
    return await layoutFlaws(page);
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

function pathOf(pattern: string): string {
  const address = ADDRESSES[pattern];
  if (address === undefined) throw new Error(`no address of ${pattern}: add it to ADDRESSES`);
  return address(ids);
}

const isOfApplication = ({ pattern }: { pattern: string }) => pattern.includes('/applications/:');

describe('one job post, and nothing about it', () => {
  beforeAll(async () => {
    ids = { ...ids, job: await makeJobPost(system.database, { companyId: ids.company }) };
  });

  test.each(PAGES.filter((page) => page.pattern.includes('/:') && !isOfApplication(page)))(
    'U4: fits on $host $pattern',
    async ({ host, pattern }) => {
      expect(await flawsOf(host, pathOf(pattern))).toEqual([]);
    },
  );
});

describe('one application, and nothing in it', () => {
  beforeAll(async () => {
    const { database } = system;
    const membership = { role: 'owner', status: 'active' } as const;
    const { companyId } = await makePerson(database, { membership });
    const [application, ownApplication] = await Promise.all([
      makeApplication(database, { companyId: ids.company, userId: applicant }),
      makeApplication(database, { companyId, userId: ids.person }),
    ]);
    await database.query("update talent.applications set message = ''");
    const [{ empty } = {}] = await database.query<{ empty: number }>(
      `select count(*)::int as empty from talent.applications
        where (headline, summary, location, message) = ('', '', '', '') and skills = '{}' and links = '{}'`,
    );
    expect(empty).toBe(2);
    ids = { ...ids, application, ownApplication };
  });

  test.each(PAGES.filter(isOfApplication))('U4: fits on $host $pattern', async ({ host, pattern }) => {
    expect(await flawsOf(host, pathOf(pattern))).toEqual([]);
  });
});
