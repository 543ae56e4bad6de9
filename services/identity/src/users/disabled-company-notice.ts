import { type Handler, statement } from '@gatehouse/boundary';

const FIND_NOTICE = statement<{ reason: string; disabled_at: Date | null }>(
  'find_disabled_company_notice',
  `select c.disabled_reason as reason, c.disabled_at
     from employer.companies c where c.id = $1 and c.condition = 'disabled'`,
);

const NO_NOTICE = { reason: '' };

/** What staff tell the caller about the disabled company that the caller owns. */
export const getDisabledCompanyNotice: Handler<'UserService.GetDisabledCompanyNotice'> = async ({
  read,
  facts,
}) => {
  const membership = facts.org_membership;
  if (membership === null || membership.role !== 'owner' || membership.status !== 'active') return NO_NOTICE;
  const [notice] = await read.query(FIND_NOTICE, [membership.org_company.id]);
  if (notice === undefined) return NO_NOTICE;
  const { reason, disabled_at } = notice;
  return disabled_at === null ? { reason } : { reason, disabled_at: disabled_at.toISOString() };
};
