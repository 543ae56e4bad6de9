import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { REPOSITORY_ROOT } from '#support/repository-root.ts';

/** Scripts and styles of both hosts, without what is built. */
const SOURCES = globSync('services/web/{design,entry,hosts,journey,rich-text,session}/**/*.{css,ts,tsx}', {
  cwd: fileURLToPath(REPOSITORY_ROOT),
});

test('U4: the themes differ in colours alone, so that a page fits in both: only light-dark() asks for the theme', () => {
  expect(SOURCES.length).toBeGreaterThan(100);
  const asking = SOURCES.filter((path) =>
    readFileSync(new URL(path, REPOSITORY_ROOT), 'utf8').includes('prefers-color-scheme'),
  );
  // The colour of the browser's own frame.
  expect(asking).toEqual(['services/web/entry/document.tsx']);
});
