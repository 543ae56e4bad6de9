import type { Company } from '@gatehouse/contract/wire';

/** The path of the own company's logo, also while the company is not public; undefined: it has none. */
export function ownLogo({ logo }: Pick<Company, 'logo'>): string | undefined {
  return logo?.hash && `/employer/companies/current/logos/${logo.hash}`;
}
