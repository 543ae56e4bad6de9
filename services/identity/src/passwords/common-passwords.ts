import list from 'fxa-common-password-list';

/** Whether a password stands on the bundled list of the most used ones (of eight characters and more). */
export function isCommonPassword(password: string): boolean {
  return list.test(password.toLowerCase());
}
