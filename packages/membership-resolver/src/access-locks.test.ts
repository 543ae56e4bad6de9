import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type AccessLock, orderAccessLocks } from './access-locks.ts';

const lock = (kind: AccessLock['kind'], id: string, mode: AccessLock['mode'] = 'shared'): AccessLock => ({
  kind,
  id,
  mode,
});

const anyLock: fc.Arbitrary<AccessLock> = fc.record({
  kind: fc.constantFrom('user', 'company', 'admin'),
  id: fc.uuid(),
  mode: fc.constantFrom('shared', 'exclusive'),
});

describe('G1: the one order of locks', () => {
  test('G1: users come first, then companies, then admins, each by id', () => {
    const given = [lock('admin', 'a'), lock('company', 'b'), lock('user', 'd'), lock('company', 'a')];
    expect(orderAccessLocks([...given, lock('user', 'c')])).toEqual([
      lock('user', 'c'),
      lock('user', 'd'),
      lock('company', 'a'),
      lock('company', 'b'),
      lock('admin', 'a'),
    ]);
  });

  test.each([
    ['shared', 'exclusive'],
    ['exclusive', 'shared'],
    ['exclusive', 'exclusive'],
  ] as const)('G1: a lock asked for as %s and %s is taken once, in the stronger mode', (first, second) => {
    expect(orderAccessLocks([lock('user', 'a', first), lock('user', 'a', second)])).toEqual([
      lock('user', 'a', 'exclusive'),
    ]);
  });

  test('an id is the same lock however its digits are written', () => {
    expect(orderAccessLocks([lock('user', 'AB'), lock('user', 'ab', 'exclusive')])).toEqual([
      lock('user', 'ab', 'exclusive'),
    ]);
  });

  test('G1: the order does not depend on the order in which locks were asked for', () => {
    fc.assert(
      fc.property(fc.array(anyLock, { maxLength: 8 }), (locks) => {
        expect(orderAccessLocks(locks.toReversed())).toEqual(orderAccessLocks(locks));
      }),
    );
  });
});
