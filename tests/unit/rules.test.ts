import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { findProofs, renderRules } from '#support/generate-rules.ts';
import { REPOSITORY_ROOT } from '#support/repository-root.ts';
import { RULES } from '#support/rules.ts';

describe('every rule has a proof', () => {
  const proved = new Set(findProofs().flatMap(({ rules }) => rules));

  test.each(Object.keys(RULES))('%s is proved by a test that carries its id', (id) => {
    expect(proved).toContain(id);
  });

  test('no test carries an id that is neither a rule nor a finding (F1 to F23, K1 to K10, U1 to U30)', () => {
    const isFinding = (id: string) => /^(F([1-9]|1\d|2[0-3])|K([1-9]|10)|U([1-9]|[12]\d|30))$/.test(id);
    expect([...proved].filter((id) => RULES[id] === undefined && !isFinding(id))).toEqual([]);
  });

  test('docs/rules.md lists the proofs that there are now (make generate)', () => {
    expect(readFileSync(new URL('docs/rules.md', REPOSITORY_ROOT), 'utf8')).toBe(renderRules());
  });
});
