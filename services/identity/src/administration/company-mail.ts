import { notify, statement, type Transaction } from '@gatehouse/boundary';
import type { CompanyCondition } from '@gatehouse/contract';

/** In one order, so that two changes take the locks of the outbox in the same order. */
const LIST_OWNERS = statement<{ id: string; name: string; email: string }>(
  'list_owners_to_notify',
  `select u.id, u.name, u.email
     from employer.org_memberships m join identity.users u on u.id = m.user_id
    where m.company_id = $1 and m.role = 'owner' and m.status = 'active' and u.email_verified_at is not null
    order by u.email
    limit 100`,
  { indexes: ['org_memberships_company_id_idx'] },
);

/** The active owners of a company with verified addresses. */
export function listOwners(
  tx: Transaction,
  companyId: string,
): Promise<{ id: string; name: string; email: string }[]> {
  return tx.query(LIST_OWNERS, [companyId]);
}

/** Tells the active owners of a company that staff have enabled or disabled it, with the reason that staff wrote for them. */
export async function notifyOwners(
  tx: Transaction,
  {
    id,
    name: company,
    condition,
    reason,
  }: {
    readonly id: string;
    readonly name: string;
    readonly condition: CompanyCondition;
    readonly reason: string;
  },
): Promise<void> {
  const link = condition === 'disabled' ? '/employer/disabled' : '/employer';
  const owners = await listOwners(tx, id);
  const ids = owners.map((owner) => owner.id);
  await notify(tx, ids, { kind: 'company_condition_changed', subjectId: id, value: condition });
  for (const { name, email } of owners) {
    const values = { name, company, condition, reason, link } as const;
    await tx.mail('company_condition_changed', { to: email, topic: id, values });
  }
}
