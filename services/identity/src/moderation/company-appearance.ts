import type { AdminCompanyReview, CompanyAppearance } from '@gatehouse/contract';

/** The fields that staff judge, as the audit trail names them. */
const FIELDS = ['name', 'website', 'logo'] as const;

/** An appearance as PostgreSQL has it: the hash of the logo is empty where the company has none. */
type StoredAppearance = Readonly<Record<(typeof FIELDS)[number], string>>;

/** What a company looks like, and looked like when staff approved it. */
export interface AppearanceRow {
  readonly current: StoredAppearance;
  /** Null: no change waits for the staff. */
  readonly approved: StoredAppearance | null;
  readonly changed_at: Date | null;
}

/** Of companies `c`. */
export const APPEARANCE_COLUMNS = `jsonb_build_object('name', c.name, 'website', c.website, 'logo', c.logo_hash) as current,
          c.approved_as as approved, c.unreviewed_since as changed_at`;

type Appearances = Pick<AdminCompanyReview, 'current' | 'approved' | 'changed_at'>;

/** Both appearances as staff see them. */
export function presentAppearances({ current, approved, changed_at }: AppearanceRow): Appearances {
  return {
    current: presentAppearance(current),
    ...(approved === null ? {} : { approved: presentAppearance(approved) }),
    ...(changed_at === null ? {} : { changed_at: changed_at.toISOString() }),
  };
}

/** The names of what waits for the staff, such as `name, website`. Empty: nothing. */
export function describeChanges({ current, approved }: AppearanceRow): string {
  return approved === null ? '' : FIELDS.filter((field) => current[field] !== approved[field]).join(', ');
}

function presentAppearance({ name, website, logo }: StoredAppearance): CompanyAppearance {
  return { name, website, ...(logo === '' ? {} : { logo }) };
}
