import { describe, expect, test } from '@jest/globals';
import { wantReload } from './reload.ts';
import { shouldRevalidate } from './should-revalidate.ts';

const here = new URL('https://x.test/talent');
const there = new URL('https://x.test/talent/profile');
const click = { currentUrl: here, nextUrl: there };
const same = { currentUrl: here, nextUrl: here };
const post = { ...same, formMethod: 'POST' as const };

describe('when the root loaders and policies run again', () => {
  test.each([
    ['R2 P6: a click to another page: no', click, false],
    ['R2: a change of the query alone: no', { currentUrl: here, nextUrl: new URL('?page=2', here) }, false],
    ['R5: a reload of the same page: yes', same, true],
    ['P6: a search form that leads to another page: no', { ...click, formMethod: 'GET' as const }, false],
    ['R5: a search form that leads to the same page: yes', { ...same, formMethod: 'GET' as const }, true],
    ['R3: an action that succeeded: yes', post, true],
    ['R3: an action that succeeded with a status: yes', { ...post, actionStatus: 201 }, true],
    ['R4: an action refused with 401: yes', { ...post, actionStatus: 401 }, true],
    ['R4: an action refused with 403: yes', { ...post, actionStatus: 403 }, true],
    ['an action refused with 400: no', { ...post, actionStatus: 400 }, false],
    ['an action refused with 409: no', { ...post, actionStatus: 409 }, false],
    ['E1: an action that failed with 503: no', { ...post, actionStatus: 503 }, false],
  ])('%s', (_situation, args, expected) => {
    expect(shouldRevalidate(args)).toBe(expected);
  });

  test('R5: a reload that was asked for is remembered, also over a redirect', () => {
    wantReload();
    expect(shouldRevalidate(click)).toBe(true);
    expect(shouldRevalidate({ ...post, actionStatus: 400 })).toBe(true);
  });
});
