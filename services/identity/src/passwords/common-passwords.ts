import type { FieldError } from '@gatehouse/contract';
import { holdsPassword, PASSWORD_FILTER_FILE, readPasswordFilter } from './password-filter.ts';

const COMMON = readPasswordFilter(PASSWORD_FILTER_FILE);

/** Words that attackers try first on this site. */
const SITE_WORDS = /gatehouse|talent|employer|password|passwort|admin/g;
/** Shorter parts of a name are parts of many words. */
const OWN_WORD = /[\p{L}\p{N}]{3,}/gu;
const MIN_OTHER_LETTERS = 6;
const MIN_OTHER_CHARACTERS = 8;

/** The parts of a handler's context that refuse a password. */
interface RefusingContext {
  refuse(code: 'password_common', options: { detail: string; errors: readonly FieldError[] }): never;
}

/**
 * Refuses one of the 100,000 most used passwords of eight characters and more, in any case, and one that is little more than
 * site words.
 * @param field of `input`, with the password.
 */
export function refuseCommonPassword<Field extends string>(
  context: RefusingContext,
  input: Readonly<Record<Field, string>>,
  field: Field,
): void {
  const password = comparable(input[field]);
  if (!holdsPassword(COMMON, password) && !isLittleMoreThan(SITE_WORDS, password)) return;
  refuse(context, field, 'This password is too common: attackers try it first. Choose another one.');
}

/**
 * Refuses a password that is little more than the name or the address of its account.
 * @param field of `input`, with the password.
 */
export function refuseOwnWords<Field extends string>(
  context: RefusingContext,
  input: Readonly<Record<Field, string>>,
  field: Field,
  { name, email }: { readonly name: string; readonly email: string },
): void {
  const words = Array.from(comparable(`${name} ${email}`).matchAll(OWN_WORD), ([word]) => word);
  // Longer ones first, so that none leaves a rest of another.
  const sorted = words.toSorted((one, other) => other.length - one.length);
  if (sorted.length === 0 || !isLittleMoreThan(new RegExp(sorted.join('|'), 'gu'), comparable(input[field])))
    return;
  refuse(context, field, 'This password is little more than your name or email address. Choose another one.');
}

function refuse(context: RefusingContext, field: string, message: string): never {
  return context.refuse('password_common', {
    detail: message,
    errors: [{ field, code: 'password_common', message }],
  });
}

/** In NFKC, as passwords are hashed: one in other characters of the same meaning is as easy to guess. */
function comparable(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

function isLittleMoreThan(words: RegExp, password: string): boolean {
  if (password.search(words) < 0) return false;
  const rest = password.replaceAll(words, '').replaceAll(/[^\p{L}\p{N}]/gu, '');
  const letters = rest.replaceAll(/\P{L}/gu, '');
  // A year or a row of one digit adds little.
  return letters.length < MIN_OTHER_LETTERS && new Set(rest).size < MIN_OTHER_CHARACTERS;
}
