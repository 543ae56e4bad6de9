import { employer } from './employer.ts';
import type { TableEntry } from './entry.ts';
import { identityAccounts } from './identity-accounts.ts';
import { identityStaff } from './identity-staff.ts';
import { platform } from './platform.ts';
import { talent } from './talent.ts';

export {
  BASES,
  type ColumnEntry,
  DELETIONS,
  PERIODS,
  REASONS_NOT_TO_EXPORT,
  type TableEntry,
} from './entry.ts';

/**
 * Every column of the database: whose it is, why it is held, how long, what a deletion of the account does to it, and
 * whether the user's export includes it (G11). A test compares it with the catalogue of a migrated database.
 */
export const DATA_REGISTRY: Readonly<Record<string, TableEntry>> = {
  ...identityAccounts,
  ...identityStaff,
  ...employer,
  ...talent,
  ...platform,
};
