import { statement, type Transaction } from '@gatehouse/boundary';

const KEEP_WHAT_WAS_APPROVED = statement<object>(
  'keep_what_was_approved',
  'select employer.keep_what_was_approved($1)',
);

/**
 * Before a write that changes name, website or logo: keeps what staff approved, so that they see the change in their queue. The company
 * stays public. Nothing for a company that is not approved, or of which a change waits already.
 */
export async function keepWhatWasApproved(tx: Pick<Transaction, 'query'>, companyId: string): Promise<void> {
  await tx.query(KEEP_WHAT_WAS_APPROVED, [companyId]);
}
