import type { ListPublicJobPostsRequest } from '@gatehouse/contract';
import { expect, test } from '@jest/globals';
import { isSearch } from './find-job-posts.ts';

const NEWEST: ListPublicJobPostsRequest = { query: '', location: '', cursor: '', limit: 20 };

test.each<[string, Partial<ListPublicJobPostsRequest>]>([
  ['the newest posts', {}],
  ['spaces as words', { query: '  ' }],
  ['spaces as a place', { location: '  ' }],
  ['a currency alone', { currency: 'EUR' }],
  ['the newest first', { order: 'newest' }],
])('F8: %s are no search, which has a limit of its own', (_name, asked) => {
  expect(isSearch({ ...NEWEST, ...asked })).toBe(false);
});

test.each<[string, Partial<ListPublicJobPostsRequest>]>([
  ['words', { query: 'bell founder' }],
  ['a place', { location: 'Porto' }],
  ['a kind', { kind: 'contract' }],
  ['pay', { minimum_pay: 1, currency: 'EUR' }],
  ['the order by pay', { order: 'pay', currency: 'EUR' }],
])('F8: a list by %s is a search', (_name, asked) => {
  expect(isSearch({ ...NEWEST, ...asked })).toBe(true);
});
