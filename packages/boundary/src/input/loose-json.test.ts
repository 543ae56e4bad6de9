import { describeEndpoints, wholeContract } from '@gatehouse/contract';
import { describe, expect, test } from '@jest/globals';
import { looseValues } from './loose-json.ts';

const inputOf = (id: string) => {
  const found = describeEndpoints(wholeContract).find((one) => one.id === id);
  if (found === undefined) throw new Error(`no endpoint ${id}`);
  return found.input;
};

describe('what protobuf reads and the contract does not have', () => {
  test.each([
    ['JobPostService.CreateJobPost', { title: 'x', kind: 'full_time', location: 'Bergen' }, []],
    ['JobPostService.CreateJobPost', { title: null, kind: 1 }, ['title', 'kind']],
    ['OrgMembershipService.CreateOrgMembership', { company: { name: 'x' } }, []],
    ['OrgMembershipService.CreateOrgMembership', { company: { name: null } }, ['company.name']],
    ['OrgMembershipService.CreateOrgMembership', { company: null }, ['company']],
    ['ProfileService.UpdateCurrentProfile', { skills: ['x', null] }, ['skills[1]']],
  ])('%s %j: %j', (id, body, fields) => {
    expect(looseValues(inputOf(id), body).map(({ field }) => field)).toEqual(fields);
  });
});
