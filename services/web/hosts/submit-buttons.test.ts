import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';

const WEB = fileURLToPath(new URL('../', import.meta.url));
const files = globSync(['hosts/*/app/**/*.tsx', 'design/**/*.tsx'], { cwd: WEB })
  .map((file) => ({ file, text: readFileSync(join(WEB, file), 'utf8') }))
  .filter(({ text }) => text.includes('method="post"'));

describe('forms that write', () => {
  test('are found', () => expect(files.length).toBeGreaterThan(15));

  test.each(files)('U1 U13: $file sends by SubmitButton, once and without losing the focus', ({ text }) => {
    expect(text).toContain('<SubmitButton');
    expect(text).not.toMatch(/<button[^>]*type="submit"/);
  });
});
