import { notify, statement, type Transaction } from '@gatehouse/boundary';
import type { CompanyCondition } from '@gatehouse/contract';

interface Owner {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

/**
 * In one order, so that two changes take the locks of the outbox in the same order. The addresses stay as they are read: the outbox
 * would refuse a former one, and with it the whole change (G1).
 */
const LIST_OWNERS = statement<Owner>(
  'list_owners_to_notify',
  `select u.id, u.name, u.email
     from employer.org_memberships m join identity.users u on u.id = m.user_id
    where m.company_id = $1 and m.role = 'owner' and m.status = 'active' and u.email_verified_at is not null
    order by u.email
    limit 100
      for key share of u`,
  { indexes: ['org_memberships_company_id_idx'] },
);

/** Notifies the active owners of a company with verified addresses, and mails each of them. */
export async function reportToOwners(
  tx: Transaction,
  companyId: string,
  news: Parameters<typeof notify>[2],
  sendMail: (owner: Owner) => Promise<void>,
): Promise<void> {
  const owners = await tx.query(LIST_OWNERS, [companyId]);
  await notify(
    tx,
    owners.map((owner) => owner.id),
    news,
  );
  for (const owner of owners) await sendMail(owner);
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
  const news = { kind: 'company_condition_changed', subjectId: id, value: condition } as const;
  await reportToOwners(tx, id, news, ({ name, email }) => {
    const values = { name, company, condition, reason, link } as const;
    return tx.mail('company_condition_changed', { to: email, topic: id, values });
  });
}
