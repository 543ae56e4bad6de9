import { refuse } from '@gatehouse/boundary';
import { COUNTRIES } from '@gatehouse/contract';

/**
 * The country that a request states, as the database stores it; null: none. The contract has checked its length.
 * @throws {Refusal} input_invalid for a text that is no code of a country.
 */
export function requireCountry(code: string): string | null {
  if (code === '') return null;
  if (COUNTRIES.includes(code)) return code;
  const message = `“${code}” is not a country of ISO 3166-1. Enter two capital letters, such as PT.`;
  refuse('input_invalid', { detail: message, errors: [{ field: 'country_code', code: 'country', message }] });
}
