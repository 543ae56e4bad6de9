import type { EquivalentMutant } from './mutant.ts';

const COMPILER = 'The compiler checks that the switch names every kind, so its default is unreachable.';

const NEW_SESSION_HAS_FACTS =
  'A session that the transaction has started, of a user whom it has locked, has facts.';

const UNUSED_PASSKEY =
  'An unknown passkey has no use, and `acceptProof` refuses a proof without one in the transaction that would start the session.';

const NO_APPLICATIONS_INSERTED =
  'The statement inserts a row for each application; for none it inserts nothing.';

const FULL_HEAD = 'What is added to a full head is cut off again; the condition only saves that.';

const FOLDER_WITH_STORE =
  'An upload has a folder exactly where a store is configured; both are asked for the compiler.';

const SAME_APPLICATION =
  'Both statements find the application by the same condition, so that either both have a row or neither.';

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
    file: 'services/identity/src/user-sessions/describe-address.ts',
    mutator: 'ConditionalExpression',
    original: 'isIP(plain) === 0',
    replacement: 'false',
    why: 'No network contains a text that is no address.',
  },
  {
    file: 'services/identity/src/user-sessions/describe-device.ts',
    mutator: 'ConditionalExpression',
    original: 'name !== undefined',
    replacement: 'true',
    why: 'No known name is undefined.',
  },
  {
    file: 'services/identity/src/user-sessions/passkey-sign-in.ts',
    mutator: 'LogicalOperator',
    original: 'passkey === undefined || use === null',
    replacement: 'passkey === undefined && use === null',
    why: UNUSED_PASSKEY,
  },
  {
    file: 'services/identity/src/user-sessions/passkey-sign-in.ts',
    mutator: 'ConditionalExpression',
    original: 'passkey === undefined',
    replacement: 'false',
    why: UNUSED_PASSKEY,
  },
  {
    file: 'services/identity/src/user-sessions/passkey-sign-in.ts',
    mutator: 'ConditionalExpression',
    original: 'use === null',
    replacement: 'false',
    why: UNUSED_PASSKEY,
  },
  {
    file: 'services/identity/src/user-sessions/start-session.ts',
    mutator: 'ConditionalExpression',
    original: 'isFull',
    replacement: 'true',
    why: 'The statement ends what is above the limit; without that, the condition only saves it.',
  },
  {
    file: 'services/identity/src/user-sessions/start-session.ts',
    mutator: 'ConditionalExpression',
    original: 'facts === null',
    replacement: 'false',
    why: NEW_SESSION_HAS_FACTS,
  },
  {
    file: 'services/identity/src/user-sessions/start-session.ts',
    mutator: 'CallExpression',
    original: "throw new Error('the new session has no facts');",
    replacement: ';',
    why: NEW_SESSION_HAS_FACTS,
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
    file: 'services/employer/src/applications/cv-document.ts',
    mutator: 'SqlConjunct',
    original: 'find_chunk_of_sent_cv: where bytes is not null',
    replacement: 'where ((bytes is not null) or true)',
    why: 'A chunk that is not found, and a found one without bytes, end the download in the same way.',
  },
  {
    file: 'services/employer/src/applications/history.ts',
    mutator: 'ArrowFunction',
    original: "() => ''",
    replacement: '() => undefined',
    why: 'Without applications, the caller asks for the message of none.',
  },
  {
    file: 'services/employer/src/applications/history.ts',
    mutator: 'ConditionalExpression',
    original: 'applicationIds.length > 0',
    replacement: 'true',
    why: NO_APPLICATIONS_INSERTED,
  },
  {
    file: 'services/employer/src/applications/history.ts',
    mutator: 'EqualityOperator',
    original: 'applicationIds.length > 0',
    replacement: 'applicationIds.length >= 0',
    why: NO_APPLICATIONS_INSERTED,
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
  {
    file: 'services/talent/src/applications/application-details.ts',
    mutator: 'LogicalOperator',
    original: 'row === undefined || sent === undefined',
    replacement: 'row === undefined && sent === undefined',
    why: SAME_APPLICATION,
  },
  {
    file: 'services/talent/src/applications/application-details.ts',
    mutator: 'ConditionalExpression',
    original: 'row === undefined',
    replacement: 'false',
    why: SAME_APPLICATION,
  },
  {
    file: 'services/talent/src/applications/application-details.ts',
    mutator: 'ConditionalExpression',
    original: 'sent === undefined',
    replacement: 'false',
    why: SAME_APPLICATION,
  },
  {
    file: 'services/talent/src/applications/handlers.ts',
    mutator: 'ArrayDeclaration',
    original: '[]',
    replacement: '["Stryker was here"]',
    why: 'A text has no id, so the application is stored without a CV.',
  },
  {
    file: 'services/talent/src/applications/screening-answers.ts',
    mutator: 'UnaryOperator',
    original: '-1',
    replacement: '+1',
    why: 'The list of positions has one for each question.',
  },
  {
    file: 'services/talent/src/applications/screening-answers.ts',
    mutator: 'OptionalChaining',
    original: 'given[position]?.answer',
    replacement: 'given[position].answer',
    why: 'A request that does not name each question has been refused.',
  },
  {
    file: 'services/talent/src/applications/screening-answers.ts',
    mutator: 'ConditionalExpression',
    original: "case 'long_text': return null;",
    replacement: "case 'long_text':",
    why: 'The default, which is next, returns null, too.',
  },
  {
    file: 'services/talent/src/applications/screening-answers.ts',
    mutator: 'ConditionalExpression',
    original: 'default: kind satisfies never; return null;',
    replacement: 'default:',
    why: COMPILER,
  },
  {
    file: 'services/talent/src/applications/told-events.ts',
    mutator: 'ConditionalExpression',
    original: 'default: action satisfies never;',
    replacement: 'default:',
    why: COMPILER,
  },
  {
    file: 'services/talent/src/cvs/pdf.ts',
    mutator: 'ConditionalExpression',
    original: 'this.#head.length < WINDOW_BYTES',
    replacement: 'true',
    why: FULL_HEAD,
  },
  {
    file: 'services/talent/src/cvs/pdf.ts',
    mutator: 'EqualityOperator',
    original: 'this.#head.length < WINDOW_BYTES',
    replacement: 'this.#head.length <= WINDOW_BYTES',
    why: FULL_HEAD,
  },
  {
    file: 'services/talent/src/cvs/upload.ts',
    mutator: 'LogicalOperator',
    original: 'documents !== null && place !== null',
    replacement: 'documents !== null || place !== null',
    why: FOLDER_WITH_STORE,
  },
  {
    file: 'services/talent/src/cvs/upload.ts',
    mutator: 'ConditionalExpression',
    original: 'documents !== null',
    replacement: 'true',
    why: FOLDER_WITH_STORE,
  },
  {
    file: 'services/talent/src/cvs/upload.ts',
    mutator: 'ConditionalExpression',
    original: 'place !== null',
    replacement: 'true',
    why: FOLDER_WITH_STORE,
  },
];
