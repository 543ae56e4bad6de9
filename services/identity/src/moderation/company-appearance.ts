import type { AdminCompanyReview, CompanyAppearance, ShownAppearance } from '@gatehouse/contract';

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

/** What a changed company has shown, as PostgreSQL has it. */
export type StoredShown = StoredAppearance & { readonly seconds: number };

type Appearances = Pick<AdminCompanyReview, 'current' | 'approved' | 'changed_at'>;

/** Both appearances as staff see them. */
export function presentAppearances({ current, approved, changed_at }: AppearanceRow): Appearances {
  return {
    current: presentAppearance(current),
    ...(approved === null ? {} : { approved: presentAppearance(approved) }),
    ...(changed_at === null ? {} : { changed_at: changed_at.toISOString() }),
  };
}

/** What it has shown besides these two, longest first. */
export function presentShown(
  { current, approved }: AppearanceRow,
  shown: readonly StoredShown[],
): ShownAppearance[] {
  return shown
    .filter((look) => fieldsBetween(look, current).length > 0)
    .filter((look) => approved !== null && fieldsBetween(look, approved).length > 0)
    .map((look) => ({ ...presentAppearance(look), seconds: Math.round(look.seconds) }));
}

/** What waits for the staff, such as `changed: name, website`. Empty: nothing. */
export function describeChanges({ current, approved }: AppearanceRow): string {
  if (approved === null) return '';
  const fields = fieldsBetween(current, approved);
  return fields.length === 0 ? 'changed back' : `changed: ${fields.join(', ')}`;
}

function fieldsBetween(one: StoredAppearance, other: StoredAppearance): readonly string[] {
  return FIELDS.filter((field) => one[field] !== other[field]);
}

function presentAppearance({ name, website, logo }: StoredAppearance): CompanyAppearance {
  return { name, website, ...(logo === '' ? {} : { logo }) };
}
