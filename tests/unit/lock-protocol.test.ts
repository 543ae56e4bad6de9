import { type AccessLock, orderAccessLocks } from '@gatehouse/membership-resolver';
import { describe, expect, test } from '@jest/globals';
import { explore, type ModelTransaction, type Protocol } from '#support/lock-model.ts';

const FAIR: Protocol = { order: orderAccessLocks, grants: 'fair' };

const lock = (kind: AccessLock['kind'], id: string, mode: AccessLock['mode']): AccessLock => ({
  kind,
  id,
  mode,
});
const shared = {
  user: (id: string) => lock('user', id, 'shared'),
  company: lock('company', 'c', 'shared'),
  otherCompany: lock('company', 'b', 'shared'),
};
const exclusive = {
  user: (id: string) => lock('user', id, 'exclusive'),
  company: lock('company', 'c', 'exclusive'),
  otherCompany: lock('company', 'b', 'exclusive'),
};
const staff = lock('admin', 's', 'shared');
/** The one lock of all changes of staff accounts. */
const allStaff = lock('admin', '0', 'exclusive');

/** What a member's write depends on, as the boundary adds it. */
const member = (id: string) => ({
  locks: [shared.user(id), shared.company],
  needs: [`session of ${id}`, `membership of ${id}`, 'company'],
});
const write = (id: string): ModelTransaction => ({ name: `${id} writes`, ...member(id), revokes: [] });
const changes = (id: string, other: string): ModelTransaction => ({
  name: `${id} revokes ${other}`,
  locks: [...member(id).locks, exclusive.user(other), exclusive.company],
  needs: member(id).needs,
  revokes: [`membership of ${other}`],
});
const disable: ModelTransaction = {
  name: 'staff disable',
  locks: [staff, exclusive.company],
  needs: ['session of s'],
  revokes: ['company'],
};
const staffRevoke = (id: string): ModelTransaction => ({
  name: `staff revoke ${id}`,
  locks: [staff, exclusive.company, exclusive.user(id)],
  needs: ['session of s'],
  revokes: [`membership of ${id}`],
});
const endSession = (id: string): ModelTransaction => ({
  name: `${id} ends a session`,
  locks: [...member(id).locks, exclusive.user(id)],
  needs: [],
  revokes: [`session of ${id}`],
});
/** A browser with the cookies of several users. */
const signOut = (...ids: string[]): ModelTransaction => ({
  name: `sign out ${ids}`,
  locks: ids.map(exclusive.user),
  needs: [],
  revokes: ids.map((id) => `session of ${id}`),
});
const signIn = (id: string, presented: string): ModelTransaction => ({
  name: `${id} signs in`,
  locks: [shared.user(id), exclusive.user(presented)],
  needs: [],
  revokes: [`session of ${presented}`],
});
const join = (id: string): ModelTransaction => ({
  name: `${id} joins`,
  locks: [shared.user(id), exclusive.user(id), shared.company],
  needs: [`session of ${id}`, 'company'],
  revokes: [],
});
const staffSignOut: ModelTransaction = {
  name: 'staff sign out',
  locks: [lock('admin', 's', 'exclusive')],
  needs: [],
  revokes: ['session of s'],
};

/** A member of the company to a job post of another one, whose members do the same. */
const apply = (id: string): ModelTransaction => ({
  name: `${id} applies elsewhere`,
  locks: [...member(id).locks, shared.otherCompany],
  needs: [...member(id).needs, 'other company'],
  revokes: [],
});
const applyHere = (id: string): ModelTransaction => ({
  name: `${id} of elsewhere applies`,
  locks: [shared.user(id), shared.otherCompany, shared.company],
  needs: [`session of ${id}`, 'other company', 'company'],
  revokes: [],
});
const disableOther: ModelTransaction = {
  name: 'staff disable the other company',
  locks: [staff, exclusive.otherCompany],
  needs: ['session of s'],
  revokes: ['other company'],
};
/** Of an owner, who has applied elsewhere. It is the background that deletes, without a session. */
const deleteAccount = (id: string): ModelTransaction => ({
  name: `the account of ${id} is deleted`,
  locks: [exclusive.user(id), exclusive.company, shared.otherCompany],
  needs: [],
  revokes: [`session of ${id}`, `membership of ${id}`],
});
const changeStaff = (id: string, other: string): ModelTransaction => ({
  name: `${id} disables ${other}`,
  locks: [lock('admin', id, 'shared'), allStaff, lock('admin', other, 'exclusive')],
  needs: [`session of ${id}`],
  revokes: [`session of ${other}`],
});

const SCENARIOS: readonly (readonly ModelTransaction[])[] = [
  [write('a'), write('b'), write('a'), disable],
  [write('a'), write('b'), staffRevoke('a'), disable],
  [changes('a', 'b'), changes('b', 'a')],
  [changes('a', 'b'), changes('b', 'a'), write('a'), write('b')],
  [changes('a', 'b'), changes('b', 'd'), changes('d', 'a')],
  [join('d'), disable, write('a'), staffRevoke('a')],
  [join('d'), signOut('d'), disable],
  [signOut('a', 'b'), signOut('b', 'a'), write('a'), changes('b', 'a')],
  [signIn('a', 'b'), signIn('b', 'a'), write('a'), write('b')],
  [endSession('a'), endSession('a'), write('a'), write('a')],
  [staffSignOut, staffRevoke('a'), disable, write('a')],
  [apply('a'), applyHere('d'), disable, disableOther],
  [apply('a'), deleteAccount('a'), disableOther, applyHere('d')],
  [deleteAccount('a'), deleteAccount('b'), changes('a', 'b'), apply('b')],
  [deleteAccount('a'), signIn('a', 'b'), staffRevoke('a'), apply('a')],
  [changeStaff('s', 't'), changeStaff('t', 's'), staffRevoke('a'), disable],
];

const nameOf = (transactions: readonly ModelTransaction[]) => transactions.map(({ name }) => name).join('; ');
const named = SCENARIOS.map((transactions) => ({ name: nameOf(transactions), transactions }));

describe('the protocol of the access locks, in every interleaving', () => {
  test.each(named)('G1: no deadlock, no late write, no revocation overtaken: $name', ({ transactions }) => {
    const { faults, outcomes, states } = explore(transactions, FAIR);
    expect([...faults]).toEqual([]);
    expect(states).toBeGreaterThan(transactions.length);
    expect(outcomes.size).toBeGreaterThan(0);
  });

  test('G1: a write and the revocation of what it needs: each order happens, and a late write is refused', () => {
    const { outcomes } = explore([write('a'), disable], FAIR);
    expect([...outcomes].sort()).toEqual(['a writes, staff disable', 'staff disable']);
  });

  test('G1: of two admins who disable each other one does', () => {
    const { outcomes } = explore([changeStaff('s', 't'), changeStaff('t', 's')], FAIR);
    expect([...outcomes].sort()).toEqual(['s disables t', 't disables s']);
  });

  test('F22: of two owners who revoke each other one does, and the other is refused', () => {
    const { outcomes } = explore([changes('a', 'b'), changes('b', 'a')], FAIR);
    expect([...outcomes].sort()).toEqual(['a revokes b', 'b revokes a']);
  });
});

/** That the exploration finds what it looks for: each line takes one thing from the protocol. */
describe('what the exploration finds where the protocol is another', () => {
  const faultsOf = (transactions: readonly ModelTransaction[], protocol: Partial<Protocol>) => [
    ...explore(transactions, { ...FAIR, ...protocol }).faults,
  ];
  const unordered = (locks: readonly AccessLock[]) => locks;
  const weaker = (locks: readonly AccessLock[]) =>
    orderAccessLocks(locks.map((one) => ({ ...one, mode: 'shared' as const })));

  test('locks in the order in which handlers name them: a deadlock', () => {
    expect(faultsOf([signOut('a', 'b'), signOut('b', 'a')], { order: unordered })).toContain('deadlock');
    expect(faultsOf([signIn('a', 'b'), signIn('b', 'a')], { order: unordered })).toContain('deadlock');
    const crossed = [apply('a'), disableOther, applyHere('d'), disable];
    expect(faultsOf(crossed, { order: unordered })).toContain('deadlock');
  });

  test('a shared lock that becomes an exclusive one: a deadlock', () => {
    expect(faultsOf([endSession('a'), endSession('a')], { order: unordered })).toContain('deadlock');
  });

  test('the kinds in another order for some: a deadlock', () => {
    const order = (locks: readonly AccessLock[]) =>
      locks.some(({ kind }) => kind === 'admin')
        ? orderAccessLocks(locks).toReversed()
        : orderAccessLocks(locks);
    expect(faultsOf([staffRevoke('a'), changes('b', 'a')], { order })).toContain('deadlock');
  });

  test('a revocation with shared locks: a write commits after it', () => {
    expect(faultsOf([write('a'), disable], { order: weaker })).toContain('commit after the revocation');
  });

  test('F2: locks as those of rows: later writes overtake a waiting revocation', () => {
    expect(faultsOf([write('a'), write('b'), disable], { grants: 'unfair' })).toEqual([
      'a waiting revocation is overtaken',
    ]);
  });
});
