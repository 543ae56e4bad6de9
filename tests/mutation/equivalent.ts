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
  {
    file: 'packages/boundary/src/caller/session-cookies.ts',
    mutator: 'ArrayDeclaration',
    original: '[]',
    replacement: '["Stryker was here"]',
    why: 'A text that does not begin with the name of the cookie is ignored.',
  },
  {
    file: 'services/identity/src/passwords/verified-password.ts',
    mutator: 'ConditionalExpression',
    original: 'account === undefined',
    replacement: 'false',
    why: 'No password is right for the null hash of an unknown account.',
  },
  {
    file: 'services/identity/src/users/reset-password.ts',
    mutator: 'ObjectLiteral',
    original: '{ keptSessionId: null }',
    replacement: '{}',
    why: 'The driver sends an absent value as null.',
  },
  {
    file: 'services/identity/src/throttle/familiar-address.ts',
    mutator: 'OptionalChaining',
    original: 'row?.is_familiar',
    replacement: 'row.is_familiar',
    why: 'A select of `exists` always returns a row.',
  },
  {
    file: 'services/identity/src/throttle/limiters.ts',
    mutator: 'OptionalChaining',
    original: '(await store.get(key))?.consumedPoints',
    replacement: '(await store.get(key)).consumedPoints',
    why: 'The error is answered from memory, which does not know the key either, unless Redis has been down.',
  },
  {
    file: 'services/employer/src/org-memberships/create.ts',
    mutator: 'OptionalChaining',
    original: 'input.company?.name',
    replacement: 'input.company.name',
    why: 'The contract requires a company where there is no invitation (D6).',
  },
  {
    file: 'services/employer/src/org-memberships/create.ts',
    mutator: 'ConditionalExpression',
    original: 'membership === undefined',
    replacement: 'false',
    why: 'Under the exclusive lock of the user, the repeated check has found no membership, so the row is new.',
  },
  {
    file: 'services/employer/src/org-memberships/update.ts',
    mutator: 'LogicalOperator',
    original: 'isActiveOwner(before) && !isActiveOwner(after)',
    replacement: 'isActiveOwner(before) || !isActiveOwner(after)',
    why: 'It differs for a member who is revoked or restored alone, and a member has no open invitations (G2).',
  },
  {
    file: 'services/employer/src/org-memberships/leave.ts',
    mutator: 'ConditionalExpression',
    original: '!is_deleted',
    replacement: 'false',
    why: 'The repeated check has found the membership active, and its locks keep it so.',
  },
  {
    file: 'services/employer/src/org-memberships/leave.ts',
    mutator: 'CallExpression',
    original: "throw new Error('the membership of the repeated check is not active');",
    replacement: ';',
    why: 'The repeated check has found the membership active, and its locks keep it so.',
  },
];
