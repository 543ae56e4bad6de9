import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const documents = globSync('{*.md,{docs,packages,deploy}/**/*.md}', {
  cwd: ROOT,
  exclude: ['**/node_modules/**'],
});

describe('the documents', () => {
  test.each(documents)('every link of %s leads to a file', (path) => {
    const text = readFileSync(join(ROOT, path), 'utf8');
    const targets = [...text.matchAll(/\]\((?!https?:|#)([^)\s]+?)(?:#[^)]*)?\)/g)].map(
      ([, target = '']) => target,
    );
    expect(targets.filter((target) => !existsSync(join(ROOT, dirname(path), target)))).toEqual([]);
  });
});
