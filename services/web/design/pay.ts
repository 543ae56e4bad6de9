import type { Pay } from '@gatehouse/contract/wire';
import { PAY_PERIOD_LABELS } from './labels.ts';

/** Formatters are slow to make: one for each currency. The locale is that of the pages' dates. */
const formats = new Map<string, Intl.NumberFormat>();

function formatOf(currency: string): Intl.NumberFormat {
  let format = formats.get(currency);
  if (format === undefined) {
    format = new Intl.NumberFormat('en-GB', {
      style: 'currency',
      currency,
      trailingZeroDisplay: 'stripIfInteger',
    });
    formats.set(currency, format);
  }
  return format;
}

/** `€60,000–80,000 per year`, `From £17.50 per hour`; empty for pay that is absent or not complete yet. */
export function formatPay(pay: Pay | undefined): string {
  if (pay?.period === undefined || !/^[A-Z]{3}$/.test(pay.currency)) return '';
  const { minimum, maximum } = pay;
  const money = (amount: number) => formatOf(pay.currency).format(amount);
  const period = PAY_PERIOD_LABELS[pay.period];
  if (minimum === undefined) return maximum === undefined ? '' : `Up to ${money(maximum)} ${period}`;
  if (maximum === undefined) return `From ${money(minimum)} ${period}`;
  return minimum === maximum
    ? `${money(minimum)} ${period}`
    : `${money(minimum)}–${withoutCurrency(pay.currency, maximum)} ${period}`;
}

function withoutCurrency(currency: string, amount: number): string {
  const parts = formatOf(currency).formatToParts(amount);
  return parts
    .filter(({ type }) => type !== 'currency' && type !== 'literal')
    .map(({ value }) => value)
    .join('');
}
