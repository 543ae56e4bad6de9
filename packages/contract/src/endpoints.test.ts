import { describe, expect, test } from '@jest/globals';
import { describeEndpoints, employerContract, identityContract, talentContract } from './index.ts';

const everything = [...identityContract, ...employerContract, ...talentContract];

describe('the contract as the services register it', () => {
  test('every method has a binding and an access rule', () => {
    const endpoints = describeEndpoints(everything);
    expect(endpoints.length).toBe(everything.flatMap((service) => service.methods).length);
  });

  test('two bindings that clash are refused and both are named', () => {
    expect(() => describeEndpoints([...identityContract, ...identityContract])).toThrow(
      /UserSessionService\.CreateUserSession.*POST \/identities\/user_sessions clashes with/,
    );
  });
});
