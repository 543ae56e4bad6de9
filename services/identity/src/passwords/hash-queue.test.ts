import { describe, expect, test } from '@jest/globals';
import { HashQueue } from './hash-queue.ts';

/** Addresses of one /48, each in another /56; `host` is in the same /56. */
const ofBlock = (customer: number, host = 1) => `2001:db8:0:${customer}00::${host}`;

/** A queue of one thread, which is taken, and who has it then, in order. */
function stage({ maxWaitingOfNetwork = 100, maxWaiting = 100 } = {}) {
  const queue = new HashQueue({ threads: 1, maxWaitingOfNetwork, maxWaiting });
  void queue.acquire('198.51.100.9');
  const started: string[] = [];
  const refused: string[] = [];
  const wait = (name: string, address: string) =>
    queue.acquire(address).then((hasThread) => (hasThread ? started : refused).push(name));
  const waitOften = (name: string, address: string, times: number) => {
    for (let time = 1; time <= times; time += 1) void wait(`${name}${time}`, address);
  };
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  /** Ends one hash after another until nothing waits. */
  const drain = async () => {
    for (let before = -1; before < started.length; ) {
      before = started.length;
      queue.release();
      await settle();
    }
  };
  return { queue, started, refused, wait, waitOften, settle, drain };
}

describe('G6: threads that hash passwords', () => {
  test('are as many as there are; what waits has one when another is done, in its order', async () => {
    const queue = new HashQueue({ threads: 2, maxWaitingOfNetwork: 9, maxWaiting: 9 });
    const started: string[] = [];
    for (const name of ['a', 'b', 'c', 'd']) void queue.acquire('192.0.2.1').then(() => started.push(name));
    const settle = () => new Promise((resolve) => setImmediate(resolve));
    await settle();
    expect(started).toEqual(['a', 'b']);
    queue.release();
    await settle();
    expect(started).toEqual(['a', 'b', 'c']);
    for (const _ of started) queue.release();
    await settle();
    expect(started).toEqual(['a', 'b', 'c', 'd']);
    queue.release();
    await settle();
    // Both are free again.
    expect([await queue.acquire('x'), await queue.acquire('y')]).toEqual([true, true]);
  });

  test('F10: alternate between addresses, and a /48 of IPv6 is one, whose /56 alternate', async () => {
    const { started, waitOften, drain } = stage();
    waitOften('a', ofBlock(1), 2);
    waitOften('b', ofBlock(2), 2);
    waitOften('c', ofBlock(3), 1);
    waitOften('x', '192.0.2.1', 3);
    waitOften('y', '2001:db8:1::1', 1);
    await drain();
    expect(started).toEqual(['a1', 'x1', 'y1', 'b1', 'x2', 'c1', 'x3', 'a2', 'b2']);
  });

  test('F10: the addresses of one /56 have one queue, which is bounded', async () => {
    const { started, refused, wait, waitOften, settle, drain } = stage({ maxWaitingOfNetwork: 2 });
    waitOften('a', ofBlock(1), 2);
    void wait('late', ofBlock(1, 2));
    void wait('other', ofBlock(2));
    await settle();
    expect(refused).toEqual(['late']);
    await drain();
    expect(started).toEqual(['a1', 'other', 'a2']);
  });

  test('F10: a full queue takes the last place of the block with most, in its network with most', async () => {
    const { started, refused, wait, waitOften, settle, drain } = stage({ maxWaiting: 5 });
    waitOften('a', ofBlock(1), 1);
    waitOften('b', ofBlock(2), 2);
    waitOften('x', '192.0.2.1', 2);
    void wait('y', '192.0.2.2');
    await settle();
    expect(refused).toEqual(['b2']);
    // Now each block has two at the most: one of another address takes a place, a third one of a block takes none.
    void wait('x3', '192.0.2.1');
    await settle();
    expect(refused).toEqual(['b2', 'x3']);
    void wait('z', '192.0.2.3');
    await settle();
    expect(refused).toHaveLength(3);
    await drain();
    expect(started).toHaveLength(5);
    expect(started).toEqual(expect.arrayContaining(['y', 'z']));
  });

  test('F10: the block with most gives way, whichever waits longest', async () => {
    const { started, refused, wait, waitOften, settle, drain } = stage({ maxWaiting: 5 });
    waitOften('x', '192.0.2.1', 1);
    waitOften('y', '192.0.2.2', 4);
    void wait('z', '192.0.2.3');
    await settle();
    expect(refused).toEqual(['y4']);
    await drain();
    expect(started).toEqual(['x1', 'y1', 'z', 'y2', 'y3']);
  });

  test('F10: within a block, a network gives way to one with fewer', async () => {
    const { started, refused, wait, waitOften, settle, drain } = stage({ maxWaiting: 3 });
    waitOften('a', ofBlock(1), 3);
    void wait('b', ofBlock(2));
    await settle();
    expect(refused).toEqual(['a3']);
    void wait('b2', ofBlock(2));
    await settle();
    expect(refused).toEqual(['a3', 'b2']);
    await drain();
    expect(started).toEqual(['a1', 'b', 'a2']);
  });

  test('are refused where every block has one waiting', async () => {
    const { refused, wait, settle } = stage({ maxWaiting: 2 });
    for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) void wait(address, address);
    await settle();
    expect(refused).toEqual(['192.0.2.3']);
  });
});
