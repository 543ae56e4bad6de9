import { type ChangeLimit, type HandlersOf, onlyRow, statement } from '@gatehouse/boundary';
import { changedFields } from './changed-fields.ts';
import { COMPANY_COLUMNS, type CompanyRow, presentCompany } from './company.ts';
import { keepWhatWasApproved } from './kept-approval.ts';
import { getCurrentCompanyOverview } from './overview.ts';

const FIND_COMPANY = statement<CompanyRow>(
  'find_company',
  `select ${COMPANY_COLUMNS} from employer.companies c where c.id = $1`,
);

/** Not `for update`: inserts of rows that refer to the company need not wait. */
const LOCK_COMPANY = statement<CompanyRow>(
  'lock_company',
  `select ${COMPANY_COLUMNS} from employer.companies c where c.id = $1 for no key update`,
);

const UPDATE_COMPANY = statement<CompanyRow>(
  'update_company',
  `update employer.companies c
      set name = coalesce($2, name), about = coalesce($3, about), website = coalesce($4, website), updated_at = now()
    where id = $1
   returning ${COMPANY_COLUMNS}`,
);

const CHANGES = ['company.created', 'company.changed'] as const;

/**
 * The company of the caller's membership.
 * @param isReviewed whether staff review what an approved company changes. @param changesOfAccount limits the changes of one member.
 */
export const createCompanyHandlers = ({
  isReviewed,
  changesOfAccount,
}: {
  isReviewed: boolean;
  changesOfAccount: ChangeLimit;
}): HandlersOf<'CompanyService'> => ({
  'CompanyService.GetCurrentCompany': async ({ read, org_company }) =>
    presentCompany(onlyRow(await read.query(FIND_COMPANY, [org_company.id]), "the caller's company")),

  'CompanyService.UpdateCurrentCompany': (context, { name, about, website }) =>
    context.transaction(async (tx) => {
      const before = onlyRow(await tx.query(LOCK_COMPANY, [tx.org_company.id]), "the caller's company");
      await tx.requireVersion(presentCompany(before), { subjectId: before.id, actions: CHANGES });
      const change = { name: name?.trim(), about, website };
      const changed = changedFields(before, change);
      if (changed.length === 0) return presentCompany(before);
      changesOfAccount.count(tx);
      if (isReviewed && (changed.includes('name') || changed.includes('website'))) {
        await keepWhatWasApproved(tx, before.id);
      }
      const values = [before.id, change.name ?? null, about ?? null, website ?? null];
      const company = presentCompany(onlyRow(await tx.query(UPDATE_COMPANY, values), "the caller's company"));
      await tx.audit({
        action: 'company.changed',
        subject_kind: 'company',
        subject_id: company.id,
        change: changed.join(', '),
      });
      return company;
    }),

  'CompanyService.GetCurrentCompanyOverview': getCurrentCompanyOverview,
});
