/** What a company says about itself, in the order of its form. */
const FIELDS = ['name', 'about', 'website'] as const;

/** One of these texts. */
export type CompanyField = (typeof FIELDS)[number];

/** Which fields a change changes: the audit trail has their names, and not their texts. */
export function changedFields(
  before: Readonly<Record<CompanyField, string>>,
  change: Readonly<Partial<Record<CompanyField, string | undefined>>>,
): readonly CompanyField[] {
  return FIELDS.filter((field) => (change[field] ?? before[field]) !== before[field]);
}
