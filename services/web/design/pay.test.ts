import { expect, test } from '@jest/globals';
import { formatPay } from './pay.ts';

test.each([
  [{ minimum: 60_000, maximum: 80_000, currency: 'EUR', period: 'year' }, '€60,000–80,000 per year'],
  [{ minimum: 17.5, currency: 'GBP', period: 'hour' }, 'From £17.50 per hour'],
  [{ maximum: 300, currency: 'CHF', period: 'day' }, 'Up to CHF\u00a0300 per day'],
  [{ minimum: 4000, maximum: 4000, currency: 'USD', period: 'month' }, 'US$4,000 per month'],
  [
    { minimum: 5_000_000, maximum: 6_000_000, currency: 'JPY', period: 'year' },
    'JP¥5,000,000–6,000,000 per year',
  ],
  [{ currency: 'EUR', period: 'year' }, ''],
  [{ minimum: 1, currency: '', period: 'year' }, ''],
  [{ minimum: 1, currency: 'EUR' }, ''],
  [undefined, ''],
] as const)('%j is “%s”', (pay, text) => {
  expect(formatPay(pay)).toBe(text);
});
