import { demoCompanies } from '../companies.ts';
import { OWNER_REASONS } from '../history.ts';
import { companyText } from '../job-text.ts';
import { pick } from '../pick.ts';
import { companyId, timeOfCompany } from '../times-and-ids.ts';
import { logoHash } from './logo-rows.ts';

/** @param logos by the company's name. */
export function companyRows(
  logos: ReadonlyMap<string, Buffer>,
  firstDay: number,
): readonly Readonly<Record<string, unknown>>[] {
  return demoCompanies.map((company) => {
    const { name, website, condition, review } = company;
    const at = new Date(timeOfCompany(name, firstDay)).toISOString();
    return {
      id: companyId(name, firstDay),
      name,
      about: companyText(company),
      website,
      condition,
      review_state: review,
      disabled_reason: condition === 'disabled' ? pick(name, OWNER_REASONS) : '',
      logo_hash: logoHash(logos, name),
      created_at: at,
      updated_at: at,
    };
  });
}
