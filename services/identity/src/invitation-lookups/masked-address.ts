/**
 * An email address whose local part only its owner recognises: `m•••@example.com`. Hides the length, too.
 */
export function maskedAddress(email: string): string {
  const at = email.lastIndexOf('@');
  const [first = ''] = email.slice(0, at);
  return `${first}•••${email.slice(at)}`;
}
