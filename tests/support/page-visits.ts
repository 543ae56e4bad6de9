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
  readonly application: string;
  readonly company: string;
  readonly user: string;
  /** Of an open invitation for newcomer@demo.test. */
  readonly invitationToken: string;
  /** Of a link that `npm run admin:invite` has made. */
  readonly enrolmentToken: string;
}

/** A route that shows no page. */
type NoPage = 'no page';

const visit = (person: string | null, path?: PageVisit['path']): readonly PageVisit[] => [
  path === undefined ? { person } : { person, path },
];

const NOT_FOUND: PageVisit = { person: null, path: () => '/no/such/page', status: 404, said: /404/ };

/** Each page of the public host by its pattern in `routes.ts`: a page that is not here makes the test of all pages fail. */
export const PUBLIC_VISITS: Readonly<Record<string, readonly PageVisit[] | NoPage>> = {
  '/': [{ person: null }, { person: 'owner@demo.test' }],
  '/jobs': [{ person: null }, { person: null, path: () => '/jobs?query=nothing+fits+this' }],
  '/jobs/:id': [
    { person: null, path: ({ publicJob }) => `/jobs/${publicJob}` },
    { person: 'talent@demo.test', path: ({ publicJob }) => `/jobs/${publicJob}` },
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
  '/sign-out': 'no page',
  '/robots.txt': 'no page',
  '/sitemap.xml': 'no page',
  '/login': visit(null),
  '/signup': visit(null),
  '/reset-password': [{ person: null }, { person: null, path: () => '/reset-password#token=of-no-mail' }],
  '/account': visit('owner@demo.test'),
  '/talent': [{ person: 'talent@demo.test' }, { person: 'pending@demo.test' }],
  '/talent/profile': visit('talent@demo.test'),
  '/talent/applications': visit('talent@demo.test'),
  '/talent/apply/:id': [
    { person: 'talent@demo.test', path: ({ publicJob }) => `/talent/apply/${publicJob}` },
    { person: 'pending@demo.test', path: ({ publicJob }) => `/talent/apply/${publicJob}` },
  ],
  '/talent/welcome': visit('newcomer@demo.test'),
  '/talent/suspended': visit('suspended@demo.test'),
  '/employer': visit('owner@demo.test'),
  '/employer/jobs': visit('owner@demo.test'),
  '/employer/jobs/:id': visit('owner@demo.test', ({ ownJob }) => `/employer/jobs/${ownJob}`),
  '/employer/jobs/:id/applications': visit(
    'owner@demo.test',
    ({ ownJob }) => `/employer/jobs/${ownJob}/applications`,
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
  '/employer/start': visit('newcomer@demo.test'),
  '/employer/inactive': visit('revoked@demo.test'),
  '/employer/disabled': visit('disabled@demo.test'),
  '/*': [NOT_FOUND],
};

/** The same for the team host. */
export const TEAM_VISITS: Readonly<Record<string, readonly PageVisit[] | NoPage>> = {
  '/robots.txt': 'no page',
  '/sign-out': 'no page',
  '/login': visit(null),
  '/enrol': [
    { person: null, path: ({ enrolmentToken }) => `/enrol#token=${enrolmentToken}` },
    { person: null, path: () => '/enrol#token=of-no-link', said: /400|410/ },
  ],
  '/': visit('admin@demo.test'),
  '/companies': [{ person: 'admin@demo.test' }, { person: 'viewer@demo.test' }],
  '/companies/:id': visit('admin@demo.test', ({ company }) => `/companies/${company}`),
  '/requests': visit('admin@demo.test'),
  '/people': visit('admin@demo.test'),
  '/people/:id': visit('admin@demo.test', ({ user }) => `/people/${user}`),
  '/audit': visit('admin@demo.test'),
  '/*': [{ ...NOT_FOUND, person: 'admin@demo.test' }],
};
