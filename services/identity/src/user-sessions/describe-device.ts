import Bowser from 'bowser';

/** Bowser names an unknown browser by its own words, which would reach mails and pages (G7). */
const KNOWN_NAMES: ReadonlySet<string> = new Set([
  ...Object.values(Bowser.BROWSER_MAP),
  ...Object.values(Bowser.OS_MAP),
]);

/** A browser's `User-Agent` as a label, for example `Firefox on Windows`; empty when it names nothing known. */
export function describeDevice(userAgent: string): string {
  if (userAgent === '') return '';
  const { browser, os } = Bowser.parse(userAgent);
  const names = [browser.name, os.name].filter((name) => name !== undefined && KNOWN_NAMES.has(name));
  return names.join(' on ');
}
