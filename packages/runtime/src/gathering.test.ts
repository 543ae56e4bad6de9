import { describe, expect, test } from '@jest/globals';
import { Gathering } from './gathering.ts';

const turn = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

/** What was passed on, each with the way to end it. */
function gatheringOf(limits: { inFlightLimit: number; mostAtOnce: number }) {
  const passed: { items: string[]; end: () => void }[] = [];
  const gathering = new Gathering<string>(
    (items) => new Promise((resolve) => passed.push({ items, end: resolve })),
    limits,
  );
  return { passed, gathering, items: () => passed.map(({ items }) => items) };
}

describe('what comes at the same time is passed on together', () => {
  test('at the end of the turn, in the order it came', async () => {
    const { gathering, items } = gatheringOf({ inFlightLimit: 1, mostAtOnce: 9 });
    gathering.add('a');
    gathering.add('b');
    expect(items()).toEqual([]);
    expect(gathering.waiting).toBe(2);
    await turn();
    expect(items()).toEqual([['a', 'b']]);
    expect(gathering.waiting).toBe(0);
  });

  test('what comes later never joins what has been passed on', async () => {
    const { gathering, items, passed } = gatheringOf({ inFlightLimit: 1, mostAtOnce: 9 });
    gathering.add('a');
    await turn();
    gathering.add('b');
    gathering.add('c');
    await turn();
    expect(items()).toEqual([['a']]);
    passed[0]?.end();
    await turn();
    expect(items()).toEqual([['a'], ['b', 'c']]);
  });

  test('no more at once than is allowed, in items and in calls', async () => {
    const { gathering, items, passed } = gatheringOf({ inFlightLimit: 2, mostAtOnce: 2 });
    for (const item of ['a', 'b', 'c', 'd', 'e']) gathering.add(item);
    await turn();
    expect(items()).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
    passed[1]?.end();
    await turn();
    expect(items().at(-1)).toEqual(['e']);
  });
});
