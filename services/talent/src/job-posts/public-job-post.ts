import { timestampKey } from '@gatehouse/boundary';
import type { JobPostTerms, PayPeriod, PublicJobPost, RemoteMode, Seniority } from '@gatehouse/contract';
import { beginningOf, MAX_LISTED_LENGTH } from './beginning-of-text.ts';

/** A row of the public catalogue. */
export interface PublicJobPostRow
  extends Omit<
    PublicJobPost,
    'published_at' | 'updated_at' | 'terms' | 'company' | 'questions' | 'country_code'
  > {
  /** Null: not stated. */
  readonly country_code: string | null;
  /** When it was published, as ISO text in microseconds. */
  readonly published_key: string;
  /** Null: not changed since it was published. */
  readonly changed_at: Date | null;
  readonly rank: number;
  readonly pay_minimum: number | null;
  readonly pay_maximum: number | null;
  readonly pay_currency: string | null;
  readonly pay_period: PayPeriod | null;
  readonly remote_mode: RemoteMode | null;
  readonly seniority: Seniority | null;
  /** As PostgreSQL writes an array: `{de,en}`. */
  readonly languages: string;
  /** Empty: no last day. */
  readonly expires_on: string;
  readonly company_id: string;
  readonly company_name: string;
  readonly company_about: string;
  readonly company_website: string;
  readonly company_logo: string;
}

/**
 * The columns of a row except `rank`, of `job_posts j` and `companies c`. Times and languages are text:
 * making dates and arrays of them took a quarter of the service’s time for a list of fifty posts.
 */
export const PUBLIC_COLUMNS = columnsWith({ description: 'j.description', about: 'c.about' });

/**
 * The same columns for a list, with the beginnings of the texts: fifty whole ones are megabytes, and PostgreSQL reads no more of a
 * text than it returns (F8).
 */
export const LISTED_COLUMNS = columnsWith({
  description: beginningOfColumn('j.description'),
  about: beginningOfColumn('c.about'),
});

/** One character more than is listed says that there is more. */
function beginningOfColumn(column: string): string {
  return `left(${column}, ${MAX_LISTED_LENGTH + 1})`;
}

function columnsWith({ description, about }: { description: string; about: string }): string {
  return `j.id, j.title, ${description} as description, j.location, j.country_code, j.kind,
          ${timestampKey('j.published_at')} as published_key,
          nullif(j.updated_at, j.published_at) as changed_at,
          j.pay_minimum::float8 as pay_minimum, j.pay_maximum::float8 as pay_maximum, j.pay_currency, j.pay_period,
          j.remote_mode, j.seniority, j.languages::text as languages, coalesce(j.expires_on::text, '') as expires_on,
          c.id as company_id, c.name as company_name, ${about} as company_about, c.website as company_website,
          c.logo_hash as company_logo`;
}

/** Length of `2026-11-24T09:30:00.000`. */
const MILLISECONDS_END = 23;

/** A row as the contract has it. */
export function presentPublicJobPost(row: PublicJobPostRow): PublicJobPost {
  return present(row, { description: row.description, about: row.company_about });
}

/** A row of a list, with the beginnings of its texts. */
export function presentListedJobPost(row: PublicJobPostRow): PublicJobPost {
  return present(row, {
    description: beginningOf(row.description),
    about: beginningOf(row.company_about),
  });
}

function present(
  row: PublicJobPostRow,
  { description, about }: { description: string; about: string },
): PublicJobPost {
  const { id, title, location, country_code, kind, changed_at } = row;
  const published_at = `${row.published_key.slice(0, MILLISECONDS_END)}Z`;
  return {
    id,
    title,
    description,
    location,
    ...(country_code === null ? {} : { country_code }),
    kind,
    published_at,
    updated_at: changed_at?.toISOString() ?? published_at,
    terms: presentTerms(row),
    company: {
      id: row.company_id,
      name: row.company_name,
      about,
      website: row.company_website,
      ...(row.company_logo === '' ? {} : { logo: row.company_logo }),
    },
  };
}

/** Built here: in PostgreSQL, objects of fifty rows cost a third of the page. */
function presentTerms(row: PublicJobPostRow): JobPostTerms {
  const { pay_minimum, pay_maximum, pay_currency, pay_period, remote_mode, seniority } = row;
  return {
    ...(pay_currency !== null && pay_period !== null
      ? {
          pay: {
            ...(pay_minimum === null ? {} : { minimum: pay_minimum }),
            ...(pay_maximum === null ? {} : { maximum: pay_maximum }),
            currency: pay_currency,
            period: pay_period,
          },
        }
      : {}),
    ...(remote_mode === null ? {} : { remote_mode }),
    ...(seniority === null ? {} : { seniority }),
    languages: row.languages === '{}' ? [] : row.languages.slice(1, -1).split(','),
    expires_on: row.expires_on,
  };
}
