import type { Logger } from '@gatehouse/runtime';
import { Redis } from 'ioredis';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import { Turns } from './turns.ts';

/**
 * Slows failing sign-ins down, per account and per address. It never locks an account: where its person has signed in
 * before, only the failures from that same place count, whatever others try from elsewhere.
 */
export interface SignInThrottle {
  /**
   * Runs the tries on one account one after the other, in this process: a hundred guesses sent at once would otherwise all
   * be looked at before the first has been counted.
   */
  inTurn<T>(account: string, attempt: () => Promise<T>): Promise<T>;
  /**
   * Seconds to wait before another try; null: go on.
   * @param isFamiliar whether the account's person has signed in from the address; asked only when failures from
   * elsewhere stand in the way.
   */
  secondsToWait(account: string, address: string, isFamiliar: () => Promise<boolean>): Promise<number | null>;
  /** Counts a failed try. */
  countFailure(account: string, address: string): Promise<void>;
  /** Forgets the account's failures after a right password. */
  forget(account: string, address: string): Promise<void>;
  /** Forgets them, too, and takes the address for familiar for an hour: who is there has read the person's mail. */
  welcome(account: string, address: string): Promise<void>;
}

/** Counts every use of an endpoint per key, for example an address. */
export interface UseThrottle {
  /** Counts one use; seconds to wait when there were too many, else null. */
  use(key: string): Promise<number | null>;
}

interface ThrottleLimits {
  readonly REDIS_URL: string;
  readonly SIGN_IN_FAILURES_PER_ACCOUNT: number;
  readonly SIGN_IN_FAILURES_PER_ADDRESS: number;
  readonly SIGN_UPS_PER_ADDRESS: number;
  readonly PASSWORD_RESETS: number;
}

const SIGN_IN_WINDOW_SECONDS = 15 * 60;
const USE_WINDOW_SECONDS = 60 * 60;
const WELCOME_SECONDS = 60 * 60;

/**
 * The throttles of the identity service. With Redis all instances count together; without it, and while it is away, each
 * process counts in memory. Redis being away refuses nobody and touches no access decision.
 */
export function createThrottles(
  limits: ThrottleLimits,
  log: Logger,
): {
  userSignIn: SignInThrottle;
  adminSignIn: SignInThrottle;
  signUp: UseThrottle;
  passwordReset: UseThrottle;
  stop: () => void;
} {
  const redis = limits.REDIS_URL === '' ? null : connect(limits.REDIS_URL, log);
  const limiter = (keyPrefix: string, points: number, duration: number): RateLimiterAbstract => {
    const memory = new RateLimiterMemory({ keyPrefix, points, duration });
    if (redis === null) return memory;
    return new RateLimiterRedis({
      storeClient: redis,
      keyPrefix,
      points,
      duration,
      insuranceLimiter: memory,
    });
  };
  const perAccount = limits.SIGN_IN_FAILURES_PER_ACCOUNT;
  const signIn = (system: string): SignInThrottle =>
    signInThrottle({
      accounts: limiter(`sign-in:${system}:account`, perAccount, SIGN_IN_WINDOW_SECONDS),
      places: limiter(`sign-in:${system}:account-and-address`, perAccount, SIGN_IN_WINDOW_SECONDS),
      addresses: limiter(
        `sign-in:${system}:address`,
        limits.SIGN_IN_FAILURES_PER_ADDRESS,
        SIGN_IN_WINDOW_SECONDS,
      ),
      welcomed: limiter(`sign-in:${system}:welcomed`, 1, WELCOME_SECONDS),
    });
  const signUps = limiter('sign-up:address', limits.SIGN_UPS_PER_ADDRESS, USE_WINDOW_SECONDS);
  const passwordResets = limiter('password-reset', limits.PASSWORD_RESETS, USE_WINDOW_SECONDS);
  return {
    userSignIn: signIn('user'),
    adminSignIn: signIn('admin'),
    signUp: { use: (address) => consume(signUps, address) },
    passwordReset: { use: (key) => consume(passwordResets, key) },
    stop: () => redis?.disconnect(),
  };
}

function connect(url: string, log: Logger): Redis {
  const redis = new Redis(url, { enableOfflineQueue: false, maxRetriesPerRequest: 0, commandTimeout: 500 });
  redis.on('error', (error: Error) => log.warn({ err: error }, 'Redis is away; throttles count in memory'));
  return redis;
}

function signInThrottle({
  accounts,
  places,
  addresses,
  welcomed,
}: {
  accounts: RateLimiterAbstract;
  places: RateLimiterAbstract;
  addresses: RateLimiterAbstract;
  welcomed: RateLimiterAbstract;
}): SignInThrottle {
  const turns = new Turns();
  const placeOf = (account: string, address: string) => `${account} ${address}`;
  const forget = async (account: string, address: string) => {
    await Promise.all([accounts.delete(account), places.delete(placeOf(account, address))]);
  };
  return {
    inTurn: (account, attempt) => turns.take(account, attempt),
    secondsToWait: async (account, address, isFamiliar) => {
      const place = placeOf(account, address);
      const [byAccount, byPlace, byAddress] = await Promise.all([
        waitOf(accounts, account),
        waitOf(places, place),
        waitOf(addresses, address),
      ]);
      const own = Math.max(byPlace, byAddress);
      if (byAccount <= own) return own === 0 ? null : own;
      const isWelcome = (await welcomed.get(place)) !== null || (await isFamiliar());
      if (!isWelcome) return byAccount;
      return own === 0 ? null : own;
    },
    countFailure: async (account, address) => {
      await Promise.all([
        consume(accounts, account),
        consume(places, placeOf(account, address)),
        consume(addresses, address),
      ]);
    },
    forget,
    welcome: async (account, address) => {
      await Promise.all([
        forget(account, address),
        welcomed.set(placeOf(account, address), 1, WELCOME_SECONDS),
      ]);
    },
  };
}

/** Seconds until the limiter's key may be used again; 0: now. */
async function waitOf(limiter: RateLimiterAbstract, key: string): Promise<number> {
  const count = await limiter.get(key);
  // `remainingPoints` is 0 after the last allowed failure as well; only what is consumed tells the two apart.
  return count !== null && count.consumedPoints >= limiter.points ? secondsOf(count) : 0;
}

async function consume(limiter: RateLimiterAbstract, key: string): Promise<number | null> {
  try {
    await limiter.consume(key);
    return null;
  } catch (result) {
    if (result instanceof RateLimiterRes) return secondsOf(result);
    throw result;
  }
}

function secondsOf({ msBeforeNext }: RateLimiterRes): number {
  return Math.max(1, Math.ceil(msBeforeNext / 1000));
}
