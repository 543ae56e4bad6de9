import { describe, expect, test } from '@jest/globals';
import { ExportQueue } from './export-queue.ts';

/** A client that takes its file on command. */
function clientThat() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { take: resolve, client: { throwIfDisconnected: () => undefined, whenAnswered: () => promise } };
}

const csv = () => Promise.resolve('csv');

describe('the exports of a process', () => {
  test('G6: an account has another one once its client has taken the file, others at any time', async () => {
    const queue = new ExportQueue();
    const { client, take } = clientThat();
    expect(await queue.run({ accountId: 'ada', client }, csv)).toBe('csv');
    await expect(queue.run({ accountId: 'ada', client }, csv)).rejects.toMatchObject({
      code: 'rate_limited',
    });
    expect(await queue.run({ accountId: 'bea', client }, csv)).toBe('csv');
    take();
    await new Promise(setImmediate);
    expect(await queue.run({ accountId: 'ada', client: clientThat().client }, csv)).toBe('csv');
  });

  test('G6: one that fails takes no place', async () => {
    const queue = new ExportQueue();
    const { client } = clientThat();
    const failing = queue.run({ accountId: 'ada', client }, () => Promise.reject(new Error('no connection')));
    await expect(failing).rejects.toThrow('no connection');
    expect(await queue.run({ accountId: 'ada', client }, csv)).toBe('csv');
  });
});
