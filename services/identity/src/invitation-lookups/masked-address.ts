/**
 * An e-mail address of which only its owner recognises the local part: `m•••@example.com`. The length of what is left
 * out does not show.
 */
export function maskedAddress(email: string): string {
  const at = email.lastIndexOf('@');
  const [first = ''] = email.slice(0, at);
  return `${first}•••${email.slice(at)}`;
}
