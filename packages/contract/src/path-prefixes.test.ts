import { describe, expect, test } from '@jest/globals';
import { contracts, pathPrefixes } from './index.ts';

describe('the path prefixes of an identity system', () => {
  test('G5: the endpoints of users and of the staff share none', () => {
    const users = pathPrefixes(contracts.identity, 'user');
    const staff = pathPrefixes(contracts.identity, 'admin');
    expect(users).toEqual(expect.arrayContaining(['/identities/user_sessions', '/identities/users']));
    expect(staff).toEqual(expect.arrayContaining(['/identities/admin', '/identities/admin_sessions']));
    const isBelow = (path: string, prefix: string) => `${path}/`.startsWith(`${prefix}/`);
    for (const user of users) {
      for (const admin of staff) expect([isBelow(user, admin), isBelow(admin, user)]).toEqual([false, false]);
    }
  });

  test('G5: a part without endpoints of the staff has one prefix', () => {
    for (const contract of [contracts.employer, contracts.talent])
      expect(pathPrefixes(contract, 'admin')).toEqual([]);
    expect(pathPrefixes(contracts.employer, 'user')).toEqual(['/employer']);
    expect(pathPrefixes(contracts.talent, 'user')).toEqual(['/talent']);
  });
});
