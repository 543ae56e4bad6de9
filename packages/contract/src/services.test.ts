import { expect, test } from '@jest/globals';
import { contracts as generated } from '../generated/contracts.js';
import { API_SERVICES, contracts, describeEndpoints, serviceOfPath } from './index.ts';

test('each proto package with services belongs to an API service', () => {
  expect(Object.keys(generated).toSorted()).toEqual(API_SERVICES.toSorted());
});

test.each(API_SERVICES)('the paths of %s say whose they are', (name) => {
  const paths = describeEndpoints(contracts[name]).map(({ path }) => path);
  expect(paths.filter((path) => serviceOfPath(path) !== name)).toEqual([]);
});
