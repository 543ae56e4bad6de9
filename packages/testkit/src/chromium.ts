import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from './playwright.ts';

export { chromium };

/** Chromium without a window: it draws and runs a page as Chromium does, and the browser tests end in half the time. */
export const HEADLESS_SHELL = 'chromium-headless-shell';

const NAMES = [HEADLESS_SHELL, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const MAC_APPLICATIONS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * The Chromium of the browser tests: `CHROMIUM_PATH`, the machine's own, Playwright's download. Null: none that runs.
 * The path is for Playwright's `executablePath`.
 */
export function findChromium(): string | null {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean);
  const candidates = [
    process.env['CHROMIUM_PATH'] ?? '',
    ...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))),
    ...MAC_APPLICATIONS,
    chromium.executablePath(),
  ];
  return candidates.find((path) => path !== '' && existsSync(path) && runs(path)) ?? null;
}

/** A download without the libraries that it needs is there and does not run. */
function runs(path: string): boolean {
  return spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 30_000 }).status === 0;
}
