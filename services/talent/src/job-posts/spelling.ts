/** A word of the catalogue that is like a word that was asked for. */
export interface SimilarWord {
  readonly asked: string;
  /** `asked` without accents, as the catalogue's words are. */
  readonly plain: string;
  readonly word: string;
}

/** A word that an asked word may be meant to be, with so many typing errors between them. */
interface Candidate {
  readonly word: string;
  readonly errors: number;
}

/**
 * What each asked word may be meant to be: the words with few typing errors between them, the one with the fewest first, and with
 * none an equal one.
 * @param similar the similar words of each asked word, the most similar first.
 */
export function candidatesOf(similar: readonly SimilarWord[]): ReadonlyMap<string, readonly Candidate[]> {
  const byAsked = Map.groupBy(similar, (row) => row.asked);
  return new Map(
    [...byAsked].map(([asked, words]) => [
      asked,
      words
        .map(({ plain, word }) => ({ plain, word, errors: typingErrors(plain, word) }))
        .filter(({ plain, errors }) => errors <= maxErrors(plain))
        .toSorted((one, other) => one.errors - other.errors || lengthChange(one) - lengthChange(other)),
    ]),
  );
}

/**
 * Corrects asked words, each to its first candidate that is public. A public word itself is not corrected.
 * @param publicWords those of the candidates that visitors can find.
 * @returns the corrections by asked word; without an entry for a word that is not corrected.
 */
export function correctionsOf(
  candidates: ReadonlyMap<string, readonly Candidate[]>,
  publicWords: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const corrections = new Map<string, string>();
  for (const [asked, words] of candidates) {
    const nearest = words.find(({ word }) => publicWords.has(word));
    if (nearest !== undefined && nearest.errors > 0) corrections.set(asked, nearest.word);
  }
  return corrections;
}

/** Swapped and wrong letters are more frequent than missing ones. */
function lengthChange({ plain, word }: { readonly plain: string; readonly word: string }): number {
  return Math.abs(plain.length - word.length);
}

function maxErrors(word: string): number {
  return word.length > 5 ? 2 : 1;
}

/** Counts the letters that are missing, added, wrong, or swapped with the next one (optimal string alignment). */
export function typingErrors(one: string, other: string): number {
  const [left, right] = [[...one], [...other]];
  let beforeLast: number[] = [];
  let last = right.map((_, at) => at).concat(right.length);
  for (const [row, letter] of left.entries()) {
    const current = [row + 1];
    for (const [column, against] of right.entries()) {
      const isSwapped = letter === right[column - 1] && against === left[row - 1];
      current.push(
        Math.min(
          (last[column + 1] ?? 0) + 1,
          (current[column] ?? 0) + 1,
          (last[column] ?? 0) + (letter === against ? 0 : 1),
          isSwapped ? (beforeLast[column - 1] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    [beforeLast, last] = [last, current];
  }
  return last.at(-1) ?? 0;
}
