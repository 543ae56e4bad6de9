import { describe, expect, test } from '@jest/globals';
import { Turns } from './turns.ts';

describe('turns', () => {
  test('of one key come in order, also after a failure; another key waits for nobody', async () => {
    const turns = new Turns();
    const seen: string[] = [];
    const gate = Promise.withResolvers<void>();
    const first = turns.take('a', async () => {
      await gate.promise;
      seen.push('a1');
      throw new Error('wrong');
    });
    const second = turns.take('a', async () => {
      seen.push('a2');
      return 'two';
    });
    const other = turns.take('b', async () => seen.push('b'));
    await other;
    expect(seen).toEqual(['b']);
    gate.resolve();
    await expect(first).rejects.toThrow('wrong');
    expect(await second).toBe('two');
    expect(seen).toEqual(['b', 'a1', 'a2']);
    expect(await turns.take('a', async () => 'three')).toBe('three');
  });
});
