import { refuse } from '@gatehouse/boundary';
import { CURRENCIES, type FieldError, type JobPostTerms, LANGUAGES, type Pay } from '@gatehouse/contract';

/** The terms of a post that states none. */
export const NO_TERMS: JobPostTerms = { languages: [], expires_on: '' };

/** The terms of a row of `job_posts`. */
export const TERMS = `employer.job_post_terms(pay_minimum, pay_maximum, pay_currency, pay_period, remote_mode, seniority,
            languages, expires_on) as terms`;

/** What the database stores of terms, in the order of `TERMS`. */
export function termsValues({ pay, remote_mode, seniority, languages, expires_on }: JobPostTerms) {
  return [
    pay?.minimum ?? null,
    pay?.maximum ?? null,
    pay?.currency ?? null,
    pay?.period ?? null,
    remote_mode ?? null,
    seniority ?? null,
    languages,
    expires_on === '' ? null : expires_on,
  ];
}

/** What is wrong with terms that a request sets; empty: nothing. The contract has checked each value alone. */
export function termsErrors({ pay, languages, expires_on }: JobPostTerms): FieldError[] {
  return [
    ...(pay === undefined ? [] : payErrors(pay)),
    ...languages.flatMap((code, at) =>
      LANGUAGES.includes(code)
        ? []
        : [
            error(
              `languages[${at}]`,
              'language',
              `“${code}” is not a language. Enter English, German, and so on.`,
            ),
          ],
    ),
    ...(expires_on === '' || isDay(expires_on)
      ? []
      : [error('expires_on', 'date', 'Enter a day that exists, as YYYY-MM-DD.')]),
  ];
}

/** @throws {Refusal} input_invalid, with an error for each field. */
export function requireValidTerms(terms: JobPostTerms): void {
  const errors = termsErrors(terms);
  if (errors.length === 0) return;
  refuse('input_invalid', { detail: errors.map(({ message }) => message).join(' '), errors });
}

/** Whether the last day of a post is over, in UTC. */
export function isExpired({ expires_on }: JobPostTerms, now: number): boolean {
  return expires_on !== '' && expires_on < new Date(now).toISOString().slice(0, 10);
}

function payErrors({ minimum, maximum, currency, period }: Pay): FieldError[] {
  const errors: FieldError[] = [];
  if (minimum === undefined && maximum === undefined)
    errors.push(error('pay.minimum', 'pay.empty', 'Enter a minimum, a maximum or both.'));
  if (!isAmount(minimum)) errors.push(error('pay.minimum', 'pay.amount', AMOUNT));
  if (!isAmount(maximum)) errors.push(error('pay.maximum', 'pay.amount', AMOUNT));
  if (minimum !== undefined && maximum !== undefined && maximum < minimum)
    errors.push(error('pay.maximum', 'pay.range', 'The maximum must not be below the minimum.'));
  if (currency === '') errors.push(error('pay.currency', 'pay.currency', 'Choose a currency.'));
  else if (!CURRENCIES.includes(currency))
    errors.push(error('pay.currency', 'pay.currency', `“${currency}” is not a currency of ISO 4217.`));
  if (period === undefined) errors.push(error('pay.period', 'pay.period', 'Choose what the pay is for.'));
  return errors;
}

const AMOUNT_LIMIT = 10_000_000_000;
const AMOUNT = 'Enter an amount above 0, with at most two decimals.';

/** Protobuf's JSON also has "NaN" and "Infinity", which are texts here. */
function isAmount(amount: number | undefined): boolean {
  if (amount === undefined) return true;
  return amount > 0 && amount < AMOUNT_LIMIT && Number(amount.toFixed(2)) === amount;
}

/** PostgreSQL and JavaScript write later years in different ways. */
function isDay(day: string): boolean {
  const millis = Date.parse(`${day}T00:00:00Z`);
  return (
    /^[1-9]\d{3}-\d{2}-\d{2}$/.test(day) &&
    Number.isFinite(millis) &&
    new Date(millis).toISOString().startsWith(day)
  );
}

function error(field: string, code: string, message: string): FieldError {
  return { field: `terms.${field}`, code, message };
}
