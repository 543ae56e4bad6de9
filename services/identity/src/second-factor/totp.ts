import { Secret, TOTP } from 'otpauth';

const ISSUER = 'Gatehouse';

/** Steps of 30 seconds by which a clock may differ (RFC 6238, 5.2). */
const WINDOW_STEPS = 1;

/** A new secret for an authenticator app: 160 random bits in base32 (RFC 4226, 4). */
export function createTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** The secret as an `otpauth://` URI, for a QR code. */
export function totpUri(secret: string, account: string): string {
  return totpOf(secret, account).toString();
}

/** The 30-second time step of a currently valid code; null for any other code. Ignores spaces. */
export function matchingTotpStep(secret: string, code: string, now = Date.now()): number | null {
  const totp = totpOf(secret, '');
  const token = code.replaceAll(/\s/g, '');
  const delta = totp.validate({ token, timestamp: now, window: WINDOW_STEPS });
  return delta === null ? null : totp.counter({ timestamp: now }) + delta;
}

function totpOf(secret: string, label: string): TOTP {
  return new TOTP({ issuer: ISSUER, label, secret, algorithm: 'SHA1', digits: 6, period: 30 });
}
