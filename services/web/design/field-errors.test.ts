import { describe, expect, test } from '@jest/globals';
import { fieldErrorMessage, fieldNameOf } from './field-errors.ts';

describe('the error of a field', () => {
  test.each([
    ['name', 'string.min_len', 'must be at least 1 characters', 'This field is required.'],
    ['name', 'string.pattern', 'does not match regex pattern `\\S`', 'This field is required.'],
    ['password', 'string.min_len', 'must be at least 8 characters', 'Enter at least 8 characters.'],
    ['message', 'string.max_len', 'must be at most 4000 characters', 'Enter at most 4000 characters.'],
    [
      'skills[3]',
      'string.max_len',
      'must be at most 40 characters',
      'Each one can have at most 40 characters.',
    ],
    // U21
    ['skills', 'repeated.max_items', 'must contain no more than 30 item(s)', 'Enter at most 30.'],
    [
      'email',
      'string.email',
      'must be a valid email address',
      'Enter an email address like name@example.com.',
    ],
    [
      'links[1]',
      'string.pattern',
      'does not match',
      'Enter a full URL that starts with https:// or http://.',
    ],
    [
      'career.positions[0].description',
      'string.max_len',
      'must be at most 2000 characters',
      'Enter at most 2000 characters.',
    ],
    ['skills', 'repeated.unique', 'must contain unique items', 'Remove the duplicates.'],
  ])('of %s, %s, is a sentence', (field, code, message, text) => {
    expect(fieldErrorMessage({ field, code, message })).toBe(text);
  });

  test.each([
    ['name', 'name'],
    ['company.name', 'name'],
    ['links[2]', 'links'],
    ['company.links[0]', 'links'],
  ])('of %s belongs to the field %s', (field, name) => {
    expect(fieldNameOf({ field, code: '', message: '' })).toBe(name);
  });
});
