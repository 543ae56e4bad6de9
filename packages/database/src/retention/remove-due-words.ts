import type pg from 'pg';
import { inRetentionStep } from './retention-step.ts';

/**
 * Removes the words of the search that no published job post has, in batches from the first word to the last. Each word is
 * looked at once: a batch costs the same however many words stay.
 * @param client PostgreSQL as the role of the retention job.
 * @param batchSize words that one transaction looks at.
 * @returns how many it removed.
 */
export async function removeDueWords(
  client: pg.Client,
  batchSize: number,
  isStopped: () => boolean,
): Promise<number> {
  let removed = 0;
  let lastWord: string | null = '';
  while (lastWord !== null && !isStopped()) {
    const after: string = lastWord;
    const batch = await inRetentionStep(client, async () => {
      const { rows } = await client.query<{ last_word: string | null; removed: number }>(
        'select * from retention.remove_due_words($1, $2)',
        [after, batchSize],
      );
      return rows[0];
    });
    lastWord = batch?.last_word ?? null;
    removed += batch?.removed ?? 0;
  }
  return removed;
}
