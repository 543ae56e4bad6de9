import list from 'fxa-common-password-list';

/** What somebody types first who is asked for a password here. */
const WORDS_OF_THIS_PLACE = /gatehouse|talent|employer|password|passwort|admin/g;
const FEWEST_LETTERS_BESIDE = 6;

/**
 * Refuses a password that stands on the bundled list of the most used ones (of eight characters and more), and one that is
 * little more than words of this place.
 */
export function refuseCommonPassword(
  context: { refuse(code: 'password_common', options: { detail: string }): never },
  password: string,
): void {
  const lower = password.toLowerCase();
  const rest = lower.replaceAll(WORDS_OF_THIS_PLACE, '').replaceAll(/[^\p{L}]/gu, '');
  const isOfThisPlace = rest.length < FEWEST_LETTERS_BESIDE && lower.search(WORDS_OF_THIS_PLACE) >= 0;
  if (!list.test(lower) && !isOfThisPlace) return;
  context.refuse('password_common', {
    detail: 'This password is among the first that an attacker tries. Choose another one.',
  });
}
