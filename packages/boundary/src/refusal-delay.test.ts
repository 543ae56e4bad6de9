import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { delayRefusal } from './refusal-delay.ts';

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

/** Milliseconds until each of so many refusals at once, where `random` is what chance says of each in turn. */
async function delaysOf(random: readonly number[]) {
  const next = jest.spyOn(Math, 'random');
  for (const value of random) next.mockReturnValueOnce(value);
  const delays: number[] = [];
  const work = { releaseWhile: <T>(wait: () => Promise<T>) => wait() };
  const startedAt = Date.now();
  const refusals = random.map(() => delayRefusal(work).then(() => delays.push(Date.now() - startedAt)));
  await jest.advanceTimersByTimeAsync(2000);
  await Promise.all(refusals);
  return delays;
}

test('G6: refusals take as long as Retry-After says, and up to twice as long: those refused together do not come back together', async () => {
  expect(await delaysOf([0, 0.25, 0.75])).toEqual([1000, 1250, 1750]);
});

test('G6: a request that is refused later counts as none of those that work', async () => {
  let isReleased = false;
  const releaseWhile = async <T>(wait: () => Promise<T>) => {
    isReleased = true;
    return wait();
  };
  const refusal = delayRefusal({ releaseWhile });
  expect(isReleased).toBe(true);
  await jest.advanceTimersByTimeAsync(2000);
  await refusal;
});
