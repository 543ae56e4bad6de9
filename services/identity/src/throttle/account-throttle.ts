import { createHash } from 'node:crypto';
import { clientNetworks } from '@gatehouse/runtime';
import { createAddressThrottle } from './address-throttle.ts';
import type { MakeLimiter } from './limiters.ts';

/**
 * Limits attempts on accounts, at three levels: the address, then the account from this address (of IPv6, from its /56), then
 * the account from all addresses. An attempt that one level refuses is not counted by the next: an address beyond its own limit
 * does not use up an account's budget, and no single address can use up all of it.
 * It never locks an account: from an address where the user has signed in before, only attempts from there count.
 */
export interface AccountThrottle {
  /**
   * Counts one attempt, atomically and before it happens. @returns seconds to wait when there were too many, else null.
   * @param account the email address, in normal form.
   * @param isFamiliar whether the user has signed in from the address; called only when attempts from other addresses have
   * used up the account's budget.
   */
  use(account: string, address: string, isFamiliar: () => Promise<boolean>): Promise<number | null>;
  /** Uncounts an attempt that tried nothing, or succeeded. */
  uncount(account: string, address: string): Promise<void>;
  /** After a success: uncounts the attempt and resets the account's counters. */
  reset(account: string, address: string): Promise<void>;
  /** After proof by mail: resets the account's counters and treats the address as familiar for an hour. */
  trust(account: string, address: string): Promise<void>;
}

const TRUST_SECONDS = 60 * 60;

/** Attempts that are allowed in `seconds`. */
interface AccountLimits {
  readonly name: string;
  readonly seconds: number;
  readonly perAddress: number;
  readonly perAccountAndAddress: number;
  readonly perAccount: number;
}

/** A throttle with counters of its own. */
export function createAccountThrottle(
  limiter: MakeLimiter,
  { name, seconds, perAddress, perAccountAndAddress, perAccount }: AccountLimits,
): AccountThrottle {
  const addresses = createAddressThrottle(limiter, { name, limit: perAddress, seconds });
  const pairs = limiter(`${name}:account-and-address`, perAccountAndAddress, seconds);
  const accounts = limiter(`${name}:account`, perAccount, seconds);
  const trusted = limiter(`${name}:trusted`, 1, TRUST_SECONDS);
  const resetAccount = async (account: string, address: string) => {
    await Promise.all([accounts.reset(keyOf(account)), pairs.reset(pairOf(account, address))]);
  };
  return {
    use: async (account, address, isFamiliar) => {
      const pair = pairOf(account, address);
      const wait = (await addresses.use(address)) ?? (await pairs.use(pair));
      if (wait !== null) return wait;
      const byAccount = await accounts.use(keyOf(account));
      if (byAccount === null) return null;
      return (await trusted.isUsed(pair)) || (await isFamiliar()) ? null : byAccount;
    },
    uncount: async (account, address) => {
      await Promise.all([
        addresses.uncount(address),
        pairs.uncount(pairOf(account, address)),
        accounts.uncount(keyOf(account)),
      ]);
    },
    reset: async (account, address) => {
      await Promise.all([addresses.uncount(address), resetAccount(account, address)]);
    },
    trust: async (account, address) => {
      await Promise.all([resetAccount(account, address), trusted.use(pairOf(account, address))]);
    },
  };
}

/** Of a fixed length, so that no counter's key contains an email address. */
export function keyOf(account: string): string {
  return createHash('sha256').update(account).digest('base64url');
}

/**
 * Counts an account's attempts from one customer's network: a few of its narrow ones would use up the account's.
 * @param account the email address, in normal form.
 */
export function pairOf(account: string, address: string): string {
  return `${keyOf(account)} ${clientNetworks(address).wide}`;
}
