import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { findPublicAddress } from './public-address.ts';

const ID = '0190a000-0000-7000-8000-00000000000a';

describe('F8: the address that all requests for a public page share', () => {
  test.each([
    ['/', '/'],
    ['/?x=1', '/'],
    ['/?query=a', '/'],
    ['/jobs', '/jobs'],
    ['/jobs?', '/jobs'],
    ['/jobs?x=1', '/jobs'],
    ['/jobs?query=&location=&kind=&cursor=', '/jobs'],
    ['/jobs?x=1&location=b&query=a&utm_source=c', '/jobs?query=a&location=b'],
    ['/jobs?query=a&query=b', '/jobs?query=a'],
    ['/jobs?%71uery=%61', '/jobs?query=a'],
    ['/jobs?kind=moon&minimum_pay=-5&currency=GBP&order=newest', '/jobs'],
    ['/jobs?kind=contract&minimum_pay=007', '/jobs?kind=contract&minimum_pay=7&currency=EUR'],
    ['/jobs?cursor=a&x&query=b', '/jobs?query=b&cursor=a'],
    [`/jobs/${ID}?query=a&x=1`, `/jobs/${ID}`],
    [`/jobs/${ID.toUpperCase()}`, `/jobs/${ID}`],
    [`/companies/${ID.toUpperCase()}?x=1&cursor=AbC`, `/companies/${ID}?cursor=AbC`],
    [`/companies/${ID}?query=a`, `/companies/${ID}`],
  ])('of %s is %s', (address, shared) => {
    expect(findPublicAddress(address)).toBe(shared);
  });

  test.each([
    '/jobs.data',
    '/jobs/',
    '/jobs/feed.xml',
    '/companies',
    '/JOBS',
    '//jobs',
    '/login',
    'http://a.test/jobs',
    '',
  ])('is none for %s, which is no such page', (address) => {
    expect(findPublicAddress(address)).toBeNull();
  });

  test('has itself as its own', () => {
    const name = fc.constantFrom(
      'query',
      'location',
      'kind',
      'order',
      'minimum_pay',
      'currency',
      'cursor',
      'x',
    );
    const value = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.constantFrom('pay', 'newest', '12', 'USD'),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(name, value), { maxLength: 10 }), (parameters) => {
        const shared = findPublicAddress(`/jobs?${new URLSearchParams(parameters)}`);
        expect(shared).not.toBeNull();
        expect(findPublicAddress(shared ?? '')).toBe(shared);
      }),
    );
  });
});
