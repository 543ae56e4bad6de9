import { describe, expect, test } from '@jest/globals';
import type { PoolClient } from 'pg';
import { sendTogether } from './send-together.ts';

const connection = { together: <T>(send: () => T) => send() } as unknown as PoolClient;
const failing = (message: string, millis = 0) =>
  new Promise<never>((_resolve, reject) => setTimeout(reject, millis, new Error(message)));

describe('statements that are sent together', () => {
  test('answer in their order', async () => {
    expect(await sendTogether(connection, () => [Promise.resolve('a'), null, Promise.resolve(3)])).toEqual([
      'a',
      null,
      3,
    ]);
  });

  test('leave in one write', async () => {
    const writes: unknown[] = [];
    const together = (send: () => unknown) => {
      writes.push('begins');
      const answers = send();
      writes.push('ends');
      return answers;
    };
    await sendTogether({ together } as unknown as PoolClient, () => [writes.push('sent')]);
    expect(writes).toEqual(['begins', 'sent', 'ends']);
  });

  test.each([
    [() => [failing('first', 5), failing('second')]],
    [() => [Promise.resolve('a'), failing('first', 5), failing('second')]],
  ])(
    'fail with the error of the first that has failed, also where a later one is seen earlier',
    async (send) => {
      await expect(sendTogether(connection, send)).rejects.toThrow('first');
    },
  );

  test('fail when all are over: nothing is sent after them before', async () => {
    let isOver = false;
    const other = new Promise<void>((resolve) => {
      setTimeout(() => {
        isOver = true;
        resolve();
      }, 5);
    });
    await expect(sendTogether(connection, () => [failing('first'), other])).rejects.toThrow('first');
    expect(isOver).toBe(true);
  });
});
