import { DEMO_TOTP_SECRET } from '@gatehouse/demo-data';
import { TOTP } from 'otpauth';
import type { LocalSystem } from '../local-system.ts';

/** What a person reads below the line that says that the system is ready. */
export function guide({ publicHost }: Pick<LocalSystem, 'publicHost'>, tracesUrl: string | null): string {
  const code = new TOTP({ secret: DEMO_TOTP_SECRET }).generate();
  return `
  Sign in with the password gatehouse-demo-1 as
    talent@demo.test     talent access active, a full profile
    newcomer@demo.test   nothing yet: request talent access, or create a company
    pending@demo.test    talent access pending         suspended@demo.test  suspended
    owner@demo.test      owner of an active company    member@demo.test     member of it
    revoked@demo.test    membership revoked            disabled@demo.test   company disabled
    founder@demo.test    owner of a new company that waits for its review
    admin@demo.test      operator, on the team host    viewer@demo.test     viewer, on the team host
  The team host asks for a one-time code, now ${code}; later ones from an authenticator app with the secret
    ${DEMO_TOTP_SECRET} (time based, 6 digits, 30 seconds), or: npm run --silent demo:code
  Mail: http://${publicHost}/_dev/mail    Stop: Ctrl-C    Start afresh: make clean
${tracesUrl === null ? '' : `  Traces of the last requests, with each decision: ${tracesUrl}\n`}`;
}
