import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { cruise, type IForbiddenRuleType } from 'dependency-cruiser';
import { catchesToNull } from '#support/catches-to-null.ts';
import { REPOSITORY_ROOT } from '#support/repository-root.ts';
import { FORBIDDEN_TO_WEB, forbidden, options } from '../../.dependency-cruiser.ts';

const ROOT = fileURLToPath(REPOSITORY_ROOT);
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** Names of the rules that are broken, with where. */
async function brokenRules(
  baseDir: string,
  rules: readonly IForbiddenRuleType[] = forbidden,
): Promise<string[]> {
  const { output } = await cruise(['packages', 'services'], {
    ...options,
    baseDir,
    validate: true,
    ruleSet: { forbidden: [...rules] },
  });
  if (typeof output === 'string') throw new Error(output);
  return output.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`);
}

/** Files that break each rule in turn. */
const VIOLATIONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'the web tier has no database': {
    'services/web/session/x.ts': "import '../other.ts';",
    'services/web/other.ts': "import 'pg';",
    'node_modules/pg/index.js': '',
  },
  'the shared parts of the web tier know no host': {
    'services/web/design/x.ts': "import '../hosts/public/y.ts';",
    'services/web/hosts/public/y.ts': '',
  },
  'the server of the web tier imports what its image has': {
    'services/web/server/x.ts': "import '../entry/y.ts';",
    'services/web/entry/y.ts': '',
  },
  'a service imports no other service': {
    'services/talent/src/x.ts': "import '../../employer/src/y.ts';",
    'services/employer/src/y.ts': '',
  },
  'packages never import services': {
    'packages/boundary/src/x.ts': "import '../../../services/talent/src/y.ts';",
    'services/talent/src/y.ts': '',
  },
  'what runs imports nothing of tests, benchmarks or development': {
    'services/talent/src/x.ts': "import '../../../packages/testkit/src/y.ts';",
    'packages/testkit/src/y.ts': '',
  },
  'the decision is pure': { 'packages/access/src/x.ts': "import 'node:fs';" },
  'only the boundary resolves callers': {
    'services/talent/src/x.ts': "import '../../../packages/membership-resolver/src/y.ts';",
    'packages/membership-resolver/src/y.ts': '',
  },
  'only the boundary and the web server use Express': {
    'services/talent/src/x.ts': "import 'express';",
    'node_modules/express/index.js': '',
  },
  'a test file loads no set-up': {
    'packages/testkit/src/x.ts': "import 'testcontainers';",
    'node_modules/testcontainers/index.js': '',
  },
  'every import of ours is found': { 'services/web/design/x.ts': "import '#session/x.ts';" },
  'no circles': {
    'packages/boundary/src/x.ts': "import './y.ts';",
    'packages/boundary/src/y.ts': "import './x.ts';",
  },
};

describe('the architecture', () => {
  test('keeps every rule of .dependency-cruiser.ts', async () => {
    expect(await brokenRules(ROOT)).toEqual([]);
  });

  test('Biome forbids the web tier the same packages', () => {
    const { overrides } = JSON.parse(read('biome.json')) as {
      overrides: {
        includes: string[];
        linter: { rules: { style: { noRestrictedImports?: { options: { paths: object } } } } };
      }[];
    };
    const ofWeb = overrides.find(({ includes }) => includes.includes('services/web/**'));
    const names = [
      ...FORBIDDEN_TO_WEB.external,
      ...FORBIDDEN_TO_WEB.ours.map((name) => `@gatehouse/${name}`),
    ];
    expect(Object.keys(ofWeb?.linter.rules.style.noRestrictedImports?.options.paths ?? {})).toEqual(names);
  });

  test.each(forbidden.map(({ name }) => name ?? ''))('the rule bites: %s', async (name) => {
    const folder = mkdtempSync(join(ROOT, 'node_modules/.architecture-'));
    try {
      mkdirSync(join(folder, 'packages'), { recursive: true });
      mkdirSync(join(folder, 'services'), { recursive: true });
      for (const [path, text] of Object.entries(VIOLATIONS[name] ?? {})) {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), `${text}\nexport {};\n`);
      }
      const rules = forbidden.filter((rule) => rule.name === name);
      expect((await brokenRules(folder, rules)).length).toBeGreaterThan(0);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('named statements', () => {
  /** A statement that is handed to `pg`, whose rows are then `any`. */
  const UNTYPED = /[pP]ool\.query\b|\.query(?:<[^(]*>)?\(\s*(?:\{|[A-Z_]+\))/;

  test('run in the services on no pool, and are not spread into a query of `pg`, which loses the type of their rows', () => {
    const sources = globSync('services/*/src/**/*.ts', { cwd: ROOT }).filter(
      (path) => !path.endsWith('.test.ts'),
    );
    expect(sources.length).toBeGreaterThan(100);
    expect(sources.filter((path) => UNTYPED.test(read(path)))).toEqual([]);
  });

  test.each([
    'pool.query(step)',
    'this.#writePool.query(FIND, [])',
    'client.query({ ...FIND, values: [id] })',
    'client.query<Row>({\n  ...FIND })',
    'client.query(FIND)',
  ])('that call is found: %s', (text) => {
    expect(text).toMatch(UNTYPED);
  });
});

/** Who may name the tables of sessions and memberships, beside the resolver: their writers, and pages that list them. */
const DECLARED = [
  'packages/database/src/data-registry/employer.ts', // whose assignments a deletion of an account ends
  'packages/database/src/data-registry/identity-accounts.ts', // which rows a deletion of an account empties
  'packages/demo-data/src/past-rows.ts', // assignments of memberships that are there
  'packages/hiring/src/invitations.ts', // whether the inviter may still invite
  'packages/testkit/src/people.ts', // makes rows for tests
  'services/employer/src/application-evaluations/assignment.ts', // whether the assignee is an active member
  'services/employer/src/application-evaluations/ratings.ts', // whether the rater still is one
  'services/employer/src/applications/assignment-row.ts', // the active assignee
  'services/employer/src/invitations/accept.ts', // whether the caller is a member already
  'services/employer/src/invitations/handlers.ts', // whether an address is a member already
  'services/employer/src/org-memberships/create.ts', // joins
  'services/employer/src/org-memberships/handlers.ts', // lists
  'services/employer/src/org-memberships/leave.ts', // the last owner stays
  'services/employer/src/org-memberships/update.ts', // changes, keeps the last owner
  'services/identity/src/account-deletions.ts', // whether another owner stays
  'services/identity/src/admin-enrolments/complete.ts', // ends an admin's other sessions
  'services/identity/src/admin-sessions/own-sessions.ts', // lists, ends
  'services/identity/src/admin-sessions/presented-sessions.ts', // ends
  'services/identity/src/admin-sessions/reauthenticate.ts', // a fresh second factor
  'services/identity/src/admin-sessions/sign-in.ts', // starts
  'services/identity/src/administration/companies.ts', // lists for the staff
  'services/identity/src/administration/company-mail.ts', // the owners who get a mail
  'services/identity/src/administration/org-memberships.ts', // changes by the staff
  'services/identity/src/administration/user-row.ts', // a user as staff see them
  'services/identity/src/administration/users.ts', // ends sessions
  'services/identity/src/audit-trail/audit-filter.ts', // the memberships of a user or company
  'services/identity/src/audit-trail/find-events.ts', // names of subjects
  'services/identity/src/company-names.ts', // whether a company has an active owner
  'services/identity/src/passkeys/own-passkeys.ts', // a removed passkey ends its sessions
  'services/identity/src/security-events.ts', // the browsers of a user's events
  'services/identity/src/staff-accounts/lost-power.ts', // a disabled or demoted admin's sessions end
  'services/identity/src/staff-accounts/staff-account-row.ts', // counts live sessions
  'services/identity/src/throttle/familiar-address.ts', // the addresses of earlier sign-ins
  'services/identity/src/user-sessions/handlers.ts', // lists, ends
  'services/identity/src/user-sessions/presented-sessions.ts', // ends
  'services/identity/src/user-sessions/reauthenticate.ts', // a fresh authentication
  'services/identity/src/user-sessions/report-session.ts', // the reported session
  'services/identity/src/user-sessions/start-session.ts', // starts, and ends those above the limit
  'services/identity/src/users/added-since.ts', // the company whose invitations end
  'services/identity/src/users/changed-password.ts', // a new password ends the sessions
];

describe('sessions and memberships', () => {
  const sources = globSync('{packages,services}/**/*.ts', {
    cwd: ROOT,
    exclude: ['**/node_modules/**', '**/build/**', '**/generated/**'],
  }).filter((path) => !path.endsWith('.test.ts'));
  const NAMED = /\b(from|join|into|update)\s+(identity\.(user|admin)_sessions|employer\.org_memberships)\b/;
  const BY_TOKEN =
    /\b(from|join)\s+identity\.(user|admin)_sessions\b[^;`']*\b(where|on)\b[^;`']*\btoken_hash\s*=/;

  test('are read by the resolver, and named elsewhere only where it is declared', () => {
    const naming = sources.filter((path) => NAMED.test(read(path)));
    const inResolver = naming.filter((path) => path.startsWith('packages/membership-resolver/'));
    expect(inResolver).not.toEqual([]);
    expect(naming.filter((path) => !inResolver.includes(path)).toSorted()).toEqual(DECLARED);
  });

  test('B4 D8: only the resolver finds a session by its token', () => {
    expect(BY_TOKEN.test('select 1 from identity.user_sessions s where s.token_hash = $1')).toBe(true);
    const finders = sources.filter((path) => BY_TOKEN.test(read(path)));
    expect(finders.filter((path) => !path.startsWith('packages/membership-resolver/'))).toEqual([]);
    expect(finders).not.toEqual([]);
  });

  test('E4: no catch turns an error into "signed out" where sessions are read', () => {
    const readers = sources.filter((path) =>
      /^(services\/web\/(?:api|journey|session)|packages\/membership-resolver\/src|packages\/boundary\/src)\//.test(
        path,
      ),
    );
    expect(readers.length).toBeGreaterThan(20);
    expect(readers.flatMap((path) => catchesToNull(read(path)).map((text) => `${path}: ${text}`))).toEqual(
      [],
    );
  });

  test.each([
    'async function f() { try { return await read(); } catch { return null; } }',
    'async function f() { try { return await read(); } catch (error) { log(error); return undefined; } }',
    'async function f() { try { await read(); } catch { return; } }',
    'const f = () => read().catch(() => null);',
    'const f = () => read().catch(() => { return null; });',
    'const f = () => read().then((x) => x, () => null);',
  ])('E4: that catch is found: %s', (text) => {
    expect(catchesToNull(text)).toHaveLength(1);
  });

  test('a catch that says something else is left alone', () => {
    expect(
      catchesToNull(
        'async function f() { try { await read(); } catch (error) { throw new Error("x", { cause: error }); } }',
      ),
    ).toEqual([]);
    expect(catchesToNull('const f = () => read().catch((error) => ({ ok: false, error }));')).toEqual([]);
  });
});
