import list from 'fxa-common-password-list';

/** Words that attackers try first on this site. */
const SITE_WORDS = /gatehouse|talent|employer|password|passwort|admin/g;
const MIN_OTHER_LETTERS = 6;

/**
 * Refuses a password from the bundled list of the most used ones of eight characters and more, and one that is little more
 * than site words.
 */
export function refuseCommonPassword(
  context: { refuse(code: 'password_common', options: { detail: string }): never },
  password: string,
): void {
  const lower = password.toLowerCase();
  const rest = lower.replaceAll(SITE_WORDS, '').replaceAll(/[^\p{L}]/gu, '');
  const isSiteWord = rest.length < MIN_OTHER_LETTERS && lower.search(SITE_WORDS) >= 0;
  if (!list.test(lower) && !isSiteWord) return;
  context.refuse('password_common', {
    detail: 'Attackers try this password first. Choose another one.',
  });
}
