import { createHash } from 'node:crypto';
import type { TableRows } from '../insert-rows.ts';
import { companyId, timeOfCompany } from '../times-and-ids.ts';

/** SHA-256 of a company's logo, as its row has it; empty: it has none. */
export function logoHash(logos: ReadonlyMap<string, Buffer>, company: string): string {
  const logo = logos.get(company);
  return logo === undefined ? '' : createHash('sha256').update(logo).digest('hex');
}

/** The rows of the logos. A company that users have changed meanwhile keeps what it has. */
export function logoTable(logos: ReadonlyMap<string, Buffer>, firstDay: number): TableRows {
  return {
    table: 'employer.company_logos',
    rows: [...logos].map(([company, logo]) => ({
      company_id: companyId(company, firstDay),
      hash: logoHash(logos, company),
      image: `\\x${logo.toString('hex')}`,
      uploaded_at: new Date(timeOfCompany(company, firstDay)).toISOString(),
    })),
    where: 'exists (select from employer.companies c where c.id = r.company_id and c.logo_hash = r.hash)',
  };
}
