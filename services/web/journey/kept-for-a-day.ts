import { readStored, removeStored, store } from './browser-storage.ts';

/** As long as the link in a sign-up's mail. */
const MAX_AGE_MILLIS = 86_400_000;

/** A text that the tabs of this browser share: the link of a mail opens another tab. A sign-out deletes it. */
export interface KeptForADay {
  /** Empty: there is none, or it is older than 24 hours. */
  read(): string;
  keep(text: string): void;
  forget(): void;
}

/**
 * A browser that refuses storage keeps nothing, and an error ends no action: its form would lose what was entered.
 * @param key of the browser's storage.
 */
export function keptForADay(key: string): KeptForADay {
  const forget = () => removeStored('localStorage', key);
  return {
    read: () => {
      try {
        const { text, at } = JSON.parse(readStored('localStorage', key) || '{}');
        if (typeof text === 'string' && Date.now() - at <= MAX_AGE_MILLIS) return text;
      } catch {
        // Written by other code.
      }
      forget();
      return '';
    },
    keep: (text) => void store('localStorage', key, JSON.stringify({ text, at: Date.now() })),
    forget,
  };
}
