import type { Logger } from '@gatehouse/runtime';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { stopInTime } from './stop-in-time.ts';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

const ENDLESS = new Promise<never>(() => undefined);

/** What a service stops, each part noted once it has ended; some never end or fail. */
function partsThat(own: Promise<void>, pools: Promise<void> = Promise.resolve()) {
  const ended: string[] = [];
  const note = async (name: string, ending: Promise<void> = Promise.resolve()) => {
    await ending;
    ended.push(name);
  };
  const warn = jest.fn();
  return {
    ended,
    warn,
    parts: {
      decisionCounts: { stop: () => note('counts') },
      own: { stop: () => note('own', own) },
      pools: { end: () => note('pools', pools) },
      telemetry: { stop: () => note('telemetry') },
      log: { warn } as unknown as Logger,
    },
  };
}

describe('the stop of what runs beside the requests', () => {
  test('ends the pools after what uses them, and the telemetry at last', async () => {
    const { parts, ended, warn } = partsThat(Promise.resolve());
    await stopInTime(parts);
    expect(ended).toEqual(['counts', 'own', 'pools', 'telemetry']);
    expect(warn).not.toHaveBeenCalled();
  });

  test.each([
    ['a mail server that never answers', ENDLESS, undefined, ['counts', 'telemetry']],
    ['a query that never ends', Promise.resolve(), ENDLESS, ['counts', 'own', 'telemetry']],
  ])(
    'does not wait for %s: counts and spans are written before the kill',
    async (_what, own, pools, expected) => {
      const { parts, ended, warn } = partsThat(own, pools);
      const stopped = stopInTime(parts);
      await jest.advanceTimersByTimeAsync(10_000);
      await stopped;
      expect(ended).toEqual(expected);
      expect(warn).toHaveBeenCalledTimes(1);
    },
  );

  test('ends the telemetry also after a part that fails', async () => {
    const { parts, ended, warn } = partsThat(Promise.reject(new Error('broken')));
    await stopInTime(parts);
    expect(ended).toEqual(['counts', 'telemetry']);
    expect(warn).toHaveBeenCalledTimes(1);
  });
});
