import { describe, expect, test } from '@jest/globals';
import { KeyedLimit } from './keyed-limit.ts';

describe('work of one key', () => {
  test('G6: beyond the limit waits in order, and holds up no other key', async () => {
    const limit = new KeyedLimit({ atOnce: 2, maxWaiting: 2 });
    const begun: string[] = [];
    expect([limit.tryBegin('a'), limit.tryBegin('a'), limit.tryBegin('a')]).toEqual([true, true, false]);
    const waits = ['first', 'second'].map((name) => limit.wait('a')?.then(() => begun.push(name)));
    expect(limit.wait('a')).toBeNull();
    expect([limit.tryBegin('b'), limit.tryBegin('b')]).toEqual([true, true]);
    limit.end('a');
    await waits[0];
    expect(begun).toEqual(['first']);
    expect(limit.tryBegin('a')).toBe(false);
    limit.end('a');
    await waits[1];
    expect(begun).toEqual(['first', 'second']);
  });

  test('leaves nothing behind when it has ended', async () => {
    const limit = new KeyedLimit({ atOnce: 1, maxWaiting: 1 });
    await limit.wait('a');
    limit.end('a');
    limit.end('a');
    expect([limit.tryBegin('a'), limit.tryBegin('a')]).toEqual([true, false]);
  });
});
