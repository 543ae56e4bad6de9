import { describe, expect, test } from '@jest/globals';
import { repeatUntilStopped } from './repeat-until-stopped.ts';

const HOUR = 3_600_000;

describe('a repeated task', () => {
  test('runs until it is done', async () => {
    let runs = 0;
    const { promise: done, resolve } = Promise.withResolvers<void>();
    const task = repeatUntilStopped(async () => {
      runs += 1;
      if (runs < 3) return 0;
      resolve();
      return null;
    });
    await done;
    await task.stop();
    expect(runs).toBe(3);
  });

  test('is stopped while it waits: the wait ends, and it does not run again', async () => {
    let runs = 0;
    const { promise: hasRun, resolve } = Promise.withResolvers<void>();
    const task = repeatUntilStopped(async () => {
      runs += 1;
      resolve();
      return HOUR;
    });
    await hasRun;
    await task.stop();
    expect(runs).toBe(1);
  });

  test('is stopped while it runs: the run learns it, and stopping waits for its end', async () => {
    const { promise: began, resolve: begin } = Promise.withResolvers<AbortSignal>();
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    let hasEnded = false;
    const task = repeatUntilStopped(async (signal) => {
      begin(signal);
      await held;
      hasEnded = true;
      return 0;
    });
    const signal = await began;
    const stopped = task.stop();
    expect(signal.aborted).toBe(true);
    release();
    await stopped;
    expect(hasEnded).toBe(true);
  });
});
