/** What a template may name, by the word in its braces. */
export const PLACEHOLDERS = ['applicant_name', 'job_title', 'company_name', 'member_name'] as const;

/** The names that take the place of the placeholders. */
export type Names = Readonly<Record<(typeof PLACEHOLDERS)[number], string>>;

/** Words in braces on one line: a placeholder, or one that was mistyped. */
const IN_BRACES = /\{([^{}\n]{0,60})\}/g;

/** The words in braces that are no placeholders, each once. */
export function unknownPlaceholders(text: string): string[] {
  const found = [...text.matchAll(IN_BRACES)].map(([, word = '']) => word);
  return [...new Set(found.filter((word) => !isPlaceholder(word)))];
}

/** The text with names. A name is never read again: one with braces stays as it is. */
export function renderTemplate(text: string, names: Names): string {
  return text.replaceAll(IN_BRACES, (whole, word: string) => (isPlaceholder(word) ? names[word] : whole));
}

function isPlaceholder(word: string): word is keyof Names {
  return PLACEHOLDERS.some((known) => known === word);
}
