/** The one spelling under which an e-mail address is kept and looked up. */
export function normaliseEmail(email: string): string {
  return email.trim().toLowerCase();
}
