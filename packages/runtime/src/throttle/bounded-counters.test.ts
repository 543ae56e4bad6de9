import { describe, expect, test } from '@jest/globals';
import { BoundedCounters } from './bounded-counters.ts';

/** Counters with a clock that the test moves. */
function countersOf(maxKeys: number, windowMillis = 1000) {
  const clock = { now: 0 };
  const evicted = { count: 0 };
  const onEviction = () => {
    evicted.count += 1;
  };
  return {
    clock,
    evicted,
    counters: new BoundedCounters({ windowMillis, maxKeys, onEviction }, () => clock.now),
  };
}

describe('counting', () => {
  test('starts a window with the first use, and a new one after it', () => {
    const { clock, counters } = countersOf(10);
    expect(counters.add('a')).toEqual({ count: 1, millisLeft: 1000 });
    clock.now = 600;
    expect(counters.add('a')).toEqual({ count: 2, millisLeft: 400 });
    expect(counters.get('a')).toEqual({ count: 2, millisLeft: 400 });
    clock.now = 1000;
    expect(counters.get('a')).toBeNull();
    expect(counters.add('a')).toEqual({ count: 1, millisLeft: 1000 });
  });

  test('measures windows by the clock of the process', () => {
    const counters = new BoundedCounters({ windowMillis: 60_000, maxKeys: 1, onEviction: () => undefined });
    // The clock has fractions of milliseconds: the sum and the difference round.
    expect(counters.add('a').millisLeft).toBeCloseTo(60_000);
    const { millisLeft = 0 } = counters.get('a') ?? {};
    expect(millisLeft).toBeGreaterThan(0);
    expect(millisLeft).toBeLessThanOrEqual(60_000);
  });

  test('takes uses back, never below none', () => {
    const { counters } = countersOf(10);
    counters.add('a', 2);
    expect(counters.add('a', -1).count).toBe(1);
    expect(counters.add('a', -5).count).toBe(0);
    expect(counters.add('b', -1).count).toBe(0);
    expect(counters.add('b').count).toBe(1);
  });

  test('forgets a key that is deleted', () => {
    const { counters } = countersOf(10);
    counters.add('a', 5);
    counters.add('b');
    expect([counters.delete('a'), counters.delete('b'), counters.delete('c')]).toEqual([true, true, false]);
    expect([counters.get('a'), counters.size]).toEqual([null, 0]);
  });

  test('holds no key whose window has ended', () => {
    const { clock, counters, evicted } = countersOf(10);
    for (const key of ['a', 'b', 'c']) counters.add(key);
    counters.add('b');
    clock.now = 1000;
    counters.add('d');
    expect([counters.size, evicted.count]).toEqual([1, 0]);
  });
});

test('a key whose window has ended is held once, also where others were counted a second time before it', () => {
  const { clock, counters } = countersOf(10);
  counters.add('early');
  clock.now = 500;
  counters.add('late', 2);
  clock.now = 900;
  counters.add('early');
  clock.now = 1000;
  expect(counters.add('early').count).toBe(1);
  expect(counters.size).toBe(2);
});

describe('a full store', () => {
  test('F7: never holds more than its keys, whichever client sends them', () => {
    const { counters, evicted } = countersOf(100);
    for (let key = 0; key < 100_000; key += 1) {
      counters.add(`key ${key}`);
      if (key % 3 === 0) counters.add(`key ${key}`);
      expect(counters.size).toBeLessThanOrEqual(100);
    }
    expect([counters.size, evicted.count]).toEqual([100, 99_900]);
  });

  test('F7: keys that come once evict one another, and no key that was counted more often', () => {
    const { counters } = countersOf(100);
    counters.add('attacker', 50);
    for (let key = 0; key < 10_000; key += 1) counters.add(`once ${key}`);
    expect(counters.get('attacker')?.count).toBe(50);
    expect(counters.get('once 9999')?.count).toBe(1);
    expect(counters.get('once 0')).toBeNull();
  });

  test('F7: a fifth of it is left to new keys, so that one who comes then is counted as well', () => {
    const { counters } = countersOf(100);
    for (let key = 0; key < 500; key += 1) counters.add(`repeated ${key}`, 2);
    for (let round = 1; round <= 5; round += 1) {
      expect(counters.add('newcomer').count).toBe(round);
      for (let key = 0; key < 10; key += 1) counters.add(`once ${round} ${key}`);
    }
    expect(counters.get('repeated 0')).toBeNull();
    expect(counters.get('repeated 499')?.count).toBe(2);
  });

  test('F7: keys that were counted more often have four fifths of it, and no more', () => {
    const { counters } = countersOf(10);
    for (let key = 0; key < 8; key += 1) counters.add(`repeated ${key}`, 2);
    for (let key = 0; key < 20; key += 1) counters.add(`once ${key}`);
    const held = (name: string, keys: number) =>
      Array.from({ length: keys }, (_, key) => `${name} ${key}`).filter((key) => counters.get(key) !== null);
    expect(held('repeated', 8)).toHaveLength(8);
    expect(held('once', 20)).toEqual(['once 18', 'once 19']);
    counters.add('repeated 8', 2);
    expect(held('repeated', 9)).toEqual(Array.from({ length: 8 }, (_, key) => `repeated ${key + 1}`));
  });

  test('without a key that was counted once evicts the oldest', () => {
    const { counters } = countersOf(2);
    for (const key of ['a', 'b', 'c']) counters.add(key, 2);
    expect([counters.get('a'), counters.get('b')?.count, counters.get('c')?.count]).toEqual([null, 2, 2]);
  });
});
