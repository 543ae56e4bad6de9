import type { Logger } from '@gatehouse/runtime';
import { type AccountThrottle, createAccountThrottle } from './account-throttle.ts';
import { type AddressThrottle, createAddressThrottle } from './address-throttle.ts';
import { createLimiters, type Limiter } from './limiters.ts';

interface ThrottleLimits {
  readonly REDIS_URL: string;
  readonly THROTTLE_KEYS: number;
  readonly SIGN_IN_FAILURES_PER_ACCOUNT: number;
  readonly SIGN_IN_FAILURES_PER_ADDRESS: number;
  readonly PASSKEY_CHALLENGES_PER_ADDRESS: number;
  readonly SIGN_UPS_PER_ADDRESS: number;
  readonly PASSWORD_RESETS: number;
  readonly EMAIL_CHANGES: number;
  readonly ABUSE_REPORTS: number;
  readonly ACCOUNT_CHANGES: number;
}

const SIGN_IN_SECONDS = 15 * 60;
const USE_SECONDS = 60 * 60;
/** As long as the link of a sign-up works. */
const DAY_SECONDS = 24 * 60 * 60;

/** Links that one account may have mailed to one new address in a day: a further mail would wait until its link had expired. */
const LINKS_TO_NEW_ADDRESS = 4;

/** Addresses that must reach their limit for an account before the account is limited everywhere. */
const ADDRESSES_PER_ACCOUNT = 3;

/** Company names that one account asks about in an hour: more than a person types, too few to search for companies with. */
const COMPANY_NAMES_PER_ACCOUNT = 30;

/** Email addresses for which one network can use up its limit, so that it has few sign-ups for each. */
const EMAILS_PER_ADDRESS = 10;

/** The throttles of the identity service. None of them locks an account. */
export function createThrottles(
  limits: ThrottleLimits,
  log: Logger,
): {
  userSignIn: AccountThrottle;
  adminSignIn: AccountThrottle;
  userChallenge: AddressThrottle;
  adminChallenge: AddressThrottle;
  challengeOfAccount: Limiter;
  passwordLink: AddressThrottle;
  signUp: AddressThrottle;
  signUpForEmail: Limiter;
  passwordReset: AccountThrottle;
  emailChange: AccountThrottle;
  newAddressOfAccount: Limiter;
  report: AddressThrottle;
  reportOfAccount: Limiter;
  companyNameOfAccount: Limiter;
  changeOfAccount: Limiter;
  stop: () => void;
} {
  const { REDIS_URL, THROTTLE_KEYS } = limits;
  const { limiter, stop } = createLimiters({ redisUrl: REDIS_URL, maxKeys: THROTTLE_KEYS }, log);
  const signIn = (system: 'user' | 'admin') =>
    createAccountThrottle(limiter, {
      name: `sign-in:${system}`,
      seconds: SIGN_IN_SECONDS,
      perAddress: limits.SIGN_IN_FAILURES_PER_ADDRESS,
      perAccountAndAddress: limits.SIGN_IN_FAILURES_PER_ACCOUNT,
      perAccount: limits.SIGN_IN_FAILURES_PER_ACCOUNT * ADDRESSES_PER_ACCOUNT,
    });
  /** Each use is a mail: all addresses together may request no more than one address. */
  const mails = (name: string, limit: number) =>
    createAccountThrottle(limiter, {
      name,
      seconds: USE_SECONDS,
      perAddress: limit,
      perAccountAndAddress: Math.ceil(limit / ADDRESSES_PER_ACCOUNT),
      perAccount: limit,
    });
  /** Of those without a session: visitors must not keep staff at their address, or a signed-in user, from their passkeys. */
  const challenges = (system: 'user' | 'admin') =>
    createAddressThrottle(limiter, {
      name: `passkey-challenge:${system}`,
      limit: limits.PASSKEY_CHALLENGES_PER_ADDRESS,
      seconds: SIGN_IN_SECONDS,
    });
  return {
    userSignIn: signIn('user'),
    adminSignIn: signIn('admin'),
    report: createAddressThrottle(limiter, {
      name: 'report',
      limit: limits.ABUSE_REPORTS,
      seconds: USE_SECONDS,
    }),
    reportOfAccount: limiter('report:account', limits.ABUSE_REPORTS, USE_SECONDS),
    companyNameOfAccount: limiter('company-name:account', COMPANY_NAMES_PER_ACCOUNT, USE_SECONDS),
    changeOfAccount: limiter('change:account', limits.ACCOUNT_CHANGES, USE_SECONDS),
    userChallenge: challenges('user'),
    adminChallenge: challenges('admin'),
    challengeOfAccount: limiter(
      'passkey-challenge:account',
      limits.PASSKEY_CHALLENGES_PER_ADDRESS,
      SIGN_IN_SECONDS,
    ),
    // Its own: sign-ins that have failed must not keep a user from the remedy.
    passwordLink: createAddressThrottle(limiter, {
      name: 'password-link',
      limit: limits.SIGN_IN_FAILURES_PER_ADDRESS,
      seconds: SIGN_IN_SECONDS,
    }),
    signUp: createAddressThrottle(limiter, {
      name: 'sign-up',
      limit: limits.SIGN_UPS_PER_ADDRESS,
      seconds: USE_SECONDS,
    }),
    signUpForEmail: limiter(
      'sign-up:email',
      Math.ceil(limits.SIGN_UPS_PER_ADDRESS / EMAILS_PER_ADDRESS),
      DAY_SECONDS,
    ),
    passwordReset: mails('password-reset', limits.PASSWORD_RESETS),
    emailChange: mails('email-change', limits.EMAIL_CHANGES),
    newAddressOfAccount: limiter('email-change:address', LINKS_TO_NEW_ADDRESS, DAY_SECONDS),
    stop,
  };
}
