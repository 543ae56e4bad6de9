import type { EquivalentMutant } from './mutant.ts';

const COMPILER = 'The compiler checks that the switch names every kind, so its default is unreachable.';

/** The mutants that no test can detect, each with its reason. */
export const EQUIVALENT_MUTANTS: readonly EquivalentMutant[] = [
  {
    file: 'packages/access/src/decide.ts',
    mutator: 'ConditionalExpression',
    original: 'default: return rule satisfies never;',
    replacement: '/* v8 ignore next 2 -- the compiler has checked that nothing comes here */ default:',
    why: COMPILER,
  },
  {
    file: 'packages/boundary/src/caller/caller.ts',
    mutator: 'ConditionalExpression',
    original: 'default: return resolution satisfies never;',
    replacement: '/* v8 ignore next 2 -- the compiler has checked that nothing comes here */ default:',
    why: COMPILER,
  },
];
