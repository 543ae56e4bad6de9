/** A word of the catalogue that is like a word that was asked for. */
export interface SimilarWord {
  readonly asked: string;
  /** `asked` without accents, as the catalogue's words are. */
  readonly plain: string;
  readonly word: string;
}

/**
 * Corrects asked words: chooses for each the word of the catalogue with the fewest typing errors between them, if they are few. A
 * word of the catalogue itself is not corrected.
 * @param similar the similar words of each asked word, the most similar first.
 * @returns the corrections by asked word; without an entry for a word that is not corrected.
 */
export function correctionsOf(similar: readonly SimilarWord[]): ReadonlyMap<string, string> {
  const corrections = new Map<string, string>();
  for (const [asked, words] of Map.groupBy(similar, (row) => row.asked)) {
    const [nearest] = words
      .map(({ plain, word }) => ({ plain, word, errors: typingErrors(plain, word) }))
      .toSorted((one, other) => one.errors - other.errors || lengthChange(one) - lengthChange(other));
    if (nearest !== undefined && nearest.errors > 0 && nearest.errors <= maxErrors(nearest.plain))
      corrections.set(asked, nearest.word);
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
