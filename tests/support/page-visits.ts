import type { RoutePattern } from './route-patterns.ts';

/** A page, the user who opens it, and its path. */
export interface PageVisit {
  /** The demo person; null: signed out. */
  readonly person: string | null;
  /** The address, where the pattern holds a parameter. */
  readonly path?: (ids: VisitIds) => string;
  /** Of the document; 200 unless told otherwise. */
  readonly status?: number;
  /** What the browser's console says of an answer that belongs to the page. */
  readonly said?: RegExp;
}

/** Ids of rows that the visits lead to. */
export interface VisitIds {
  readonly publicJob: string;
  readonly ownJob: string;
  readonly draftJob: string;
  readonly closedJob: string;
  readonly application: string;
  /** Of talent@demo.test, with an offer. */
  readonly ownApplication: string;
  readonly company: string;
  readonly user: string;
  /** Of an open invitation for newcomer@demo.test. */
  readonly invitationToken: string;
  /** Of a link that `npm run admin:invite` has made. */
  readonly enrolmentToken: string;
}

/** A route that shows no page. */
type NoPage = 'no page';

const visit = (person: string, path: (ids: VisitIds) => string): readonly PageVisit[] => [{ person, path }];

/** The account that opens the pages under a policy. */
const PEOPLE: Readonly<Record<string, string | null>> = {
  'policies/signed-out.ts': null,
  'policies/signed-in.ts': 'owner@demo.test',
  'policies/talent.ts': 'talent@demo.test',
  'policies/talent-welcome.ts': 'newcomer@demo.test',
  'policies/talent-suspended.ts': 'suspended@demo.test',
  'policies/employer.ts': 'owner@demo.test',
  'policies/employer-start.ts': 'newcomer@demo.test',
  'policies/employer-inactive.ts': 'revoked@demo.test',
  'policies/employer-disabled.ts': 'disabled@demo.test',
  'policies/admin.ts': 'admin@demo.test',
};

const NOT_FOUND: PageVisit = { person: null, path: () => '/no/such/page', status: 404, said: /404/ };

/** Pages of the public host that need more than a visit by the account of their policy. */
const PUBLIC_VISITS: Readonly<Record<string, readonly PageVisit[] | NoPage>> = {
  '/': [{ person: null }, { person: 'owner@demo.test' }],
  '/login': [{ person: null }, { person: 'talent@demo.test', path: () => '/login?switch_account' }],
  '/jobs': [
    { person: null },
    { person: null, path: () => '/jobs?query=nothing+fits+this' },
    { person: 'talent@demo.test' },
    { person: 'talent@demo.test', path: () => '/jobs?query=engineer' },
  ],
  '/jobs/:id': [
    { person: null, path: ({ publicJob }) => `/jobs/${publicJob}` },
    { person: 'talent@demo.test', path: ({ publicJob }) => `/jobs/${publicJob}` },
  ],
  '/jobs/:id/report': [
    { person: null, path: ({ publicJob }) => `/jobs/${publicJob}/report` },
    { person: 'talent@demo.test', path: ({ publicJob }) => `/jobs/${publicJob}/report` },
  ],
  '/companies/:id/report': [{ person: null, path: ({ company }) => `/companies/${company}/report` }],
  '/companies/:id': [
    { person: null, path: ({ company }) => `/companies/${company}` },
    { person: 'talent@demo.test', path: ({ company }) => `/companies/${company}` },
  ],
  '/join': [
    { person: 'newcomer@demo.test', path: ({ invitationToken }) => `/join#token=${invitationToken}` },
    // It was sent to another address.
    { person: 'talent@demo.test', path: ({ invitationToken }) => `/join#token=${invitationToken}` },
    // The API shows no invitation to a visitor.
    { person: null, path: ({ invitationToken }) => `/join#token=${invitationToken}`, said: /401/ },
    { person: 'newcomer@demo.test', path: () => '/join#token=of-no-invitation', said: /410/ },
    { person: null },
  ],
  '/verify-email': [{ person: null }, { person: null, path: () => '/verify-email#token=of-no-mail' }],
  '/confirm-email-change': [
    { person: null },
    { person: null, path: () => '/confirm-email-change#token=of-no-mail' },
    { person: 'owner@demo.test', path: () => '/confirm-email-change#token=of-no-mail' },
  ],
  '/unsubscribe': [{ person: null }, { person: null, path: () => '/unsubscribe#token=of-no-mail' }],
  '/undo-email-change': [
    { person: null },
    { person: null, path: () => '/undo-email-change#token=of-no-mail' },
  ],
  '/sign-out': 'no page',
  '/robots.txt': 'no page',
  '/sitemap.xml': 'no page',
  '/jobs/feed.xml': 'no page',
  '/companies/:id/feed.xml': 'no page',
  '/reset-password': [
    { person: null },
    { person: null, path: () => '/reset-password#token=of-no-mail' },
    { person: 'talent@demo.test', path: () => '/reset-password?done' },
  ],
  '/talent': [{ person: 'talent@demo.test' }, { person: 'pending@demo.test' }],
  '/talent/applications/:id': visit(
    'talent@demo.test',
    ({ ownApplication }) => `/talent/applications/${ownApplication}`,
  ),
  '/talent/apply/:id': [
    { person: 'talent@demo.test', path: ({ publicJob }) => `/talent/apply/${publicJob}` },
    { person: 'pending@demo.test', path: ({ publicJob }) => `/talent/apply/${publicJob}` },
  ],
  '/employer/jobs/:id': [
    { person: 'owner@demo.test', path: ({ ownJob }) => `/employer/jobs/${ownJob}` },
    { person: 'owner@demo.test', path: ({ draftJob }) => `/employer/jobs/${draftJob}` },
    { person: 'owner@demo.test', path: ({ closedJob }) => `/employer/jobs/${closedJob}` },
  ],
  '/employer/jobs/:id/edit': visit('owner@demo.test', ({ ownJob }) => `/employer/jobs/${ownJob}/edit`),
  '/employer/applications': [
    { person: 'owner@demo.test' },
    { person: 'owner@demo.test', path: ({ ownJob }) => `/employer/applications?job=${ownJob}&order=oldest` },
  ],
  '/employer/applications/:id/conversation': visit(
    'owner@demo.test',
    ({ application }) => `/employer/applications/${application}/conversation`,
  ),
  '/employer/applications/:id': visit(
    'owner@demo.test',
    ({ application }) => `/employer/applications/${application}`,
  ),
  '/employer/members': [
    { person: 'owner@demo.test' },
    // The API says who may read invitations: a member's page asks, and leaves them out.
    { person: 'member@demo.test', said: /403/ },
  ],
  '/employer/company': [{ person: 'owner@demo.test' }, { person: 'member@demo.test' }],
  '/*': [NOT_FOUND],
};

/** The same for the team host. */
const TEAM_VISITS: Readonly<Record<string, readonly PageVisit[] | NoPage>> = {
  '/robots.txt': 'no page',
  '/sign-out': 'no page',
  '/enrol': [
    { person: null, path: ({ enrolmentToken }) => `/enrol#token=${enrolmentToken}` },
    { person: null, path: () => '/enrol#token=of-no-link', said: /400|410/ },
  ],
  '/companies': [{ person: 'admin@demo.test' }, { person: 'viewer@demo.test' }],
  '/companies/:id/jobs': visit('admin@demo.test', ({ company }) => `/companies/${company}/jobs`),
  '/job-posts/:id': visit('admin@demo.test', ({ publicJob }) => `/job-posts/${publicJob}`),
  '/companies/:id': visit('admin@demo.test', ({ company }) => `/companies/${company}`),
  '/staff': [{ person: 'admin@demo.test' }, { person: 'viewer@demo.test' }],
  '/people/:id': visit('admin@demo.test', ({ user }) => `/people/${user}`),
  '/*': [{ ...NOT_FOUND, person: 'admin@demo.test' }],
};

const VISITS = { public: PUBLIC_VISITS, team: TEAM_VISITS } as const;

/**
 * The visits of a page: its own, or one by the account of its policy.
 * @throws {Error} for a page whose visit follows from nothing: its path has a variable, or its policy has no account.
 */
export function visitsOf(host: keyof typeof VISITS, { pattern, policy }: RoutePattern): readonly PageVisit[] {
  const own = VISITS[host][pattern];
  if (own !== undefined) return own === 'no page' ? [] : own;
  const person = policy === null ? null : PEOPLE[policy];
  if (person === undefined || pattern.includes(':'))
    throw new Error(`${pattern} of the ${host} host has no visit: add it to tests/support/page-visits.ts`);
  return [{ person }];
}

/** Patterns with visits that no route serves. */
export function unknownVisits(
  host: keyof typeof VISITS,
  patterns: readonly RoutePattern[],
): readonly string[] {
  return Object.keys(VISITS[host]).filter((pattern) => !patterns.some((one) => one.pattern === pattern));
}
