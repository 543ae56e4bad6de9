import { describe, expect, test } from '@jest/globals';
import { TOTP } from 'otpauth';
import { createTotpSecret, matchingTotpStep } from './totp.ts';

const SECRET = createTotpSecret();
const NOW = Date.parse('2026-01-05T12:00:10Z');
const STEP = Math.floor(NOW / 30_000);
const codeAt = (step: number) => new TOTP({ secret: SECRET }).generate({ timestamp: step * 30_000 });

describe('a one-time code', () => {
  test.each([-1, 0, 1])('of the step %d beside the present one is that step (RFC 6238, 5.2)', (beside) => {
    expect(matchingTotpStep(SECRET, codeAt(STEP + beside), NOW)).toBe(STEP + beside);
  });

  test.each([-2, 2])('of the step %d beside the present one is none', (beside) => {
    expect(matchingTotpStep(SECRET, codeAt(STEP + beside), NOW)).toBeNull();
  });

  test('may be typed with spaces', () => {
    const code = codeAt(STEP);
    expect(matchingTotpStep(SECRET, ` ${code.slice(0, 3)} ${code.slice(3)}`, NOW)).toBe(STEP);
  });
});
