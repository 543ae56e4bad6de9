import { globSync } from 'node:fs';

/** Files that are mutated together, and the tests that must detect it. */
export interface MutationGroup {
  readonly name: string;
  /** Patterns from the root of the repository; or names of functions of the database, with their schemas. */
  readonly files: readonly string[];
  readonly isOfFunctions?: boolean;
  readonly tests: readonly string[];
}

const POLICIES = 'services/web/hosts/{public,team}/app/policies';

/**
 * The boundary code: the files for which jest.config.js requires full branch coverage. Each group runs only the tests beside
 * its files, which keeps one mutant below a second and shows that these tests suffice.
 */
export const MUTATION_GROUPS: readonly MutationGroup[] = [
  {
    name: 'access',
    files: ['packages/access/src/{decide,employer-access,talent-access}.ts'],
    tests: ['packages/access/src/decide.test.ts'],
  },
  {
    name: 'boundary',
    files: ['packages/boundary/src/{refusal,caller/{caller,session-cookies},http/{csrf,origins}}.ts'],
    tests: ['packages/boundary/src/{refusal,caller/{caller,session-cookies},http/{csrf,origins}}.test.ts'],
  },
  {
    name: 'resolver',
    files: [
      'packages/membership-resolver/src/{membership-resolver,session-touch,shared-query,access-locks,locked-facts,user-facts,admin-facts}.ts',
    ],
    tests: ['packages/membership-resolver/src/*.test.ts'],
  },
  {
    name: 'limits',
    files: [
      'packages/runtime/src/throttle/{address-limit,bounded-counters,client-networks,observed-counters}.ts',
    ],
    tests: ['packages/runtime/src/throttle/*.test.ts'],
  },
  {
    name: 'concurrency',
    files: [
      'packages/runtime/src/{concurrency-limit,keyed-concurrency-limit,held/held-bytes}.ts',
      'packages/boundary/src/{caller/read-limits,input/arriving-bodies}.ts',
    ],
    tests: [
      'packages/runtime/src/{concurrency-limit,keyed-concurrency-limit,held/*}.test.ts',
      'packages/boundary/src/{caller/read-limits,input/arriving-bodies}.test.ts',
    ],
  },
  {
    name: 'web-session',
    files: ['services/web/session/session-getter.ts', 'services/web/journey/policy.ts'],
    tests: ['services/web/session/session-getter.test.ts', 'services/web/journey/journey.test.ts'],
  },
  {
    name: 'web-rules',
    files: [
      'services/web/session/{session-cookie,should-revalidate}.ts',
      'services/web/journey/{return-to,user-homes}.ts',
    ],
    tests: [
      'services/web/session/{session-cookie,should-revalidate}.test.ts',
      'services/web/journey/{return-to,user-homes}.test.ts',
    ],
  },
  {
    name: 'policies',
    files: [`${POLICIES}/decisions.ts`],
    tests: [`${POLICIES}/policies.test.ts`],
  },
];

/** The files of a group, from the root of the repository. */
export function filesOf({ files }: MutationGroup, root: string): string[] {
  return globSync([...files], { cwd: root }).sort();
}
