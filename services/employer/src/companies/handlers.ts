import { type HandlersOf, onlyRow, statement } from '@gatehouse/boundary';
import { type CompanyRow, presentCompany } from './company.ts';
import { getCurrentCompanyOverview } from './overview.ts';

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
export const companyHandlers: HandlersOf<'CompanyService'> = {
  'CompanyService.GetCurrentCompany': async ({ read, org_company }) =>
    presentCompany(onlyRow(await read.query(FIND_COMPANY, [org_company.id]), "the caller's company")),

  'CompanyService.UpdateCurrentCompany': (context, { name, about, website }) =>
    context.transaction(async (tx) => {
      const values = [tx.org_company.id, name?.trim() ?? null, about ?? null, website ?? null];
      const company = presentCompany(onlyRow(await tx.query(UPDATE_COMPANY, values), "the caller's company"));
      await tx.audit({ action: 'company.changed', subject_kind: 'company', subject_id: company.id });
      return company;
    }),

  'CompanyService.GetCurrentCompanyOverview': getCurrentCompanyOverview,
};
