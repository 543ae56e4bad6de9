import { type ClientConnection, ClientDisconnected, ConcurrencyLimit } from '@gatehouse/runtime';
import { describe, expect, jest, test } from '@jest/globals';
import { INVALID_SPAN_CONTEXT, trace } from '@opentelemetry/api';
import type { Pool } from 'pg';
import { createWriteLanes, type LaneName, runQueued } from './write-lanes.ts';

const client: ClientConnection = { destroyed: false };
const pool = {} as Pool;
const span = trace.wrapSpanContext(INVALID_SPAN_CONTEXT);

/** A revocation of a user in a session. */
const WRITE = {
  lane: 'reserved',
  accountId: 'a',
  sessionId: 's',
  provedBySessionId: null,
  network: 'n',
  companyId: null,
  isSignIn: false,
  hasMinTime: false,
} as const;

/** A refusal is not delayed. */
const lanesOf = (onRefusal: () => void = () => {}, work = new ConcurrencyLimit(1000)) =>
  createWriteLanes({ ordinary: pool, reserved: pool, staff: pool }, work, async () => onRefusal());

/** Lanes with one write that does not end, and how those behind it of the same kind end: undefined, those that wait still. */
async function behind(
  count: number,
  write: Partial<Parameters<typeof runQueued>[1]> & { readonly lane: LaneName },
  other: Partial<Parameters<typeof runQueued>[1]> | null = null,
) {
  const lanes = lanesOf();
  const full = { ...WRITE, accountId: null, sessionId: null, ...write };
  const run = (one: Parameters<typeof runQueued>[1], work: () => Promise<unknown>) =>
    runQueued(lanes, one, { client, span }, work);
  let end = () => {};
  const first = run(full, () => new Promise<void>((resolve) => (end = resolve)));
  const ends: (string | undefined)[] = Array.from({ length: count }, () => undefined);
  const waiting = ends.map(async (_, index) => {
    ends[index] = await run(full, async () => 'done').then(
      () => 'done',
      (error: { code: string }) => error.code,
    );
  });
  const beside = await Promise.race([
    other === null ? null : run({ ...full, ...other }, async () => 'beside'),
    new Promise((resolve) => setImmediate(() => resolve('waits'))),
  ]);
  return {
    ends,
    beside,
    finish: async () => {
      end();
      await Promise.all([first, ...waiting]);
    },
  };
}

describe('G6: how many writes wait', () => {
  test.each([
    ['ordinary ones of an account', { lane: 'ordinary', accountId: 'a' }, 8],
    ['ordinary ones of a company', { lane: 'ordinary', accountId: 'a', companyId: 'c' }, 8],
    ['revocations of a session', { lane: 'reserved', accountId: 'a', sessionId: 's' }, 4],
    ['revocations of a session of staff', { lane: 'staff', accountId: 'a', sessionId: 's' }, 4],
    ['sign-ins of an account', { lane: 'reserved', accountId: 'a' }, 64],
    ['of a network', { lane: 'ordinary' }, 64],
    ['failed sign-ins of a network', { lane: 'ordinary', isSignIn: true }, 64],
    ['with a time of their own of a network', { lane: 'ordinary', hasMinTime: true }, 64],
  ] as const)('%s: as many as its queue takes; one more is refused', async (_what, write, places) => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
    try {
      const { ends, finish } = await behind(places + 1, write);
      await jest.advanceTimersByTimeAsync(2900);
      expect(ends.filter((end) => end === 'rate_limited')).toHaveLength(1);
      expect(ends.filter((end) => end === undefined)).toHaveLength(places);
      await jest.advanceTimersByTimeAsync(200);
      const isBounded = write.lane !== 'ordinary' || !('accountId' in write);
      expect(ends.filter((end) => end === 'dependency_unavailable')).toHaveLength(isBounded ? places : 0);
      const finished = finish();
      await jest.advanceTimersByTimeAsync(1000);
      await finished;
    } finally {
      jest.useRealTimers();
    }
  });

  test.each([
    ['ordinary ones of an account are done one each 25 ms', { lane: 'ordinary', accountId: 'a' }, 2],
    ['revocations one after another', { lane: 'reserved', accountId: 'a', sessionId: 's' }, 4],
    ['those of a network one after another', { lane: 'ordinary' }, 4],
  ] as const)('%s', async (_what, write, done) => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
    try {
      const { ends, finish } = await behind(4, write);
      const finished = finish();
      await jest.advanceTimersByTimeAsync(50);
      expect(ends.filter((end) => end === 'done')).toHaveLength(done);
      await jest.advanceTimersByTimeAsync(50);
      await finished;
    } finally {
      jest.useRealTimers();
    }
  });
});

describe('G1, G6: whose writes do not wait for those of others', () => {
  test.each([
    ['another account', { lane: 'ordinary', accountId: 'a' }, { accountId: 'b' }, 'beside'],
    ['the same account', { lane: 'ordinary', accountId: 'a' }, {}, 'waits'],
    ['its other lane', { lane: 'ordinary', accountId: 'a' }, { lane: 'reserved' }, 'beside'],
    ['staff', { lane: 'reserved', accountId: 'a' }, { lane: 'staff', accountId: 'b' }, 'beside'],
    ['its other network', { lane: 'reserved', accountId: 'a' }, { network: 'm' }, 'waits'],
    [
      'a member of the company',
      { lane: 'ordinary', accountId: 'a', companyId: 'c' },
      { accountId: 'b' },
      'waits',
    ],
    ['another network', { lane: 'ordinary' }, { network: 'm' }, 'beside'],
    ['a failed sign-in', { lane: 'ordinary' }, { isSignIn: true }, 'beside'],
    ['one with a time of its own', { lane: 'ordinary' }, { hasMinTime: true }, 'beside'],
  ] as const)('%s', async (_who, write, other, expected) => {
    const { beside, finish } = await behind(0, write, other);
    expect(beside).toBe(expected);
    await finish();
  });

  test('an owner writes between the writes of a thief with a stolen session, who has filled the queue', async () => {
    const lanes = lanesOf();
    const order: string[] = [];
    const run = (sessionId: string) =>
      runQueued(lanes, { ...WRITE, lane: 'ordinary', sessionId }, { client, span }, async () => {
        order.push(sessionId);
      });
    const thief = Array.from({ length: 9 }, () => run('thief'));
    const answers = await Promise.allSettled([...thief, run('owner')]);
    expect(order.indexOf('owner')).toBe(2);
    expect(answers.map(({ status }) => status)).toEqual([
      ...Array(8).fill('fulfilled'),
      'rejected',
      'fulfilled',
    ]);
  });

  test('a session of another network is next, however many sessions of the first one wait', async () => {
    const lanes = lanesOf();
    const order: string[] = [];
    const run = (sessionId: string, network: string) =>
      runQueued(lanes, { ...WRITE, sessionId, network }, { client, span }, async () => {
        order.push(sessionId);
        await new Promise((resolve) => setImmediate(resolve));
      });
    const thieves = Array.from({ length: 20 }, (_, index) => run(`thief ${index}`, 'n'));
    await Promise.all([...thieves, run('owner', 'm')]);
    expect(order.indexOf('owner')).toBeLessThanOrEqual(2);
  });

  test.each([
    ['a revocation of another session is next', 'owner', 2],
    ['a sign-in is next', null, 2],
    ['a revocation of the same session waits behind it, and is not refused', 'thief', 256],
  ])('%s, though a session waits on each of 256 networks', async (_what, sessionId, place) => {
    const lanes = lanesOf();
    const order: string[] = [];
    const run = (by: string, from: { readonly network: string; readonly sessionId: string | null }) =>
      runQueued(lanes, { ...WRITE, ...from }, { client, span }, async () => {
        order.push(by);
      });
    const thief = Array.from({ length: 256 }, (_, index) =>
      run('thief', { network: `n${index}`, sessionId: 'thief' }),
    );
    await Promise.all([...thief, run('owner', { network: 'm', sessionId })]);
    expect(order.indexOf('owner')).toBeLessThanOrEqual(place);
    expect(order).toHaveLength(257);
  });

  test.each([
    ['a revocation', 'owner'],
    ['a sign-in', null],
  ])('%s is next, though sign-outs with a stolen session wait on 256 networks', async (_what, sessionId) => {
    const lanes = lanesOf();
    const order: string[] = [];
    const run = (by: string, from: Partial<Parameters<typeof runQueued>[1]>) =>
      runQueued(lanes, { ...WRITE, ...from }, { client, span }, async () => {
        order.push(by);
      });
    const thief = Array.from({ length: 256 }, (_, index) =>
      run('thief', { network: `n${index}`, sessionId: null, provedBySessionId: 'stolen' }),
    );
    await Promise.all([...thief, run('owner', { network: 'm', sessionId })]);
    expect(order.indexOf('owner')).toBeLessThanOrEqual(2);
    expect(order).toHaveLength(257);
  });
});

describe('G1, G6: what waits', () => {
  test('G1 G6: holds no slot: with 1,200 waiting revocations of three accounts from one network, staff revoke', async () => {
    const work = new ConcurrencyLimit(1000);
    const lanes = lanesOf(() => {}, work);
    const statuses: string[] = [];
    const held = Promise.withResolvers<void>();
    /** A request as the API serves it. */
    const serve = async (write: Parameters<typeof runQueued>[1], run: () => Promise<void>) => {
      if (!work.tryAcquire()) {
        statuses.push('too many requests at once');
        return;
      }
      await runQueued(lanes, write, { client, span }, run).finally(() => work.release());
      statuses.push(write.lane);
    };
    const flood = ['a', 'b', 'c'].flatMap((accountId) =>
      Array.from({ length: 401 }, (_, index) =>
        serve({ ...WRITE, accountId, sessionId: `${accountId} ${index % 100}` }, () => held.promise),
      ),
    );
    await serve({ ...WRITE, lane: 'staff', accountId: 'admin' }, async () => {});
    expect(statuses).toEqual(['staff']);
    held.resolve();
    await Promise.all(flood);
    expect(statuses.filter((status) => status === 'reserved')).toHaveLength(1203);
    // Every slot is free again.
    expect(Array.from({ length: 1001 }, () => work.tryAcquire()).indexOf(false)).toBe(1000);
  });

  test.each([
    ['revocations with a stolen session', 's'],
    ['sign-outs with a stolen session', null],
  ])(
    'G1 G6: of one account is bounded over all networks: 400 %s, and another session is next all the same',
    async (_what, sessionId) => {
      const lanes = lanesOf();
      const ends = { done: 0, rate_limited: 0 };
      const order: string[] = [];
      const held = Promise.withResolvers<void>();
      const first = runQueued(lanes, { ...WRITE, network: 'first' }, { client, span }, () => held.promise);
      const flood = Array.from({ length: 1000 }, (_, index) =>
        // Four of each session wait for a network, of which one then waits for the account.
        runQueued(
          lanes,
          { ...WRITE, network: `n${index % 200}`, sessionId, provedBySessionId: 's' },
          { client, span },
          async () => void order.push('thief'),
        ).then(
          () => (ends.done += 1),
          (error: { code: 'rate_limited' }) => (ends[error.code] += 1),
        ),
      );
      const owner = runQueued(
        lanes,
        { ...WRITE, network: 'n1', sessionId: 'owner' },
        { client, span },
        async () => void order.push('owner'),
      );
      held.resolve();
      await Promise.all([first, owner, ...flood]);
      // 200 wait for the account, and 399 behind them: one has given way.
      expect(ends).toEqual({ done: 599, rate_limited: 401 });
      expect(order).toContain('owner');
    },
  );
});

test('G1 G6: a revocation waits no longer behind one on another network than behind one on its own', async () => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
  try {
    const lanes = lanesOf();
    const held = Promise.withResolvers<void>();
    const first = runQueued(lanes, WRITE, { client, span }, () => held.promise);
    const late = runQueued(lanes, { ...WRITE, network: 'm' }, { client, span }, async () => 'done');
    const refusal = expect(late).rejects.toMatchObject({ code: 'dependency_unavailable' });
    await jest.advanceTimersByTimeAsync(3100);
    await refusal;
    held.resolve();
    await first;
  } finally {
    jest.useRealTimers();
  }
});

test('G6: a refusal takes a second at least', async () => {
  const work = new ConcurrencyLimit(1000);
  const lanes = createWriteLanes({ ordinary: pool, reserved: pool, staff: pool }, work);
  const held = Promise.withResolvers<void>();
  const startedAt = performance.now();
  const run = () => runQueued(lanes, WRITE, { client, span }, () => held.promise);
  const all = Array.from({ length: 6 }, run);
  await expect(Promise.race(all)).rejects.toMatchObject({ code: 'rate_limited' });
  expect(performance.now() - startedAt).toBeGreaterThan(995);
  held.resolve();
  await Promise.allSettled(all);
});

describe('how long writes waited for their turn', () => {
  const recorded = [expect.any(Number), { 'gatehouse.write.lane': 'reserved' }];

  /** Lanes, what they record, and how many refusals they delay. */
  function recordingLanes() {
    const waits: unknown[] = [];
    const delayed: unknown[] = [];
    const lanes = {
      ...lanesOf(() => delayed.push('refusal')),
      waitTime: { record: (...wait: unknown[]) => void waits.push(wait) },
    };
    return { lanes, waits, delayed };
  }

  test('is recorded of each; one that is refused has not waited, and its refusal is delayed', async () => {
    const { lanes, waits, delayed } = recordingLanes();
    const run = () => runQueued(lanes, WRITE, { client, span }, () => new Promise(setImmediate));
    const answers = await Promise.allSettled(Array.from({ length: 6 }, run));
    expect(answers.filter(({ status }) => status === 'rejected')).toHaveLength(1);
    expect(waits).toEqual(Array.from({ length: 5 }, () => recorded));
    expect(delayed).toHaveLength(1);
  });

  test('is recorded once of one whose work fails', async () => {
    const { lanes, waits } = recordingLanes();
    const failing = runQueued(lanes, WRITE, { client, span }, () => Promise.reject(new Error('of the work')));
    await expect(failing).rejects.toThrow('of the work');
    expect(waits).toEqual([recorded]);
  });

  test('is recorded of one whose client disconnects, and of one whose turn does not come', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
    try {
      const { lanes, waits } = recordingLanes();
      const gone = runQueued(lanes, WRITE, { client: { destroyed: true }, span }, async () => 'done');
      await expect(gone).rejects.toBeInstanceOf(ClientDisconnected);
      expect(waits).toEqual([recorded]);
      let end = () => {};
      const first = runQueued(
        lanes,
        WRITE,
        { client, span },
        () => new Promise<void>((resolve) => (end = resolve)),
      );
      const late = runQueued(lanes, WRITE, { client, span }, async () => 'done');
      const refusal = expect(late).rejects.toMatchObject({ code: 'dependency_unavailable' });
      await jest.advanceTimersByTimeAsync(3100);
      await refusal;
      expect(waits).toEqual([recorded, recorded, recorded]);
      end();
      await first;
    } finally {
      jest.useRealTimers();
    }
  });
});
