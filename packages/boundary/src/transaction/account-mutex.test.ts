import type { ClientConnection } from '@gatehouse/runtime';
import { describe, expect, test } from '@jest/globals';
import { PersonQueues } from './account-mutex.ts';

const present: ClientConnection = { destroyed: false };
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Work that ends when told; says in which order it started. */
function stage(waitingLimit: number) {
  const refusals: (() => void)[] = [];
  const queues = new PersonQueues(waitingLimit, () => new Promise<void>((refuse) => refusals.push(refuse)));
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const run = (name: string, person: string, source = '', caller = present) =>
    queues.run({ person, source }, caller, async () => {
      started.push(name);
      await new Promise<void>((end) => ends.set(name, end));
      return name;
    });
  const end = async (name: string) => {
    ends.get(name)?.();
    await turn();
  };
  return { queues, started, run, end, refusals };
}

describe('G6: one piece of work per person at a time', () => {
  test('the second waits for the first; another person does not', async () => {
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

  test('more than may wait are refused with rate_limited and when to try again', async () => {
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

  test('the sources of a person take turns, each with a queue of its own', async () => {
    const { started, run, end, refusals } = stage(2);
    const stolen = [run('s1', 'a', 'stolen'), run('s2', 'a', 'stolen'), run('s3', 'a', 'stolen')];
    const refused = run('s4', 'a', 'stolen');
    refusals[0]?.();
    await expect(refused).rejects.toMatchObject({ code: 'rate_limited' });
    const own = run('own', 'a', 'own');
    await turn();
    for (const name of ['s1', 's2', 'own', 's3']) await end(name);
    expect(started).toEqual(['s1', 's2', 'own', 's3']);
    await Promise.all([...stolen, own]);
  });

  test('work that fails gives the slot to the next', async () => {
    const { queues } = stage(1);
    const place = { person: 'a', source: '' };
    const failing = queues.run(place, present, () => Promise.reject(new Error('failed')));
    const next = queues.run(place, present, async () => 'done');
    await expect(failing).rejects.toThrow('failed');
    expect(await next).toBe('done');
    expect(await queues.run(place, present, async () => 'again')).toBe('again');
  });
});

describe('a caller that hangs up while waiting', () => {
  test('does not start, and holds up nobody', async () => {
    const { started, run, end } = stage(2);
    const gone = { destroyed: false };
    const first = run('a1', 'a');
    const second = run('a2', 'a', '', gone);
    const third = run('a3', 'a');
    gone.destroyed = true;
    await end('a1');
    await expect(second).rejects.toMatchObject({ name: 'ClientDisconnected' });
    await end('a3');
    await Promise.all([first, third]);
    expect(started).toEqual(['a1', 'a3']);
  });

  test('makes room for the next in a full queue', async () => {
    const { started, run, end } = stage(1);
    const gone = { destroyed: false };
    const first = run('a1', 'a');
    const second = run('a2', 'a', '', gone);
    gone.destroyed = true;
    const third = run('a3', 'a');
    await expect(second).rejects.toMatchObject({ name: 'ClientDisconnected' });
    await end('a1');
    await end('a3');
    await Promise.all([first, third]);
    expect(started).toEqual(['a1', 'a3']);
  });
});
