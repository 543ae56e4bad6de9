import { LANGUAGES } from '@gatehouse/contract/iso-codes';
import { languageName } from '@gatehouse/contract/language-name';

/** `de` for `German`, in any case; text that is no language as it is: the API names it. */
export function languageCode(text: string): string {
  const asked = text.toLowerCase();
  return LANGUAGES.find((code) => code === asked || languageName(code).toLowerCase() === asked) ?? text;
}
