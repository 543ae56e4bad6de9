import type { FieldError } from '@gatehouse/contract';
import list from 'fxa-common-password-list';

/** Words that attackers try first on this site. */
const SITE_WORDS = /gatehouse|talent|employer|password|passwort|admin/g;
const MIN_OTHER_LETTERS = 6;
const MIN_OTHER_CHARACTERS = 8;

/**
 * Refuses a password from the bundled list of the most used ones of eight characters and more, and one that is little more
 * than site words.
 * @param field of `input`, with the password.
 */
export function refuseCommonPassword<Field extends string>(
  context: {
    refuse(code: 'password_common', options: { detail: string; errors: readonly FieldError[] }): never;
  },
  input: Readonly<Record<Field, string>>,
  field: Field,
): void {
  const password = input[field].toLowerCase();
  if (!list.test(password) && !isLittleMoreThanSiteWords(password)) return;
  const message = 'This password is too common: attackers try it first. Choose another one.';
  context.refuse('password_common', {
    detail: message,
    errors: [{ field, code: 'password_common', message }],
  });
}

function isLittleMoreThanSiteWords(password: string): boolean {
  if (password.search(SITE_WORDS) < 0) return false;
  const rest = password.replaceAll(SITE_WORDS, '').replaceAll(/[^\p{L}\p{N}]/gu, '');
  const letters = rest.replaceAll(/\P{L}/gu, '');
  // A year or a row of one digit adds little.
  return letters.length < MIN_OTHER_LETTERS && new Set(rest).size < MIN_OTHER_CHARACTERS;
}
