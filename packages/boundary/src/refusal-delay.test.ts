import { afterEach, expect, jest, test } from '@jest/globals';
import { delayRefusal } from './refusal-delay.ts';

afterEach(() => {
  jest.restoreAllMocks();
});

test('G6: refusals take as long as Retry-After says and up to a second longer, at random: those refused together do not come back together', async () => {
  const chances = [0.5, 0, 0.25];
  const random = jest.spyOn(Math, 'random');
  for (const chance of chances) random.mockReturnValueOnce(chance);
  const released: number[] = [];
  const ended: [number, number][] = [];
  const startedAt = performance.now();
  await Promise.all(
    chances.map(async (chance, index) => {
      // A request that is refused later counts as none of those that work.
      const releaseWhile = async <T>(wait: () => Promise<T>) => {
        released.push(index);
        return wait();
      };
      await delayRefusal({ releaseWhile });
      ended.push([chance, performance.now() - startedAt]);
    }),
  );
  expect(released).toEqual([0, 1, 2]);
  expect(ended.map(([chance]) => chance)).toEqual([0, 0.25, 0.5]);
  for (const [chance, millis] of ended) expect(millis).toBeGreaterThan(1000 + 1000 * chance - 5);
});
