/** Whose data a table holds. */
export type Whose = 'user' | 'admin' | 'company' | 'invited person' | 'platform';

/** Why the platform may hold it, in plain words. */
export const BASES = {
  contract: 'needed for what the user has asked for: the account, applications, memberships',
  security: 'legitimate interest: to protect accounts and the platform',
  evidence: 'legitimate interest: to show later who changed which access',
  selection: 'legitimate interest of the company: to choose among applicants',
  staff: "needed for the staff's work",
  company: "the company's own content",
  operation: 'needed to run the platform; no personal data',
} as const;

/** How long rows are kept. The migrations of the schema `retention` state the same times; a test compares them. */
export const PERIODS = {
  account: 'as long as the account',
  admin: 'as long as the admin account',
  company: 'as long as the company',
  application: 'as long as the account; a withdrawal erases its text',
  cv: 'until it is removed and no application has it; an upload that broke off, for a day',
  deleted_documents: 'until the retention job has deleted the file from the S3-compatible store',
  saved: 'until the user removes it, at most as long as the account',
  always: 'always',
  user_sessions: '90 days after the absolute limit of the session',
  user_browsers: '400 days after the last sign-in',
  admin_sessions: '90 days after the absolute limit of the session',
  sign_ups: 'until the link is used or has expired',
  passkey_challenges: 'until the challenge is used or has expired',
  mail_tokens: '7 days after the token has expired',
  email_changes: '30 days after its links have expired',
  admin_enrolments: '30 days after the link has expired',
  staff_requests: '30 days after the request has expired',
  invitations: '90 days after the invitation has expired',
  data_exports: '24 hours after they were made',
  mail_outbox: '30 days, once sent or dropped; the text until then',
  notifications: '90 days',
  abuse_reports: '90 days after staff have decided on it, at most as long as the account',
  access_decision_counts: '400 days',
  audit_events: '24 months, to the end of the month',
  search_words: 'as long as a published job post has the word',
} as const;

export type Period = keyof typeof PERIODS;

/** What happens to a value when the account that it belongs to is deleted. */
export const DELETIONS = {
  row: 'the row is deleted',
  erased: 'the text is emptied',
  pseudonym: 'stays as a random id that leads to no person',
  stays: 'stays: it is not about the user',
} as const;

/** Why a value is not in a user's export. */
export const REASONS_NOT_TO_EXPORT = {
  secret: 'a secret, or what proves one',
  technical: 'a key, a count or a copy without meaning for the user',
  file: 'a file, which the user downloads beside the export',
  others: "about others, or the company's",
} as const;

/** One column. */
export interface ColumnEntry {
  readonly meaning: string;
  readonly deletion: keyof typeof DELETIONS;
  /** Whether it is part of the export of the user to whom the row belongs; otherwise why it is not. */
  readonly exported: true | keyof typeof REASONS_NOT_TO_EXPORT;
  /** What the export has in place of the column `t.…`: SQL. */
  readonly as?: string;
}

/** One table. */
export interface TableEntry {
  readonly whose: Whose;
  /** What the rows are for. */
  readonly purpose: string;
  readonly basis: keyof typeof BASES;
  readonly kept: Period;
  /** The condition on `t` for the rows of the user `$1`, for the export; null: no row belongs to one user. */
  readonly rowsOfUser: string | null;
  /** An export has the newest so many of the user's rows, by id: requests of the user add them, and their number has no limit. */
  readonly newest?: {
    readonly rows: number;
    /** Conditions on `t` that find the rows together, each by an index: `rowsOfUser` in parts. */
    readonly by: readonly string[];
  };
  /** The condition on `t` for the rows that the deletion of the user `$1` deletes or empties, where it is not `rowsOfUser`. */
  readonly rowsToErase?: string;
  readonly columns: Readonly<Record<string, ColumnEntry>>;
}

/**
 * The addresses that are the user's (`$1`) now: the own one, and a former one while it is reserved, because a change can be
 * undone. Afterwards another user may have it.
 */
export const ADDRESSES_OF_USER = `select u.email from identity.users u where u.id = $1
      union select c.old_email from identity.email_changes c
             where c.user_id = $1 and c.confirmed_at is not null and c.ended_at is null and c.expires_at > now()`;

/** Each address that was proved by the user (`$1`), with the time in which it was the user's. A sign-up comes before its user. */
const ADDRESS_PERIODS = `select u.email as address, 'infinity'::timestamptz as until,
             coalesce((select max(c.confirmed_at) from identity.email_changes c
                        where c.user_id = u.id and c.new_email = u.email and c.ended_at is null),
                      u.created_at - interval '1 day') as since
        from identity.users u where u.id = $1
      union all
      select c.old_email, c.expires_at,
             coalesce((select max(e.confirmed_at) from identity.email_changes e
                        where e.user_id = c.user_id and e.new_email = c.old_email and e.confirmed_at < c.confirmed_at
                          and e.ended_at is null),
                      u.created_at - interval '1 day')
        from identity.email_changes c join identity.users u on u.id = c.user_id
       where c.user_id = $1 and c.confirmed_at is not null and c.ended_at is null
      union all
      select c.new_email, c.ended_at, c.confirmed_at
        from identity.email_changes c
       where c.user_id = $1 and c.confirmed_at is not null and c.ended_at is not null`;

/** The condition on `t` for the mail to the user `$1`, at an address that was the user's then; an account of staff is another. */
export const MAIL_TO_USER = `t.to_address = any (array(select p.address from (${ADDRESS_PERIODS}) p))
      and exists (select from (${ADDRESS_PERIODS}) p
                   where p.address = t.to_address and t.created_at >= p.since and t.created_at < p.until)
      and t.kind <> 'recovery_code_used' and not starts_with(t.kind, 'staff_')`;

/** A column that the user's export includes. */
export function exported(meaning: string, deletion: ColumnEntry['deletion'] = 'row'): ColumnEntry {
  return { meaning, deletion, exported: true };
}

/** A column in place of which the export has another value. @param as SQL about the row `t`. */
export function exportedAs(meaning: string, as: string): ColumnEntry {
  return { ...exported(meaning), as };
}

const notExported =
  (reason: keyof typeof REASONS_NOT_TO_EXPORT) =>
  (meaning: string, deletion: ColumnEntry['deletion'] = 'row'): ColumnEntry => ({
    meaning,
    deletion,
    exported: reason,
  });

/** A column that no export includes, and why. */
export const secret = notExported('secret');
export const technical = notExported('technical');
export const file = notExported('file');
export const ofOthers = notExported('others');
