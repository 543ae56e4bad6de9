import type { Logger } from '@gatehouse/runtime';
import { Redis } from 'ioredis';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible';

/** Slows failing sign-ins down, per account and per address. It never locks an account. */
export interface SignInThrottle {
  /** Seconds to wait before another try; null: go on. */
  secondsToWait(account: string, address: string): Promise<number | null>;
  /** Counts a failed try. */
  countFailure(account: string, address: string): Promise<void>;
  /** Forgets the account's failures after a right password. */
  forget(account: string): Promise<void>;
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
  const signIn = (system: string): SignInThrottle =>
    signInThrottle(
      limiter(`sign-in:${system}:account`, limits.SIGN_IN_FAILURES_PER_ACCOUNT, SIGN_IN_WINDOW_SECONDS),
      limiter(`sign-in:${system}:address`, limits.SIGN_IN_FAILURES_PER_ADDRESS, SIGN_IN_WINDOW_SECONDS),
    );
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

function signInThrottle(accounts: RateLimiterAbstract, addresses: RateLimiterAbstract): SignInThrottle {
  return {
    secondsToWait: async (account, address) => {
      const counts = await Promise.all([accounts.get(account), addresses.get(address)]);
      // `remainingPoints` is 0 after the last allowed failure as well; only what is consumed tells the two apart.
      const exhausted = [accounts, addresses].flatMap((limiter, index) => {
        const count = counts[index];
        return count != null && count.consumedPoints >= limiter.points ? [secondsOf(count)] : [];
      });
      return exhausted.length === 0 ? null : Math.max(...exhausted);
    },
    countFailure: async (account, address) => {
      await Promise.all([consume(accounts, account), consume(addresses, address)]);
    },
    forget: async (account) => {
      await accounts.delete(account);
    },
  };
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
