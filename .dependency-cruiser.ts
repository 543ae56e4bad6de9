import type { ICruiseOptions, IForbiddenRuleType } from 'dependency-cruiser';

/** What may import what. `tests/unit/architecture.test.ts` runs the rules, and shows of each that it bites. */
const ours = (...names: string[]) => `^packages/(${names.join('|')})/`;

export const forbidden: IForbiddenRuleType[] = [
  {
    name: 'the web tier has no database',
    comment:
      'It steers the journey; whatever could read or decide facts is out of its reach, through others too (B2).',
    from: { path: '^services/web/' },
    to: {
      path: `${ours('boundary', 'database', 'demo-data', 'local-system', 'mail', 'membership-resolver')}|^node_modules/(pg|knex|ioredis)/`,
      reachable: true,
    },
  },
  {
    name: 'the shared parts of the web tier know no host',
    comment: 'Pages import design, api, journey and session; never the other way round.',
    from: { path: '^services/web/(api|design|entry|journey|session)/', pathNot: '[.]test[.]tsx?$' },
    to: { path: '^services/web/hosts/' },
  },
  {
    name: 'a service imports no other service',
    comment: 'They meet in the database and in the contract.',
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
    comment: 'Images hold what runs.',
    from: {
      path: '^(packages|services)/',
      pathNot: `${ours('demo-data', 'local-system', 'mailbox', 'testkit')}|[.]test[.]tsx?$`,
    },
    to: { path: `^(tests|bench|deploy)/|${ours('demo-data', 'local-system', 'mailbox', 'testkit')}` },
  },
  {
    name: 'the decision is pure',
    comment: 'packages/access knows facts and rules, and no input or output.',
    from: { path: ours('access'), pathNot: '[.]test[.]ts$|/scripts/' },
    to: { pathNot: ours('access', 'contract') },
  },
  {
    name: 'only the boundary resolves callers',
    comment: 'One reader of sessions, at one place (D8).',
    from: {
      path: '^(packages|services)/',
      pathNot: `${ours('boundary', 'membership-resolver')}|[.]test[.]ts$`,
    },
    to: { path: ours('membership-resolver') },
  },
  {
    name: 'only the boundary and the local set-ups touch a router',
    comment: 'A route beside it would have no access rule.',
    from: { path: '^(packages|services)/', pathNot: `${ours('boundary')}|^services/web/server/` },
    to: { path: '^node_modules/(express|router)/' },
  },
  {
    name: 'every import of ours is found',
    comment: 'No rule can look behind an import that does not resolve.',
    from: { path: '^(packages|services)/' },
    to: { path: '^[.#]', couldNotResolve: true },
  },
  {
    name: 'no circles',
    comment: 'Types may point back.',
    from: { path: '^(packages|services)/' },
    to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
  },
];

export const options: ICruiseOptions = {
  // TypeScript 7 has no API for it; swc reads the same syntax.
  parser: 'swc',
  tsPreCompilationDeps: false,
  doNotFollow: { path: 'node_modules' },
  exclude: { path: '/(build|generated|[.]react-router)/' },
  enhancedResolveOptions: {
    exportsFields: ['exports'],
    conditionNames: ['import', 'node', 'default'],
    extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
  },
};
