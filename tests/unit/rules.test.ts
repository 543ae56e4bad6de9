import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { findProofs, renderRules } from '../support/generate-rules.ts';
import { RULES } from '../support/rules.ts';

describe('every rule has a proof', () => {
  const proved = new Set(findProofs().flatMap(({ rules }) => rules));

  test.each(Object.keys(RULES))('%s is proved by a test that carries its id', (id) => {
    expect(proved).toContain(id);
  });

  test('no test carries an id that is no rule', () => {
    expect([...proved].filter((id) => RULES[id] === undefined)).toEqual([]);
  });

  test('docs/rules.md lists the proofs that there are now (make generate)', () => {
    expect(readFileSync(new URL('../../docs/rules.md', import.meta.url), 'utf8')).toBe(renderRules());
  });
});
