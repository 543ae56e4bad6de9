import { etagOf } from '@gatehouse/boundary';
import type { Company, CompanyReview, CompanyReviewState } from '@gatehouse/contract';
import { LOGO_COLUMNS, type LogoRow, presentLogo } from '../company-logos/logo-row.ts';

/** A company as this service's statements select it. */
export interface CompanyRow extends LogoRow {
  readonly id: string;
  readonly name: string;
  readonly about: string;
  readonly website: string;
  readonly created_at: Date;
  readonly etag: string;
  readonly review_state: CompanyReviewState;
  readonly review_reason: string;
}

/** Of companies `c`. */
export const COMPANY_COLUMNS = `c.id, c.name, c.about, c.website, c.created_at, ${etagOf('c.version')}, c.review_state,
  c.review_reason, ${LOGO_COLUMNS}`;

/** A company as its own members see it. */
export function presentCompany({ id, name, about, website, created_at, etag, ...row }: CompanyRow): Company {
  const logo = presentLogo(row);
  return {
    id,
    name,
    about,
    website,
    created_at: created_at.toISOString(),
    etag,
    logo,
    ...presentReview(row),
  };
}

/** The review that a company waits for or has not passed; nothing for an approved one. */
export function presentReview({
  review_state: state,
  review_reason: reason,
}: Pick<CompanyRow, 'review_state' | 'review_reason'>): { readonly review?: CompanyReview } {
  return state === 'approved' ? {} : { review: { state, reason } };
}
