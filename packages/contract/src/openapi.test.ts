import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { renderOpenApi } from '../scripts/generate-openapi.ts';

test('docs/openapi.json is what the contract says now (make generate)', () => {
  const written = readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8');
  expect(written).toBe(renderOpenApi());
});
