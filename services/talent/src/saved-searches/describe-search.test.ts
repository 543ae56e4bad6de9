import { expect, test } from '@jest/globals';
import { addressOfNewest, nameOf } from './describe-search.ts';

const NOTHING = { query: '', location: '' };

test.each([
  [NOTHING, 'Jobs'],
  [{ query: 'nurse', location: 'Porto' }, 'Jobs in Porto for “nurse”'],
  [{ query: 'nurse', location: 'remote' }, 'Remote jobs for “nurse”'],
  [
    { ...NOTHING, seniority: 'senior', remote_mode: 'remote', kind: 'full_time' } as const,
    'Senior Remote Full-time jobs',
  ],
  [{ ...NOTHING, location: 'remote', remote_mode: 'remote' } as const, 'Remote jobs'],
  [{ ...NOTHING, language: 'pt' }, 'Jobs, in Portuguese'],
  // As the page of the search names it, and not `Filipino`.
  [{ ...NOTHING, language: 'tl' }, 'Jobs, in Tagalog'],
  [{ ...NOTHING, minimum_pay: 50_000, currency: 'EUR' }, 'Jobs, from EUR 50,000 a year'],
])('the name of %j is %s', (search, name) => {
  expect(nameOf(search)).toBe(name);
});

test('the address of a search has its values, and the newest first', () => {
  const search = {
    query: 'côte & co',
    location: '',
    kind: 'contract',
    order: 'pay',
    currency: 'EUR',
  } as const;
  expect(addressOfNewest(search)).toBe(
    '/jobs?query=c%C3%B4te+%26+co&kind=contract&currency=EUR&order=newest',
  );
});
