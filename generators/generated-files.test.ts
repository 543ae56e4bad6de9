import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { REPOSITORY_ROOT } from '#support/repository-root.ts';
import { GENERATED_FILES } from './generated-files.ts';

test.each(Object.keys(GENERATED_FILES))('%s is what `make generate` writes now', (path) => {
  const written = readFileSync(new URL(path, REPOSITORY_ROOT));
  const content = GENERATED_FILES[path]?.() ?? '';
  if (typeof content === 'string') expect(written.toString()).toBe(content);
  else expect(written.equals(content)).toBe(true);
});
