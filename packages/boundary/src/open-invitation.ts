/**
 * The SQL condition of an open invitation: neither accepted nor withdrawn, and not expired.
 * @param invitation the alias of `employer.invitations` in the statement.
 */
export const isOpenInvitation = (invitation: string): string =>
  `${invitation}.accepted_at is null and ${invitation}.withdrawn_at is null and ${invitation}.expires_at > now()`;
