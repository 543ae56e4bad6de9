import { createHash } from 'node:crypto';
import { type Context, onlyRow, statement } from '@gatehouse/boundary';
import type { CompanyLogo } from '@gatehouse/contract';
import { keepWhatWasApproved } from '../companies/kept-approval.ts';
import { LOGO_COLUMNS, type LogoRow, presentLogo } from './logo-row.ts';

/** Not `for update`: inserts of rows that refer to the company need not wait. */
const LOCK_LOGO = statement<LogoRow>(
  'lock_company_logo',
  `select ${LOGO_COLUMNS} from employer.companies c where c.id = $1 for no key update of c`,
);

const FIND_REMOVED = statement<object>(
  'find_removed_logo',
  'select from employer.removed_logos where company_id = $1 and hash = $2',
  { indexes: ['removed_logos_pkey'] },
);

const SET_LOGO = statement<object>('set_company_logo', 'select employer.set_company_logo($1, $2)');

const FIND_LOGO = statement<LogoRow>(
  'find_company_logo',
  `select ${LOGO_COLUMNS} from employer.companies c where c.id = $1`,
);

const CHANGES = ['company.logo_changed', 'company.logo_removed'] as const;

type WritingContext = Context<
  'CompanyLogoService.UpdateCurrentCompanyLogo' | 'CompanyLogoService.DeleteCurrentCompanyLogo'
>;
type WritingTransaction = Parameters<Parameters<WritingContext['transaction']>[0]>[0];

/** The current logo in its locked row, once it is the version that the request names (G9). */
export async function requireLogoVersion(tx: WritingTransaction): Promise<CompanyLogo> {
  const { id } = tx.org_company;
  const logo = presentLogo(onlyRow(await tx.query(LOCK_LOGO, [id]), "the caller's company"));
  await tx.requireVersion(logo, { subjectId: id, actions: CHANGES });
  return logo;
}

/** How logos are written. */
export interface LogoOptions {
  /** Whether staff review what an approved company changes. */
  readonly isReviewed: boolean;
}

/** By which PostgreSQL and addresses name an image. */
export function hashOf(image: Buffer): string {
  return createHash('sha256').update(image).digest('hex');
}

/** Whether staff have removed this image from the company (G2). */
export async function isRemovedByStaff(tx: WritingTransaction, hash: string): Promise<boolean> {
  return (await tx.query(FIND_REMOVED, [tx.org_company.id, hash])).length > 0;
}

/** @param image null: the company has none from now on. */
export async function writeLogo(
  tx: WritingTransaction,
  image: Buffer | null,
  { isReviewed }: LogoOptions,
): Promise<CompanyLogo> {
  const { id } = tx.org_company;
  if (isReviewed) await keepWhatWasApproved(tx, id);
  await tx.query(SET_LOGO, [id, image]);
  const action = image === null ? 'company.logo_removed' : 'company.logo_changed';
  await tx.audit({ action, subject_kind: 'company', subject_id: id });
  return presentLogo(onlyRow(await tx.query(FIND_LOGO, [id]), "the caller's company"));
}
