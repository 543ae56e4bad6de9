import { describe, expect, test } from '@jest/globals';
import { fieldErrorWords, fieldNameOf } from './field-error-words.ts';

describe('the error of a field', () => {
  test.each([
    ['name', 'string.min_len', 'must be at least 1 characters', 'Fill this in.'],
    ['name', 'string.pattern', 'does not match regex pattern `\\S`', 'Fill this in.'],
    ['password', 'string.min_len', 'must be at least 8 characters', 'Must be at least 8 characters.'],
    ['email', 'string.email', 'must be a valid email address', 'Write an address like name@example.com.'],
    [
      'links[1]',
      'string.pattern',
      'does not match',
      'Write a whole address that begins with https:// or http://.',
    ],
    ['skills', 'repeated.unique', 'must contain unique items', 'Each one may stand here once.'],
  ])('of %s, %s, is told in words', (field, code, message, words) => {
    expect(fieldErrorWords({ field, code, message })).toBe(words);
  });

  test.each([
    ['name', 'name'],
    ['company.name', 'name'],
    ['links[2]', 'links'],
    ['company.links[0]', 'links'],
  ])('about %s belongs to the field %s', (field, name) => {
    expect(fieldNameOf({ field, code: '', message: '' })).toBe(name);
  });
});
