/** Of countries that `Intl` names at length, or in one browser otherwise than in another. */
const OWN_NAMES: Readonly<Record<string, string>> = { HK: 'Hong Kong', MO: 'Macao', TR: 'Türkiye' };

let names: Intl.DisplayNames | null = null;

/** `Portugal` for `PT`, in the language of the pages; other text as it is. */
export function countryName(code: string): string {
  if (!/^[A-Z]{2}$/.test(code)) return code;
  names ??= new Intl.DisplayNames('en', { type: 'region' });
  return OWN_NAMES[code] ?? names.of(code) ?? code;
}

/** A location with its country, unless it names the country itself: `Porto, Portugal`. */
export function placeName({
  location,
  country_code = '',
}: {
  readonly location: string;
  readonly country_code?: string | undefined;
}): string {
  const country = countryName(country_code);
  return location.toLowerCase().includes(country.toLowerCase())
    ? location
    : [location, country].filter(Boolean).join(', ');
}
