import type { ICruiseOptions, IForbiddenRuleType } from 'dependency-cruiser';

/** The allowed imports. `tests/unit/architecture.test.ts` runs the rules and tests that each detects a violation. */
const ours = (...names: string[]) => `^packages/(${names.join('|')})/`;

/** Packages that the web tier must not reach; biome.json forbids the same ones, and the architecture test compares. */
export const FORBIDDEN_TO_WEB = {
  ours: [
    'access',
    'boundary',
    'database',
    'demo-data',
    'documents',
    'hiring',
    'local-system',
    'mail',
    'mailbox',
    'membership-resolver',
    'testkit',
  ],
  external: ['ioredis', 'knex', 'pg'],
};

export const forbidden: IForbiddenRuleType[] = [
  {
    name: 'the web tier has no database',
    comment:
      'It steers the journey; whatever could read or decide facts is out of its reach, through others too (B2).',
    from: { path: '^services/web/' },
    to: {
      path: `${ours(...FORBIDDEN_TO_WEB.ours)}|^node_modules/(${FORBIDDEN_TO_WEB.external.join('|')})/`,
      reachable: true,
    },
  },
  {
    name: 'the shared parts of the web tier know no host',
    comment: 'Pages import design, api, journey and session, never the reverse.',
    from: {
      path: '^services/web/(api|cache|design|entry|journey|rich-text|session)/',
      pathNot: '[.]test[.]tsx?$',
    },
    to: { path: '^services/web/hosts/' },
  },
  {
    name: 'the server of the web tier imports what its image has',
    comment: 'The pages are in the build (deploy/images/assemble.ts).',
    from: { path: '^services/web/(cache|server)/', pathNot: '[.]test[.]tsx?$' },
    to: {
      path: '^services/web/(api|design|entry|hosts|journey|rich-text)/',
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'a service imports no other service',
    comment: 'Services share only the database and the contract.',
    from: { path: '^services/([^/]+)/' },
    to: { path: '^services/', pathNot: '^services/$1/' },
  },
  {
    name: 'packages never import services',
    comment: 'Dependencies point one way.',
    from: { path: '^packages/' },
    to: { path: '^services/' },
  },
  {
    name: 'what runs imports nothing of tests, benchmarks or development',
    comment: 'Images contain only what runs.',
    from: {
      path: '^(packages|services)/',
      pathNot: `${ours('demo-data', 'local-system', 'mailbox', 'testkit')}|[.]test[.]tsx?$`,
    },
    to: { path: `^(tests|bench|deploy)/|${ours('demo-data', 'local-system', 'mailbox', 'testkit')}` },
  },
  {
    name: 'the decision is pure',
    comment: 'packages/access uses facts and rules, and no I/O.',
    from: { path: ours('access'), pathNot: '[.]test[.]ts$' },
    to: { pathNot: ours('access', 'contract') },
  },
  {
    name: 'only the boundary resolves callers',
    comment: 'Sessions are read in one place (D8).',
    from: {
      path: '^(packages|services)/',
      pathNot: `${ours('boundary', 'membership-resolver')}|[.]test[.]ts$`,
    },
    to: { path: ours('membership-resolver') },
  },
  {
    name: 'only the boundary and the web server use Express',
    comment: 'Any other route would have no access rule.',
    from: { path: '^(packages|services)/', pathNot: `${ours('boundary')}|^services/web/server/` },
    to: { path: '^node_modules/(express|router)/' },
  },
  {
    name: 'a test file loads no set-up',
    comment:
      'Each file would load containers, migrations and demo data again. Import them with `import()`, or by subpaths.',
    from: {
      path: ours('testkit'),
      pathNot: '/src/(containers/|(database-server|global-setup|pooler|prepare-templates)[.])|[.]test[.]ts$',
    },
    to: {
      path: [
        '^packages/testkit/src/(containers/(?!images[.])|(database-server|pooler|prepare-templates)[.])',
        '^packages/(database|demo-data)/src/index[.]ts$',
        '^node_modules/testcontainers/',
      ],
      dynamic: false,
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'every import of ours is found',
    comment: 'No rule can check an unresolved import.',
    from: { path: '^(packages|services)/' },
    to: { path: '^[.#]', couldNotResolve: true },
  },
  {
    name: 'no circles',
    comment: 'Imports of types included.',
    from: { path: '^(packages|services|tests|bench|generators|deploy)/' },
    to: { circular: true },
  },
];

export const options: ICruiseOptions = {
  // TypeScript 7 has no API for it; swc reads the same syntax.
  parser: 'swc',
  tsPreCompilationDeps: true,
  doNotFollow: { path: 'node_modules' },
  exclude: { path: '/(build|generated|[.]react-router)/' },
  enhancedResolveOptions: {
    exportsFields: ['exports'],
    conditionNames: ['import', 'node', 'default'],
    extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
  },
};
