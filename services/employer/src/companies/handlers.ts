import { type Handler, statement } from '@gatehouse/boundary';
import { type CompanyRow, presentCompany } from './company.ts';

const FIND_COMPANY = statement<CompanyRow>(
  'find_company',
  'select id, name, about, website, created_at from employer.companies where id = $1',
);

const UPDATE_COMPANY = statement<CompanyRow>(
  'update_company',
  `update employer.companies
      set name = coalesce($2, name), about = coalesce($3, about), website = coalesce($4, website), updated_at = now()
    where id = $1
   returning id, name, about, website, created_at`,
);

/** The company of the caller's membership. */
export const getCurrentCompany: Handler<'CompanyService.GetCurrentCompany'> = async ({ read, org_company }) =>
  presentCompany(requireRow(await read.query(FIND_COMPANY, [org_company.id])));

/** Changes what the company says of itself. */
export const updateCurrentCompany: Handler<'CompanyService.UpdateCurrentCompany'> = (context, input) =>
  context.transaction(async (tx) => {
    const { name, about, website } = input;
    const values = [tx.org_company.id, name?.trim() ?? null, about ?? null, website ?? null];
    const company = presentCompany(requireRow(await tx.query(UPDATE_COMPANY, values)));
    await tx.audit({ action: 'company.changed', subject_kind: 'company', subject_id: company.id });
    return company;
  });

/** The company stands in the same transaction's or request's facts, so its row is there. */
function requireRow(rows: readonly CompanyRow[]): CompanyRow {
  const [row] = rows;
  if (row === undefined) throw new Error('the company of the caller has no row');
  return row;
}
