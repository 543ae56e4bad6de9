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

/** A look that a changed company has ended, as PostgreSQL has it: the seconds are an upper bound. */
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

/**
 * What it has shown while a change waits, longest first, as if the present look ended now (`employer.keep_what_was_shown`). Empty: it has
 * shown nothing else.
 */
export function presentShown(
  current: StoredAppearance,
  ended: readonly StoredShown[],
  waitingSeconds: number,
): ShownAppearance[] {
  if (ended.length === 0) return [];
  const others = ended
    .filter((look) => fieldsBetween(look, current).length > 0)
    .sort(longestFirst)
    .slice(0, 19);
  const secondsOfOthers = others.reduce((sum, { seconds }) => sum + seconds, 0);
  const present = { ...current, seconds: Math.max(0, waitingSeconds - secondsOfOthers) };
  return [...others, present]
    .sort(longestFirst)
    .map((look) => ({ ...presentAppearance(look), seconds: Math.ceil(look.seconds) }));
}

function longestFirst(one: StoredShown, other: StoredShown): number {
  return other.seconds - one.seconds;
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
