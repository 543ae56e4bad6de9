import { describe, expect, test } from '@jest/globals';
import { BatchQueue } from './batch-queue.ts';

const turn = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

/** A queue and the batches that it has sent, each with a function that completes it. */
function startQueue(limits: { inFlightLimit: number; maxBatchSize: number }) {
  const sent: { items: string[]; complete: () => void }[] = [];
  const queue = new BatchQueue<string>(
    (items) => new Promise((resolve) => sent.push({ items, complete: resolve })),
    limits,
  );
  return { sent, queue, batches: () => sent.map(({ items }) => items) };
}

describe('a batch queue', () => {
  test('sends the items of a turn as one batch at its end, in the order of arrival', async () => {
    const { queue, batches } = startQueue({ inFlightLimit: 1, maxBatchSize: 9 });
    queue.add('a');
    queue.add('b');
    expect(batches()).toEqual([]);
    expect(queue.waiting).toBe(2);
    await turn();
    expect(batches()).toEqual([['a', 'b']]);
    expect(queue.waiting).toBe(0);
  });

  test('never adds a later item to a batch in flight', async () => {
    const { queue, batches, sent } = startQueue({ inFlightLimit: 1, maxBatchSize: 9 });
    queue.add('a');
    await turn();
    queue.add('b');
    queue.add('c');
    await turn();
    expect(batches()).toEqual([['a']]);
    sent[0]?.complete();
    await turn();
    expect(batches()).toEqual([['a'], ['b', 'c']]);
  });

  test('limits the size of a batch and the batches in flight', async () => {
    const { queue, batches, sent } = startQueue({ inFlightLimit: 2, maxBatchSize: 2 });
    for (const item of ['a', 'b', 'c', 'd', 'e']) queue.add(item);
    await turn();
    expect(batches()).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
    sent[1]?.complete();
    await turn();
    expect(batches().at(-1)).toEqual(['e']);
  });
});
