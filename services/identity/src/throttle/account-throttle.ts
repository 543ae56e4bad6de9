import { createHash } from 'node:crypto';
import { clientNetworks } from '@gatehouse/runtime';
import { createAddressThrottle } from './address-throttle.ts';
import type { MakeLimiter } from './limiters.ts';

/**
 * Counts what is tried on an account, from the address to the account: the address first, then the account from this
 * address, then the account from everywhere. A use that is refused at one of them is not counted by the next, so nobody
 * spends an account's budget from an address that is over its own, and no single address spends the whole of it.
 * It never locks an account: where its person has signed in before, only what was tried from that same place counts.
 */
export interface AccountThrottle {
  /**
   * Counts one use, atomically and before it happens; seconds to wait when there were too many, else null.
   * @param account the e-mail address, in normal form.
   * @param isFamiliar whether the account's person has signed in from the address; asked only when uses from
   * elsewhere have spent the account's budget.
   */
  use(account: string, address: string, isFamiliar: () => Promise<boolean>): Promise<number | null>;
  /** Takes one use back that nothing was tried with, or that proved right. */
  takeBack(account: string, address: string): Promise<void>;
  /** Takes one use back and forgets what was tried on the account, here and everywhere: its person is there. */
  forget(account: string, address: string): Promise<void>;
  /** Forgets it, too, and takes the address for familiar for an hour: who is there has read the person's mail. */
  welcome(account: string, address: string): Promise<void>;
}

const WELCOME_SECONDS = 60 * 60;

/** Uses that an account allows, from one place and altogether, and an address. */
interface AccountLimits {
  readonly name: string;
  readonly seconds: number;
  readonly perAddress: number;
  readonly perPlace: number;
  readonly perAccount: number;
}

/** A throttle with stores of its own. */
export function createAccountThrottle(
  limiter: MakeLimiter,
  { name, seconds, perAddress, perPlace, perAccount }: AccountLimits,
): AccountThrottle {
  const addresses = createAddressThrottle(limiter, { name, limit: perAddress, seconds });
  const places = limiter(`${name}:account-and-address`, perPlace, seconds);
  const accounts = limiter(`${name}:account`, perAccount, seconds);
  const welcomed = limiter(`${name}:welcomed`, 1, WELCOME_SECONDS);
  const forgetAccount = async (account: string, address: string) => {
    await Promise.all([accounts.forget(keyOf(account)), places.forget(placeOf(account, address))]);
  };
  return {
    use: async (account, address, isFamiliar) => {
      const place = placeOf(account, address);
      const wait = (await addresses.use(address)) ?? (await places.use(place));
      if (wait !== null) return wait;
      const byAccount = await accounts.use(keyOf(account));
      if (byAccount === null) return null;
      return (await welcomed.isUsed(place)) || (await isFamiliar()) ? null : byAccount;
    },
    takeBack: async (account, address) => {
      await Promise.all([
        addresses.takeBack(address),
        places.takeBack(placeOf(account, address)),
        accounts.takeBack(keyOf(account)),
      ]);
    },
    forget: async (account, address) => {
      await Promise.all([addresses.takeBack(address), forgetAccount(account, address)]);
    },
    welcome: async (account, address) => {
      await Promise.all([forgetAccount(account, address), welcomed.use(placeOf(account, address))]);
    },
  };
}

/** Of a fixed length, and no e-mail address in a store. */
function keyOf(account: string): string {
  return createHash('sha256').update(account).digest('base64url').slice(0, 22);
}

function placeOf(account: string, address: string): string {
  return `${keyOf(account)} ${clientNetworks(address).narrow}`;
}
