let names: Intl.DisplayNames | null = null;

/** `German` for `de`, in the language of the pages; other text as it is. */
export function languageName(code: string): string {
  if (!/^[a-z]{2}$/.test(code)) return code;
  names ??= new Intl.DisplayNames('en', { type: 'language' });
  return names.of(code) ?? code;
}
