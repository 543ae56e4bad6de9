/**
 * An email address whose local part only its owner recognises: `m•••@example.com`. Hides the length, too.
 */
export function maskedAddress(email: string): string {
  const [first = ''] = email;
  return `${first}•••${email.slice(email.lastIndexOf('@'))}`;
}
