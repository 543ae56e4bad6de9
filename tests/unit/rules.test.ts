import { describe, expect, test } from '@jest/globals';
import { findProofs, renderFindings, renderRules } from '#generators/rules.ts';
import { AUDIT_FINDINGS } from '#support/audit-findings.ts';
import { RULES } from '#support/rules.ts';

describe('every rule and every finding has a proof', () => {
  const proved = new Set(findProofs().flatMap(({ rules }) => rules));

  test.each(Object.keys(RULES))('%s is proved by a test that carries its id', (id) => {
    expect(proved).toContain(id);
  });

  test.each(Object.keys(AUDIT_FINDINGS))('%s, found by an audit, is closed by one', (id) => {
    expect(proved).toContain(id);
  });

  test('a name says what it proves in words, not by values of its table alone', () => {
    const rows = `${renderRules()}${renderFindings()}`.split('\n').filter((line) => line.startsWith('- '));
    expect(rows.filter((row) => /^- [A-Z0-9 ]+: [^\p{L}]*\(`/u.test(row))).toEqual([]);
  });

  test('no test carries an id that is neither a rule nor a finding', () => {
    expect([...proved].filter((id) => !(id in RULES) && !(id in AUDIT_FINDINGS))).toEqual([]);
  });
});
