import { onlyRow, type Queryable, statement } from '@gatehouse/boundary';

const CHANGE_ADDRESS = statement<{ is_changed: boolean }>(
  'change_user_address',
  'select identity.change_address($1, $2) as is_changed',
);

/**
 * Gives a user, whose exclusive lock is held, an address that was proved.
 * @returns false when another account has it, or had it until a change that can be undone.
 */
export async function changeAddress(tx: Queryable, userId: string, email: string): Promise<boolean> {
  return onlyRow(await tx.query(CHANGE_ADDRESS, [userId, email]), 'the function').is_changed;
}
