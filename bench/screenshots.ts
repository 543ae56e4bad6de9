/// <reference lib="dom" />
/**
 * Takes the pictures of README.md and docs/demo.md: starts its own system, opens the main pages as the demo accounts and writes
 * docs/screenshots/*.webp. `make screenshots`.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { findChromium } from '@gatehouse/testkit/chromium';
import { type Browser, chromium, type Page } from 'playwright-core';
import { type OwnSystem, withOwnSystem } from './own-system.ts';
import { signIn } from './sign-in.ts';

const FOLDER = fileURLToPath(new URL('../docs/screenshots/', import.meta.url));
const [WIDE, PHONE] = [
  { width: 1280, height: 860 },
  { width: 390, height: 844 },
];

/** A picture: which account, which page, which display. */
interface Picture {
  readonly name: string;
  /** Empty: signed out. */
  readonly person: string;
  readonly host?: 'public' | 'team';
  /** The first address. */
  readonly path: string;
  /** Links to follow from there, one after another; the first match of each selector. */
  readonly follow?: readonly string[];
  readonly size?: typeof WIDE;
  readonly isDark?: boolean;
}

const OWNER = 'owner@demo.test';
const ADMIN = 'admin@demo.test';

const PICTURES: readonly Picture[] = [
  { name: 'home', person: '', path: '/' },
  { name: 'home-phone', person: '', path: '/', size: PHONE },
  { name: 'job', person: '', path: '/jobs?query=engineer', follow: ['.job-list a'] },
  { name: 'talent', person: 'talent@demo.test', path: '/talent' },
  { name: 'employer', person: OWNER, path: '/employer' },
  { name: 'employer-phone-dark', person: OWNER, path: '/employer', size: PHONE, isDark: true },
  {
    name: 'application',
    person: OWNER,
    path: '/employer',
    follow: ['main .cards a', 'tbody th a'],
  },
  { name: 'team-dark', person: ADMIN, host: 'team', path: '/', isDark: true },
  {
    name: 'company',
    person: ADMIN,
    host: 'team',
    path: '/companies?query=Harbour',
    follow: ['tbody th a'],
  },
];

/** Opens the picture's page and waits until animations have ended. */
async function open(page: Page, hostUrl: string, { path, follow = [] }: Picture): Promise<void> {
  await page.goto(`${hostUrl}${path}`);
  await settled(page);
  for (const link of follow) {
    const before = page.url();
    await page.locator(link).first().click();
    await page.waitForURL((url) => url.href !== before);
    await settled(page);
  }
}

async function settled(page: Page): Promise<void> {
  await page.locator('.skeleton').waitFor({ state: 'detached' });
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

/** Playwright writes only PNG and JPEG; Chromium itself can write WebP, which is smaller. */
async function take(page: Page, name: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 82 });
  const picture = Buffer.from(data, 'base64');
  await writeFile(`${FOLDER}${name}.webp`, picture);
  console.log(`${name}.webp ${Math.round(picture.byteLength / 1000)} kB`);
}

async function pictures(browser: Browser, { publicUrl, teamUrl }: OwnSystem): Promise<void> {
  const people = new Map<string, Page>();
  for (const picture of PICTURES) {
    const { name, person, host = 'public', size = WIDE, isDark = false } = picture;
    const hostUrl = host === 'public' ? publicUrl : teamUrl;
    let page = people.get(person);
    if (page === undefined) {
      const context = await browser.newContext({ deviceScaleFactor: 1.5, reducedMotion: 'reduce' });
      page = await context.newPage();
      if (person !== '') await signIn(page, hostUrl, person, host === 'public' ? 'user' : 'admin');
      people.set(person, page);
    }
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme: isDark ? 'dark' : 'light' });
    await open(page, hostUrl, picture);
    await take(page, name);
  }
}

const executablePath = findChromium();
if (executablePath === null) throw new Error('no Chromium: set CHROMIUM_PATH');
await mkdir(FOLDER, { recursive: true });
const browser = await chromium.launch({
  executablePath,
  args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--hide-scrollbars'],
});
await withOwnSystem((system) => pictures(browser, system));
await browser.close();
