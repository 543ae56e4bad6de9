import { type HandlersOf, statement } from '@gatehouse/boundary';
import { countAccountUse } from './throttle/count-account-use.ts';
import type { Limiter } from './throttle/limiters.ts';

/** A company that is disabled, or that its last owner has closed, has no owner who could invite. */
const IS_COMPANY_NAME_IN_USE = statement<{ is_in_use: boolean }>(
  'is_company_name_in_use',
  `select exists (
     select from employer.companies c
      where employer.comparable_name(c.name) = employer.comparable_name($1) and c.condition = 'active'
        and exists (select from employer.org_memberships m
                     where m.company_id = c.id and m.role = 'owner' and m.status = 'active')) as is_in_use`,
  { indexes: ['companies_comparable_name_idx', 'org_memberships_company_id_idx'] },
);

/**
 * Whether a name is in use, and nothing about the company: it may have published nothing yet (U16).
 * @param accounts limits how many names one account learns about.
 */
export function createCompanyNameHandlers({
  accounts,
}: {
  accounts: Limiter;
}): HandlersOf<'CompanyNameService'> {
  return {
    'CompanyNameService.CheckCompanyName': async (context, { name }) => {
      await countAccountUse(context, accounts, context.facts.identities_user.id);
      const [row] = await context.read.query(IS_COMPANY_NAME_IN_USE, [name]);
      return { is_in_use: row?.is_in_use === true };
    },
  };
}
