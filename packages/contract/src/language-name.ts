/** Of codes that `Intl` takes for those of other languages (`fil` and `ak`). */
const OWN_NAMES: Readonly<Record<string, string>> = { tl: 'Tagalog', tw: 'Twi' };

let names: Intl.DisplayNames | null = null;

/** `German` for `de`, in the language of the pages; other text as it is. */
export function languageName(code: string): string {
  if (!/^[a-z]{2}$/.test(code)) return code;
  names ??= new Intl.DisplayNames('en', { type: 'language' });
  return OWN_NAMES[code] ?? names.of(code) ?? code;
}
