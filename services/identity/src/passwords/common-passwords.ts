import list from 'fxa-common-password-list';

/** Refuses a password that stands on the bundled list of the most used ones (of eight characters and more). */
export function refuseCommonPassword(
  context: { refuse(code: 'password_common', options: { detail: string }): never },
  password: string,
): void {
  if (!list.test(password.toLowerCase())) return;
  context.refuse('password_common', {
    detail: 'This password is among the first that an attacker tries. Choose another one.',
  });
}
