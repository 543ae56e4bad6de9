import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { FailureSummary } from './failure-summary.ts';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

function summary(options?: { maxKinds: number }) {
  const lines: string[] = [];
  const failures = new FailureSummary(options);
  const fail = (kind: string, text = kind) =>
    failures.add(kind, (count) => void lines.push(`${text} ${count}`));
  const failTimes = (times: number, kind: string) => {
    for (let failure = 0; failure < times; failure += 1) fail(kind);
  };
  return { lines, failures, fail, failTimes };
}

describe('F23: failures in the log', () => {
  test('the first failure is written at once, those that follow as one line a second', () => {
    const { lines, failTimes } = summary();
    failTimes(1000, 'database');
    expect(lines).toEqual(['database 1']);
    jest.advanceTimersByTime(999);
    expect(lines).toEqual(['database 1']);
    jest.advanceTimersByTime(1);
    expect(lines).toEqual(['database 1', 'database 999']);
    failTimes(7, 'database');
    jest.advanceTimersByTime(1000);
    expect(lines).toEqual(['database 1', 'database 999', 'database 7']);
  });

  test('after a second without failures the next one is written at once', () => {
    const { lines, fail } = summary();
    fail('database');
    jest.advanceTimersByTime(1000);
    fail('database');
    expect(lines).toEqual(['database 1', 'database 1']);
    jest.advanceTimersByTime(5000);
    expect(lines).toHaveLength(2);
    expect(jest.getTimerCount()).toBe(0);
  });

  test('a line tells of the latest failure of its kind', () => {
    const { lines, fail } = summary();
    fail('database', 'first');
    fail('database', 'second');
    fail('database', 'third');
    jest.advanceTimersByTime(1000);
    expect(lines).toEqual(['first 1', 'third 2']);
  });

  test('kinds are counted separately, up to a bound; the failures of all others share one line', () => {
    const { lines, fail, failTimes } = summary({ maxKinds: 2 });
    failTimes(2, 'a');
    failTimes(3, 'b');
    for (let kind = 0; kind < 100; kind += 1) fail(`other ${kind}`);
    failTimes(1, 'a');
    jest.advanceTimersByTime(1000);
    expect(lines).toEqual(['a 1', 'b 1', 'other 0 1', 'a 2', 'b 2', 'other 99 99']);
    jest.advanceTimersByTime(1000);
    fail('c');
    expect(lines.at(-1)).toBe('c 1');
  });

  test('a flush writes what is counted, once', () => {
    const { lines, failures, failTimes } = summary();
    failTimes(4, 'a');
    failTimes(1, 'b');
    failures.flush();
    failures.flush();
    jest.advanceTimersByTime(5000);
    expect(lines).toEqual(['a 1', 'b 1', 'a 3']);
  });
});
