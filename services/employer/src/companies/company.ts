import { etagOf } from '@gatehouse/boundary';
import type { Company } from '@gatehouse/contract';

/** A company as this service's statements select it. */
export interface CompanyRow {
  readonly id: string;
  readonly name: string;
  readonly about: string;
  readonly website: string;
  readonly created_at: Date;
  readonly etag: string;
}

/** Of companies `c`. */
export const COMPANY_COLUMNS = `c.id, c.name, c.about, c.website, c.created_at, ${etagOf('c.version')}`;

/** A company as its own members see it. */
export function presentCompany({ id, name, about, website, created_at, etag }: CompanyRow): Company {
  return { id, name, about, website, created_at: created_at.toISOString(), etag };
}
