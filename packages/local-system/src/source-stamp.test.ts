import { mkdir, mkdtemp, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { findSources, isBuiltFrom, stampBuild } from './source-stamp.ts';

const BEFORE = new Date('2026-11-01T08:00:00Z');
const BUILT = new Date('2026-11-01T09:00:00Z');
const LATER = new Date('2026-11-01T10:00:00Z');

let root: string;
const at = (path: string) => join(root, path);
const sources = () => findSources(root, ['web', 'lock.json'], new Set(['build']));
const isBuilt = async () => isBuiltFrom(await sources(), at('web/build/.built'));

async function writeAt(time: Date, path: string): Promise<void> {
  await writeFile(at(path), '');
  await utimes(at(path), time, time);
}

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'gatehouse-sources-'));
  await mkdir(at('web/pages'), { recursive: true });
  await mkdir(at('web/build'));
  for (const path of ['web/root.tsx', 'web/pages/jobs.tsx', 'lock.json']) await writeAt(BEFORE, path);
});
afterEach(() => rm(root, { recursive: true }));

test('there is no build without a stamp', async () => {
  expect(await isBuilt()).toBe(false);
});

test.each([
  ['nothing changes', async () => undefined],
  ['a file of the build changes', () => writeAt(LATER, 'web/build/index.js')],
])('the build is current when %s', async (_what, change) => {
  await stampBuild(await sources(), at('web/build/.built'), BUILT);
  await change();
  expect(await isBuilt()).toBe(true);
});

test.each([
  ['a file changes', () => writeAt(LATER, 'web/pages/jobs.tsx')],
  ['a file beside the folders changes', () => writeAt(LATER, 'lock.json')],
  ['a file is added', () => writeAt(LATER, 'web/pages/job.tsx')],
  ['an older file is added', () => writeAt(BEFORE, 'web/pages/job.tsx')],
  ['a file is renamed', () => rename(at('web/pages/jobs.tsx'), at('web/pages/posts.tsx'))],
  ['a file is deleted', () => rm(at('web/pages/jobs.tsx'))],
  ['a folder is deleted', () => rm(at('web/pages'), { recursive: true })],
])('the build is no longer current when %s', async (_what, change) => {
  await stampBuild(await sources(), at('web/build/.built'), BUILT);
  await change();
  expect(await isBuilt()).toBe(false);
});
