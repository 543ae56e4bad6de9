import type { CompanyLogo, CompanyLogoRemoval } from '@gatehouse/contract';

/** A company's logo as this service's statements select it. */
export interface LogoRow {
  /** Empty: it has none. */
  readonly logo_hash: string;
  readonly logo_etag: string;
  readonly logo_removal: CompanyLogoRemoval | null;
}

/** Of companies `c`. */
export const LOGO_COLUMNS = `c.logo_hash, '"' || c.logo_version || '"' as logo_etag,
  (select jsonb_build_object('reason', r.reason, 'removed_at',
                             to_char(r.removed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
     from employer.removed_logos r where r.company_id = c.id and c.logo_hash = ''
    order by r.removed_at desc limit 1) as logo_removal`;

/** A logo as the company's members see it. */
export function presentLogo({ logo_hash, logo_etag, logo_removal }: LogoRow): CompanyLogo {
  return {
    ...(logo_hash === '' ? {} : { hash: logo_hash }),
    etag: logo_etag,
    ...(logo_removal === null ? {} : { removal: logo_removal }),
  };
}
