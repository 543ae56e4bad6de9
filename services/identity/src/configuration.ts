import { serviceConfiguration } from '@gatehouse/boundary';
import { type parseConfiguration, validators } from '@gatehouse/runtime';
import { secretsKeyValidator } from './second-factor/secrets-key.ts';

const { bool, email, num, str } = validators;

/** The environment variables of the identity service, beside those of every service. */
export const identityConfiguration = {
  ...serviceConfiguration,
  SECRETS_KEY: secretsKeyValidator({
    desc: "Key that encrypts the second factors' seeds: 32 random bytes in base64 (openssl rand -base64 32); two during a rotation, NEW,OLD.",
  }),
  REDIS_URL: str({ default: '', desc: 'Redis of the throttles. Empty: each process counts in memory.' }),
  SMTP_URL: str({
    default: '',
    desc: 'SMTP server. Empty: mail waits in the outbox, with a warning in the log.',
  }),
  MAIL_FROM: str({ default: 'Gatehouse <no-reply@gatehouse.invalid>', desc: 'Sender of every mail.' }),
  CONTACT_EMAIL: email({
    default: 'help@gatehouse.invalid',
    desc: 'Where replies to mails go (`Reply-To`): to the people who run this site. The default is an address that does not exist.',
  }),
  USER_SESSION_SECONDS: num({ default: 30 * 86_400, desc: 'Absolute limit of user sessions.' }),
  ADMIN_SESSION_SECONDS: num({ default: 12 * 3600, desc: 'Absolute limit of admin sessions.' }),
  ADMIN_PASSKEY_REQUIRED: bool({
    default: false,
    desc: 'Whether the second factor of admins must be a passkey: one-time and recovery codes are refused, in enrolment, too.',
  }),
  SIGN_IN_FAILURES_PER_ACCOUNT: num({
    default: 10,
    desc: 'Failed sign-ins of one account from one address in 15 minutes; three times as many from all addresses.',
  }),
  SIGN_IN_FAILURES_PER_ADDRESS: num({
    default: 100,
    desc: 'Failed sign-ins from one address in 15 minutes, and as many passwords that links of mails set in vain.',
  }),
  PASSKEY_CHALLENGES_PER_ADDRESS: num({
    default: 300,
    desc: 'Challenges for passkeys without a session to one address in 15 minutes, of users and of staff each: each opened sign-in page requests one. A signed-in account has as many of its own.',
  }),
  SIGN_UPS_PER_ADDRESS: num({
    default: 30,
    desc: 'Sign-ups, and enrolments of admins, from one address in an hour; a tenth of the sign-ups for one email address from one address in a day.',
  }),
  PASSWORD_RESETS: num({
    default: 10,
    desc: 'Password resets for one account, and from one address, in an hour; a third of them for one account from one address.',
  }),
  ABUSE_REPORTS: num({
    default: 20,
    desc: 'Reports of job posts and companies from one address, and of one account, in an hour.',
  }),
  EMAIL_CHANGES: num({
    default: 10,
    desc: 'Requested changes of the email address of one account, and from one address, in an hour; a third of them for one account from one address.',
  }),
};

/** Their values. */
export type IdentityConfiguration = ReturnType<typeof parseConfiguration<typeof identityConfiguration>>;
