/**
 * Runs Lighthouse on the public pages of its own system, as a visitor on a phone, and writes docs/evidence/lighthouse.md.
 * Fails if a score is below the target. `make lighthouse`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { findChromium } from '@gatehouse/testkit/chromium';
import { type OwnSystem, withOwnSystem } from './own-system.ts';

/** npm fetches it when it is needed: no other command needs its packages. */
const LIGHTHOUSE = 'lighthouse@13.5.0';
const TARGET = 95;
const ROUNDS = 5;

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
type Scores = Readonly<Record<(typeof CATEGORIES)[number], number>>;

/** The parts of Lighthouse's report that are read. */
interface Report {
  readonly categories: Readonly<Record<string, { readonly score: number | null }>>;
  readonly audits: Readonly<
    Record<
      string,
      { readonly score: number | null; readonly displayValue?: string; readonly numericValue?: number }
    >
  >;
}

const executablePath = findChromium();
if (executablePath === null) throw new Error('no Chromium: set CHROMIUM_PATH');

/** @returns null if Lighthouse could not record the visit, as happens on a busy machine. */
async function visit(url: string, chromium: string): Promise<Report | null> {
  const flags = '--headless=new --no-sandbox --disable-gpu --disable-quic';
  const child = spawn(
    'npm',
    [
      'exec',
      '--yes',
      `--package=${LIGHTHOUSE}`,
      '--',
      'lighthouse',
      url,
      '--output=json',
      '--quiet',
      `--chrome-flags=${flags}`,
    ],
    { env: { ...process.env, CHROME_PATH: chromium }, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const ended = once(child, 'exit');
  const output = await text(child.stdout);
  const [code] = await ended;
  return code === 0 ? (JSON.parse(output) as Report) : null;
}

const scoresOf = ({ categories }: Report): Scores =>
  Object.fromEntries(
    CATEGORIES.map((name) => [name, Math.round((categories[name]?.score ?? 0) * 100)]),
  ) as Scores;

/** The round with the median performance, because other load on the machine affects single rounds. */
function middle(reports: readonly Report[]): Report {
  const sorted = [...reports].sort((left, right) => scoresOf(left).performance - scoresOf(right).performance);
  const report = sorted[Math.floor(sorted.length / 2)];
  if (report === undefined) throw new Error('no round');
  return report;
}

async function pagesOf({ publicUrl }: OwnSystem) {
  const answer = await fetch(`${publicUrl}/api/talent/job_posts?limit=1`);
  const { items } = (await answer.json()) as { items: readonly { id: string }[] };
  return [
    { name: '`/`', url: `${publicUrl}/` },
    { name: '`/jobs`', url: `${publicUrl}/jobs` },
    { name: '`/jobs/{id}`', url: `${publicUrl}/jobs/${items[0]?.id}` },
    { name: '`/login`', url: `${publicUrl}/login` },
    { name: '`/signup`', url: `${publicUrl}/signup` },
  ];
}

const measured = await withOwnSystem(async (system) => {
  const pages = [];
  for (const { name, url } of await pagesOf(system)) {
    const reports: Report[] = [];
    for (let tries = 0; reports.length < ROUNDS && tries < 2 * ROUNDS; tries += 1) {
      const report = await visit(url, executablePath);
      if (report !== null) reports.push(report);
    }
    if (reports.length < ROUNDS) throw new Error(`Lighthouse could not record ${url}`);
    const report = middle(reports);
    pages.push({ name, scores: scoresOf(report), report });
    console.log(name, scoresOf(report));
  }
  return pages;
});

const value = (report: Report, audit: string) => report.audits[audit]?.displayValue ?? '–';
const rows = measured.map(
  ({ name, scores, report }) =>
    `| ${name} | ${CATEGORIES.map((category) => scores[category]).join(' | ')} | ${value(report, 'first-contentful-paint')} | ${value(report, 'largest-contentful-paint')} | ${value(report, 'total-blocking-time')} | ${value(report, 'cumulative-layout-shift')} |`,
);
const document = `# Lighthouse

Made by \`make lighthouse\`: ${LIGHTHOUSE.replace('@', ' ')} with its default settings (a mid-range phone on slow 4G, simulated), against the
production build behind the local ingress; the median of ${ROUNDS} rounds. The target is ${TARGET} for all, and the command fails below it.

| page | performance | accessibility | best practices | SEO | first paint | largest paint | blocking | shift |
|---|---|---|---|---|---|---|---|---|
${rows.join('\n')}
`;
await writeFile(fileURLToPath(new URL('../docs/evidence/lighthouse.md', import.meta.url)), document);
console.log(document);

for (const { name, scores, report } of measured) {
  for (const category of CATEGORIES) {
    if (scores[category] >= TARGET) continue;
    process.exitCode = 1;
    console.error(`${name}: ${category} is ${scores[category]}, below ${TARGET}`);
  }
  const failed = Object.entries(report.audits).filter(([, { score }]) => score !== null && score < 0.9);
  console.log(name, 'could be better:', failed.map(([id]) => id).join(', ') || 'nothing');
}
