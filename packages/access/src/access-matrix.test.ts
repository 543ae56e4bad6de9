import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { renderAccessMatrix } from '../scripts/generate-access-matrix.ts';

test('docs/access-matrix.md is what the contract says now (make generate)', () => {
  const written = readFileSync(new URL('../../../docs/access-matrix.md', import.meta.url), 'utf8');
  expect(written).toBe(renderAccessMatrix());
});
