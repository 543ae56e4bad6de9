import { type ClientConnection, ClientDisconnected, ConcurrencyLimit } from '@gatehouse/runtime';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { AccountMutex } from './account-mutex.ts';

const connected: ClientConnection = { destroyed: false };
const turn = () => new Promise((resolve) => setImmediate(resolve));
/** More slots than these tests have requests. */
const work = new ConcurrencyLimit(1000);

/** A mutex whose work ends when the test says so; `started` has it in order. */
function stage(maxWaiting: number, limits?: ConstructorParameters<typeof AccountMutex>[2]) {
  const refusals: (() => void)[] = [];
  const refusalDelay = () => new Promise<void>((refuse) => refusals.push(refuse));
  const mutex = new AccountMutex(maxWaiting, { work, refusalDelay }, limits);
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const run = (name: string, accountId: string, source = '', client = connected) => {
    const running = mutex.run({ accountId, source }, client, async () => {
      started.push(name);
      await new Promise<void>((end) => ends.set(name, end));
      return name;
    });
    // A test may expect the refusal later than it comes.
    running.catch(() => undefined);
    return running;
  };
  const end = async (name: string) => {
    ends.get(name)?.();
    await turn();
  };
  return { mutex, started, run, end, refusals };
}

describe('G6: one piece of work per account at a time', () => {
  test('the second waits for the first; another account does not', async () => {
    const { started, run, end } = stage(2);
    const running = [run('a1', 'a'), run('a2', 'a'), run('b1', 'b')];
    await turn();
    expect(started).toEqual(['a1', 'b1']);
    await end('a1');
    expect(started).toEqual(['a1', 'b1', 'a2']);
    await end('a2');
    await end('b1');
    expect(await Promise.all(running)).toEqual(['a1', 'a2', 'b1']);
  });

  test('work that comes while one that has waited runs waits for it, too', async () => {
    const { started, run, end } = stage(2);
    const running = [run('a1', 'a'), run('a2', 'a')];
    await end('a1');
    running.push(run('a3', 'a'));
    await turn();
    expect(started).toEqual(['a1', 'a2']);
    await end('a2');
    expect(started).toEqual(['a1', 'a2', 'a3']);
    await end('a3');
    expect(await Promise.all(running)).toEqual(['a1', 'a2', 'a3']);
  });

  test('work beyond the queue is refused with rate_limited and when to retry', async () => {
    const { run, end, refusals } = stage(1);
    const running = [run('a1', 'a'), run('a2', 'a')];
    const refused = run('a3', 'a');
    // Not before the delay.
    expect(await Promise.race([refused.catch(() => 'refused'), turn().then(() => 'waits')])).toBe('waits');
    for (const refuse of refusals) refuse();
    await expect(refused).rejects.toMatchObject({
      code: 'rate_limited',
      options: { retryAfterSeconds: 1, detail: expect.stringContaining('Try again') },
    });
    await end('a1');
    await end('a2');
    await Promise.all(running);
  });

  test('a source may have a longer queue than others', async () => {
    const { mutex, run, end, refusals } = stage(1);
    const source = { accountId: 'a', source: 'network', maxWaiting: 2 };
    const queued = () => mutex.run(source, connected, async () => 'done');
    const running = [run('a1', 'a'), queued(), queued()];
    const refused = queued();
    await turn();
    refusals[0]?.();
    await expect(refused).rejects.toMatchObject({ code: 'rate_limited' });
    await end('a1');
    expect(await Promise.all(running)).toEqual(['a1', 'done', 'done']);
  });

  test('work that waits too long is refused with dependency_unavailable, and keeps no other from its turn', async () => {
    const started: string[] = [];
    const mutex = new AccountMutex(2, { work, refusalDelay: async () => undefined }, { maxWaitMillis: 20 });
    const running = Promise.withResolvers<void>();
    const first = mutex.run({ accountId: 'a', source: '' }, connected, () => running.promise);
    const late = ['x', 'y'].map((source) =>
      mutex.run({ accountId: 'a', source }, connected, async () => started.push(source)),
    );
    for (const one of late) {
      await expect(one).rejects.toMatchObject({
        code: 'dependency_unavailable',
        options: { retryAfterSeconds: 5, detail: expect.stringContaining('too long') },
      });
    }
    const next = mutex.run({ accountId: 'a', source: 'x' }, connected, async () => started.push('next'));
    running.resolve();
    await Promise.all([first, next]);
    expect(started).toEqual(['next']);
    await mutex.run({ accountId: 'a', source: '' }, connected, async () => started.push('free'));
    expect(started).toEqual(['next', 'free']);
  });

  test('the sources of an account alternate, each with a queue of its own', async () => {
    const { started, run, end, refusals } = stage(2);
    const stolen = [run('s1', 'a', 'stolen'), run('s2', 'a', 'stolen'), run('s3', 'a', 'stolen')];
    const refused = run('s4', 'a', 'stolen');
    await turn();
    refusals[0]?.();
    await expect(refused).rejects.toMatchObject({ code: 'rate_limited' });
    const own = run('own', 'a', 'own');
    await turn();
    for (const name of ['s1', 's2', 'own', 's3']) await end(name);
    expect(started).toEqual(['s1', 's2', 'own', 's3']);
    await Promise.all([...stolen, own]);
  });

  test('beyond what waits of an account in all, the longest queue gives its last place to a shorter one', async () => {
    const { started, run, end, refusals } = stage(9, { maxWaitingInAll: 3 });
    const running = [run('x1', 'a', 'x'), run('x2', 'a', 'x'), run('x3', 'a', 'x')];
    const displaced = run('x4', 'a', 'x');
    running.push(run('y1', 'a', 'y'));
    await turn();
    for (const refuse of refusals.splice(0)) refuse();
    await expect(displaced).rejects.toMatchObject({ code: 'rate_limited' });
    running.push(run('z1', 'a', 'z'));
    await turn();
    for (const refuse of refusals.splice(0)) refuse();
    await expect(running[2]).rejects.toMatchObject({ code: 'rate_limited' });
    // One of each waits.
    const refused = ['x', 'y', 'z', 'other'].map((source) => run(`late ${source}`, 'a', source));
    await turn();
    for (const refuse of refusals.splice(0)) refuse();
    for (const one of refused) await expect(one).rejects.toMatchObject({ code: 'rate_limited' });
    for (const name of ['x1', 'x2', 'y1', 'z1']) await end(name);
    expect(started).toEqual(['x1', 'x2', 'y1', 'z1']);
    expect(await Promise.all(running.filter((_, index) => index !== 2))).toEqual(['x1', 'x2', 'y1', 'z1']);
  });

  test('the longest queue gives way, whichever began first', async () => {
    const { started, run, end, refusals } = stage(9, { maxWaitingInAll: 3 });
    const running = [run('x1', 'a', 'x'), run('x2', 'a', 'x'), run('y1', 'a', 'y')];
    const displaced = run('y2', 'a', 'y');
    running.push(run('z1', 'a', 'z'));
    await turn();
    for (const refuse of refusals.splice(0)) refuse();
    await expect(displaced).rejects.toMatchObject({ code: 'rate_limited' });
    for (const name of ['x1', 'x2', 'y1', 'z1']) await end(name);
    expect([started, await Promise.all(running)]).toEqual([
      ['x1', 'x2', 'y1', 'z1'],
      ['x1', 'x2', 'y1', 'z1'],
    ]);
  });

  test('work that fails lets the next start', async () => {
    const { mutex } = stage(1);
    const key = { accountId: 'a', source: '' };
    const failing = mutex.run(key, connected, () => Promise.reject(new Error('failed')));
    const next = mutex.run(key, connected, async () => 'done');
    await expect(failing).rejects.toThrow('failed');
    expect(await next).toBe('done');
    expect(await mutex.run(key, connected, async () => 'again')).toBe('again');
  });
});

describe('G6: a pause between the pieces of work of one account', () => {
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  test('delays what has waited, and no other account', async () => {
    const { started, run, end } = stage(2, { pauseMillis: 25 });
    const running = [run('a1', 'a'), run('a2', 'a'), run('a3', 'a')];
    await end('a1');
    running.push(run('b1', 'b'));
    await jest.advanceTimersByTimeAsync(24);
    expect(started).toEqual(['a1', 'b1']);
    await jest.advanceTimersByTimeAsync(1);
    expect(started).toEqual(['a1', 'b1', 'a2']);
    await end('a2');
    expect(started).toHaveLength(3);
    await jest.advanceTimersByTimeAsync(25);
    expect(started).toEqual(['a1', 'b1', 'a2', 'a3']);
    for (const name of ['a3', 'b1']) await end(name);
    expect(await Promise.all(running)).toEqual(['a1', 'a2', 'a3', 'b1']);
  });

  test('does not delay one piece of work after another', async () => {
    const { started, run, end } = stage(2, { pauseMillis: 25 });
    for (const name of ['a1', 'a2']) {
      const running = run(name, 'a');
      await end(name);
      expect(await running).toBe(name);
    }
    expect(started).toEqual(['a1', 'a2']);
  });

  test('delays what comes meanwhile, behind what has waited', async () => {
    const { started, run, end } = stage(2, { pauseMillis: 25 });
    const running = [run('a1', 'a'), run('a2', 'a')];
    await end('a1');
    running.push(run('a3', 'a'));
    await turn();
    expect(started).toEqual(['a1']);
    await jest.advanceTimersByTimeAsync(25);
    await end('a2');
    await jest.advanceTimersByTimeAsync(25);
    await end('a3');
    expect(await Promise.all(running)).toEqual(['a1', 'a2', 'a3']);
    expect(started).toEqual(['a1', 'a2', 'a3']);
  });

  test('follows no work that did not start because its client has gone', async () => {
    const { started, run, end } = stage(2, { pauseMillis: 25 });
    const gone = { destroyed: false };
    const running = [run('a1', 'a'), run('gone', 'a', '', gone), run('a2', 'a')];
    gone.destroyed = true;
    await end('a1');
    await jest.advanceTimersByTimeAsync(25);
    await expect(running[1]).rejects.toBeInstanceOf(ClientDisconnected);
    expect(started).toEqual(['a1', 'a2']);
    await end('a2');
    expect(await Promise.all([running[0], running[2]])).toEqual(['a1', 'a2']);
  });

  test('frees the account when nothing waits any more', async () => {
    const { started, run, end } = stage(2, { pauseMillis: 25, maxWaitMillis: 10 });
    const first = run('a1', 'a');
    const late = run('a2', 'a');
    await end('a1');
    await first;
    await jest.advanceTimersByTimeAsync(25);
    await expect(late).rejects.toMatchObject({ code: 'dependency_unavailable' });
    const next = run('a3', 'a');
    await end('a3');
    expect(await next).toBe('a3');
    expect(started).toEqual(['a1', 'a3']);
  });
});

describe('a client that disconnects while its work waits', () => {
  test('the work does not start and delays no other', async () => {
    const { started, run, end } = stage(2);
    const disconnected = { destroyed: false };
    const first = run('a1', 'a');
    const second = run('a2', 'a', '', disconnected);
    const third = run('a3', 'a');
    disconnected.destroyed = true;
    await end('a1');
    await expect(second).rejects.toMatchObject({ name: 'ClientDisconnected' });
    await end('a3');
    await Promise.all([first, third]);
    expect(started).toEqual(['a1', 'a3']);
  });

  test('the work frees its place in a full queue', async () => {
    const { started, run, end } = stage(1);
    const disconnected = { destroyed: false };
    const first = run('a1', 'a');
    const second = run('a2', 'a', '', disconnected);
    disconnected.destroyed = true;
    const third = run('a3', 'a');
    await expect(second).rejects.toMatchObject({ name: 'ClientDisconnected' });
    await end('a1');
    await end('a3');
    await Promise.all([first, third]);
    expect(started).toEqual(['a1', 'a3']);
  });
});

test('a client that has disconnected keeps no place from another source, and no other waiter is refused', async () => {
  const { started, run, end, refusals } = stage(9, { maxWaitingInAll: 2 });
  const gone = { destroyed: false };
  const running = [run('x1', 'a', 'x'), run('x2', 'a', 'x', gone), run('y1', 'a', 'y')];
  gone.destroyed = true;
  running.push(run('z1', 'a', 'z'));
  await expect(running[1]).rejects.toBeInstanceOf(ClientDisconnected);
  for (const name of ['x1', 'y1', 'z1']) await end(name);
  expect([started, refusals]).toEqual([['x1', 'y1', 'z1'], []]);
  expect(await Promise.all([running[0], running[2], running[3]])).toEqual(['x1', 'y1', 'z1']);
});

describe('work that has waited too long', () => {
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  test('is refused, and the account is free once its running work ends', async () => {
    const { run, end, started } = stage(2, { maxWaitMillis: 3000 });
    const first = run('a1', 'a');
    const late = run('a2', 'a');
    await jest.advanceTimersByTimeAsync(3000);
    await expect(late).rejects.toMatchObject({ code: 'dependency_unavailable' });
    await end('a1');
    const next = run('a3', 'a');
    expect(started).toEqual(['a1', 'a3']);
    await end('a3');
    await Promise.all([first, next]);
  });

  test('takes the places of no others of its queue', async () => {
    const { run, end, started } = stage(2, { maxWaitMillis: 3000 });
    const first = run('a1', 'a');
    const late = run('a2', 'a');
    await jest.advanceTimersByTimeAsync(1000);
    const next = run('a3', 'a');
    await jest.advanceTimersByTimeAsync(2000);
    await expect(late).rejects.toMatchObject({ code: 'dependency_unavailable' });
    await end('a1');
    expect(started).toEqual(['a1', 'a3']);
    await end('a3');
    await Promise.all([first, next]);
  });

  test('does not include work that has started', async () => {
    const { run, end, started } = stage(2, { maxWaitMillis: 3000 });
    const running = [run('a1', 'a'), run('a2', 'a')];
    await jest.advanceTimersByTimeAsync(1000);
    const next = run('a3', 'a');
    await end('a1');
    await jest.advanceTimersByTimeAsync(2500);
    await end('a2');
    expect(started).toEqual(['a1', 'a2', 'a3']);
    await end('a3');
    await Promise.all([...running, next]);
    // None waits for what has started.
    expect(jest.getTimerCount()).toBe(0);
  });
});

describe('G1 G6: the waiting work of several accounts that count together', () => {
  /** A mutex with one running piece of work for each account, and what becomes of those behind. */
  async function groupOf(maxWaitingOfGroup: number) {
    const { mutex, started, run, end, refusals } = stage(9, { maxWaitingOfGroup });
    const waits = (name: string, accountId: string, source: string, client = connected) => {
      const ended: { as?: string } = {};
      const of = { accountId, source: '', group: { id: 'group', source } };
      const waiting = mutex
        .run(of, client, async () => {
          started.push(name);
        })
        .then(
          () => 'done',
          (error: Error) => ('code' in error ? String(error.code) : error.name),
        )
        .then((as) => {
          ended.as = as;
        });
      return { ended, waiting };
    };
    for (const accountId of ['a', 'b', 'c']) run(`${accountId}0`, accountId);
    await turn();
    const endAll = async () => {
      await turn();
      for (const refuse of refusals.splice(0)) refuse();
      for (const accountId of ['a', 'b', 'c']) await end(`${accountId}0`);
    };
    return { waits, started, endAll };
  }

  test('has one bound: the source with most of it gives way to another, at whichever accounts', async () => {
    const { waits, started, endAll } = await groupOf(3);
    const thief = ['a', 'b', 'c'].map((accountId) => waits(`thief ${accountId}`, accountId, 'thief'));
    const owner = [waits('owner a', 'a', 'owner'), waits('owner b', 'b', 'owner')];
    const late = waits('late', 'a', 'thief');
    await endAll();
    await Promise.all([...thief, ...owner, late].map(({ waiting }) => waiting));
    expect(thief.map(({ ended }) => ended.as)).toEqual(['done', 'done', 'rate_limited']);
    expect(owner.map(({ ended }) => ended.as)).toEqual(['done', 'rate_limited']);
    expect(late.ended.as).toBe('rate_limited');
    expect(started.filter((name) => name.includes(' '))).toEqual(['thief a', 'owner a', 'thief b']);
  });

  test('has room again for each that starts, and for each whose client has disconnected at another account', async () => {
    const { waits, endAll } = await groupOf(1);
    const gone = { destroyed: false };
    const first = waits('gone', 'a', 'x', gone);
    gone.destroyed = true;
    const second = waits('second', 'b', 'x');
    await endAll();
    await Promise.all([first.waiting, second.waiting]);
    expect([first.ended.as, second.ended.as]).toEqual(['ClientDisconnected', 'done']);
    const { waits: again, endAll: endAgain } = await groupOf(1);
    const one = again('one', 'a', 'x');
    await endAgain();
    await one.waiting;
    expect(one.ended.as).toBe('done');
  });

  test('keeps its bound while others of it start', async () => {
    const { mutex, run, end, refusals } = stage(9, { maxWaitingOfGroup: 2 });
    const running = run('a0', 'a');
    const wait = (name: string) =>
      mutex.run({ accountId: 'a', source: '', group: { id: 'group', source: 's' } }, connected, () => {
        const { promise, resolve } = Promise.withResolvers<string>();
        ends.set(name, () => resolve(name));
        return promise;
      });
    const ends = new Map<string, () => void>();
    const waiting = [wait('w1'), wait('w2')];
    await end('a0');
    await turn();
    // The first one has started, so there is room for one more.
    waiting.push(wait('w3'));
    const refused = wait('w4');
    await turn();
    expect(refusals).toHaveLength(1);
    refusals[0]?.();
    await expect(refused).rejects.toMatchObject({ code: 'rate_limited' });
    for (const name of ['w1', 'w2', 'w3']) {
      ends.get(name)?.();
      await turn();
    }
    expect(await Promise.all([running, ...waiting])).toEqual(['a0', 'w1', 'w2', 'w3']);
  });

  test('is bounded for each group alone', async () => {
    const { mutex, run, end, refusals } = stage(9, { maxWaitingOfGroup: 1 });
    const running = run('a0', 'a');
    const of = (id: string) => ({ accountId: 'a', source: id, group: { id, source: 's' } });
    const waiting = ['g', 'h'].map((id) => mutex.run(of(id), connected, async () => id));
    const refused = mutex.run(of('g'), connected, async () => 'late');
    await turn();
    expect(refusals).toHaveLength(1);
    refusals[0]?.();
    await expect(refused).rejects.toMatchObject({ code: 'rate_limited' });
    await end('a0');
    expect(await Promise.all([running, ...waiting])).toEqual(['a0', 'g', 'h']);
    // What has started counts no more.
    const next = run('a1', 'a');
    const behind = mutex.run(of('g'), connected, async () => 'again');
    await end('a1');
    expect(await Promise.all([next, behind])).toEqual(['a1', 'again']);
  });
});

test('G1 G6: what waits of all accounts has a bound, too: the account with most gives way, and room comes back', async () => {
  const { run, end, refusals } = stage(9, { maxWaitingOfAll: 4 });
  const names = { thief: ['t0', 't1', 't2', 't3', 't4'], owner: ['o0', 'o1', 'o2'] };
  const thief = names.thief.map((name) => run(name, 'thief'));
  const owner = names.owner.map((name) => run(name, 'owner'));
  await turn();
  // Two of the thief have given way to the owner's; a third one of the owner would have more than the thief has.
  const late = run('o3', 'owner');
  await turn();
  for (const refuse of refusals.splice(0)) refuse();
  await expect(late).rejects.toMatchObject({ code: 'rate_limited' });
  for (const name of ['t0', 't1', 't2', 'o0', 'o1', 'o2']) await end(name);
  const results = await Promise.allSettled([...thief, ...owner]);
  expect(results.map(({ status }) => status)).toEqual([
    ...['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'rejected'],
    ...['fulfilled', 'fulfilled', 'fulfilled'],
  ]);
  const again = ['a0', 'a1', 'a2', 'a3', 'a4'].map((name) => run(name, 'thief'));
  for (const name of ['a0', 'a1', 'a2', 'a3', 'a4']) {
    await turn();
    await end(name);
  }
  expect(await Promise.all(again)).toHaveLength(5);
});

test('G6: waiting work holds no slot of the process, and has one again when its turn comes, though none is free', async () => {
  const slots = new ConcurrencyLimit(2);
  const mutex = new AccountMutex(9, { work: slots, refusalDelay: async () => undefined });
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const of = { accountId: 'a', source: '' };
  expect([slots.tryAcquire(), slots.tryAcquire()]).toEqual([true, true]);
  const running = mutex.run(of, connected, () => first.promise);
  expect(slots.tryAcquire()).toBe(false);
  const waiting = mutex.run(of, connected, () => second.promise);
  expect([slots.tryAcquire(), slots.tryAcquire()]).toEqual([true, false]);
  first.resolve();
  await running;
  await turn();
  // Three requests hold a slot now: another one comes when two of them have ended.
  slots.release();
  expect(slots.tryAcquire()).toBe(false);
  slots.release();
  expect(slots.tryAcquire()).toBe(true);
  second.resolve();
  await waiting;
});
