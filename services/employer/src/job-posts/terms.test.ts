import type { JobPostTerms } from '@gatehouse/contract';
import { describe, expect, test } from '@jest/globals';
import { isExpired, NO_TERMS, requireValidTerms, termsErrors } from './terms.ts';

const PAY = { minimum: 60_000, maximum: 80_000, currency: 'EUR', period: 'year' } as const;
const codesOf = (terms: Partial<JobPostTerms>) =>
  termsErrors({ ...NO_TERMS, ...terms }).map(({ field, code }) => `${field} ${code}`);

describe('the terms of a job post', () => {
  test.each<readonly [string, Partial<JobPostTerms>]>([
    ['nothing', {}],
    ['a range', { pay: PAY }],
    ['one amount', { pay: { ...PAY, maximum: 60_000 } }],
    ['a maximum alone', { pay: { maximum: 17.55, currency: 'GBP', period: 'hour' } }],
    ['languages and a day', { languages: ['en', 'de'], expires_on: '2028-02-29' }],
  ])('%s is right', (_name, terms) => {
    expect(codesOf(terms)).toEqual([]);
  });

  test.each<readonly [string, Partial<JobPostTerms>, readonly string[]]>([
    ['a maximum below the minimum', { pay: { ...PAY, maximum: 59_999 } }, ['terms.pay.maximum pay.range']],
    ['no amount', { pay: { currency: 'EUR', period: 'year' } }, ['terms.pay.minimum pay.empty']],
    [
      'amounts alone',
      { pay: { minimum: 1, currency: '' } },
      ['terms.pay.currency pay.currency', 'terms.pay.period pay.period'],
    ],
    ['a currency that is none', { pay: { ...PAY, currency: 'XYZ' } }, ['terms.pay.currency pay.currency']],
    ['tenths of a cent', { pay: { ...PAY, minimum: 17.555 } }, ['terms.pay.minimum pay.amount']],
    ['nothing for pay', { pay: { ...PAY, minimum: 0 } }, ['terms.pay.minimum pay.amount']],
    ['too much', { pay: { ...PAY, maximum: 1e10 } }, ['terms.pay.maximum pay.amount']],
    ['a word for a code', { languages: ['en', 'Klingon'] }, ['terms.languages[1] language']],
    ['a day that does not exist', { expires_on: '2027-02-29' }, ['terms.expires_on date']],
    ['a day in another form', { expires_on: '1/2/2027' }, ['terms.expires_on date']],
    ['a month that does not exist', { expires_on: '2027-13-01' }, ['terms.expires_on date']],
    ['a year of three digits', { expires_on: '0999-01-01' }, ['terms.expires_on date']],
  ])('%s is an error of its field', (_name, terms, codes) => {
    expect(codesOf(terms)).toEqual(codes);
  });

  test('all errors are in the detail of the refusal', () => {
    const terms = { ...NO_TERMS, pay: { minimum: 1, currency: '' } };
    expect(() => requireValidTerms(terms)).toThrow(
      expect.objectContaining({
        code: 'input_invalid',
        options: {
          detail: 'Choose a currency. Choose what the pay is for.',
          errors: [
            expect.objectContaining({ field: 'terms.pay.currency' }),
            expect.objectContaining({ field: 'terms.pay.period' }),
          ],
        },
      }),
    );
  });

  test('the last day belongs to the post', () => {
    const terms = { ...NO_TERMS, expires_on: '2027-01-31' };
    expect(isExpired(terms, Date.parse('2027-01-31T23:59:59Z'))).toBe(false);
    expect(isExpired(terms, Date.parse('2027-02-01T00:00:00Z'))).toBe(true);
    expect(isExpired(NO_TERMS, Date.parse('2027-02-01T00:00:00Z'))).toBe(false);
  });
});
