import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { translations } from '@zxcvbn-ts/language-en';

/** How hard a password is to guess. */
export interface PasswordStrength {
  /** From 0, guessed at once, to 4. */
  readonly score: 0 | 1 | 2 | 3 | 4;
  /** What makes it weak, or what would make it stronger, in one sentence. */
  readonly advice: string | null;
}

/** The time of an estimate grows with the square of the length: 128 characters take a second. */
const MAX_ESTIMATED_CHARACTERS = 32;
const SITE_WORDS = ['gatehouse', 'talent', 'employer'];

// Common passwords and the words of Diceware; whole dictionaries of English would double what the browser loads.
const estimator = new ZxcvbnFactory({
  dictionary,
  graphs: adjacencyGraphs,
  translations: {
    ...translations,
    warnings: {
      ...translations.warnings,
      userInputs: 'Your name, your address and the name of this site are easy to guess.',
    },
  },
});

/**
 * Estimates a password as its user types it. It is advice: the API decides what it accepts.
 * @param ownWords the user's name and address, as typed.
 */
export function passwordStrength(password: string, ownWords: readonly string[]): PasswordStrength {
  const own = ownWords.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)]);
  const { score, feedback } = estimator.check(password.slice(0, MAX_ESTIMATED_CHARACTERS), [
    ...SITE_WORDS,
    ...own.filter((word) => word !== ''),
  ]);
  return { score, advice: feedback.warning ?? feedback.suggestions[0] ?? null };
}
