import Bowser from 'bowser';

/** A browser's `User-Agent` as a label, for example `Firefox on Windows`; empty when it names nothing known. */
export function describeDevice(userAgent: string): string {
  if (userAgent === '') return '';
  const { browser, os } = Bowser.parse(userAgent);
  const names = [browser.name, os.name].filter((name) => name !== undefined && name !== '');
  return names.join(' on ');
}
