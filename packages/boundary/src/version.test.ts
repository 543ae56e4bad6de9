import { describe, expect, test } from '@jest/globals';
import { matchesVersion } from './version.ts';

describe('G9: an If-Match header and the current version', () => {
  test.each([
    ['"7"', true],
    ['*', true],
    ['"6", "7"', true],
    ['"6","7"', true],
    ['"6"', false],
    ['"77"', false],
    ['7', false],
    ['W/"7"', false],
    ['""', false],
    ['', false],
    ['"7', false],
    ['"*"', false],
  ])('%s: %s', (ifMatch, expected) => {
    expect(matchesVersion(ifMatch, { etag: '"7"' })).toBe(expected);
  });
});
