import { readStored, removeStored, store } from './browser-storage.ts';
import { keptForADay } from './kept-for-a-day.ts';
import type { LINK_TOKENS } from './link-tokens.ts';

/**
 * The token of a mail's link, for one tab: from the address's fragment, which no server and no log receives, and during
 * sign-in from the tab's own storage.
 */
export interface KeptToken {
  /** Null: there is none. */
  read(): string | null;
  keep(token: string): void;
  /** Keeps it for this browser's other tabs, too, for 24 hours at most: the mail of a sign-up opens one (U14). */
  share(): void;
  /**
   * The token has been refused. This tab keeps it, so that a reload shows the same page; the other tabs of this browser only learn that
   * the one which was shared is refused, whichever of them finds it first.
   */
  unshare(): void;
  /** Whether the token that the tabs of this browser shared has been refused. */
  isRefused(): boolean;
  /** The token has been used. */
  forget(): void;
}

/** @param key of the storage of the tab, and of the browser. */
export function keptToken(key: (typeof LINK_TOKENS)[number]): KeptToken {
  const shared = keptForADay(key);
  const refused = keptForADay(`${key}-refused`);
  const keep = (token: string) => store('sessionStorage', key, token);
  const inAddress = () => new URLSearchParams(location.hash.slice(1)).get('token');
  const own = () => inAddress() ?? readStored('sessionStorage', key);
  return {
    read: () => {
      const known = own() || shared.read();
      if (known === '') return null;
      // Where the tab cannot keep it, the address does.
      if (keep(known) && inAddress() !== null) history.replaceState(history.state, '', location.pathname);
      return known;
    },
    keep: (token) => void keep(token),
    share: () => {
      const token = own();
      if (token === '') return;
      refused.forget();
      shared.keep(token);
    },
    unshare: () => {
      // Another link, which was cut off on its way, says nothing about the one that waits.
      if (shared.read() === '' || shared.read() !== own()) return;
      shared.forget();
      refused.keep('yes');
    },
    isRefused: () => refused.read() !== '',
    forget: () => {
      removeStored('sessionStorage', key);
      shared.forget();
      refused.forget();
    },
  };
}
