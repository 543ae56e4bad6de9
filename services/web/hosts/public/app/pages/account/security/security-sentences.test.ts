import { AUDIT_ACTION_LABELS, SECURITY_ACTIONS } from '@gatehouse/contract/audit-action';
import { describe, expect, test } from '@jest/globals';
import { securitySentence } from './security-sentences.ts';

const sentenceOf = (action: string, change = '') =>
  securitySentence({ id: '', at: '', action, change, device: '', address: '', place: '' });

describe('what an event of the security log says', () => {
  test.each([...SECURITY_ACTIONS])('%s is a sentence without a code', (action) => {
    expect(Object.keys(AUDIT_ACTION_LABELS)).toContain(action);
    expect(sentenceOf(action)).toMatch(/^[A-Z][^{}._]+[^:, .]$/);
  });

  test.each([
    ['user_session.started', '', 'Signed in with a password'],
    ['user_session.started', 'with a passkey', 'Signed in with a passkey'],
    ['user_session.ended', '', 'Session ended'],
    ['user_session.ended', 'more than 100 sessions', 'Session ended: more than 100 sessions'],
    ['an.older_action', 'x', 'an.older_action'],
    ['constructor', '', 'constructor'],
  ])('%s %s', (action, change, sentence) => {
    expect(sentenceOf(action, change)).toBe(sentence);
  });
});
