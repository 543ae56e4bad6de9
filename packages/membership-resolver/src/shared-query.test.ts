import { ClientDisconnected } from '@gatehouse/runtime';
import { describe, expect, jest, test } from '@jest/globals';
import { metrics, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { Pool } from 'pg';
import { SharedQuery, SharedQueryOverload } from './shared-query.ts';

const exporter = new InMemorySpanExporter();
trace.setGlobalTracerProvider(
  new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }),
);

const recorded: unknown[][] = [];
metrics.setGlobalMeterProvider({
  getMeter: (scope: string) => ({
    createHistogram: (name: string) => ({
      record: (...values: unknown[]) => recorded.push([scope, name, ...values]),
    }),
  }),
} as unknown as Parameters<typeof metrics.setGlobalMeterProvider>[0]);

interface Sent {
  readonly config: unknown;
  readonly keys: string[];
  readonly answer: () => void;
  readonly fail: (reason: unknown) => void;
}

/** A pool that answers when the test says so, with a row for each key except `absent`, the last key's row first. */
function heldPool() {
  const sent: Sent[] = [];
  const query = (config: { values: [string[]] }) =>
    new Promise((resolve, reject) => {
      const keys = config.values[0];
      const rows = keys
        .map((key, index) => [String(index + 1), key])
        .filter(([, key]) => key !== 'absent')
        .reverse();
      sent.push({ config, keys, answer: () => resolve({ rows }), fail: reject });
    });
  return { sent, pool: { query } as unknown as Pool };
}

const statement = {
  name: 'resolve_x',
  text: 'select x',
  summary: 'SELECT x',
  parse: (columns: readonly unknown[]) => `row of ${columns[1]}`,
};
/** Of a test that fails, a read that is rejected does not end the process, so that the failure is reported. */
function handled<T>(read: Promise<T>): Promise<T> {
  read.catch(() => undefined);
  return read;
}

class TestedQuery<Row> extends SharedQuery<Row> {
  override find(...asked: Parameters<SharedQuery<Row>['find']>): Promise<Row | null> {
    return handled(super.find(...asked));
  }

  override findAll(...asked: Parameters<SharedQuery<Row>['findAll']>): Promise<(Row | null)[]> {
    return handled(super.findAll(...asked));
  }
}

const tick = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

describe('B1: the shared query', () => {
  test('B1: a request never joins a query that has been sent; those that wait share the next', async () => {
    const { sent, pool } = heldPool();
    const shared = new TestedQuery(pool, statement, { inFlightLimit: 1 });
    const first = [shared.find('a'), shared.find('b')];
    expect(sent).toEqual([]);
    await tick();
    expect(sent.map(({ keys }) => keys)).toEqual([['a', 'b']]);
    const later = [shared.find('c'), shared.find('d')];
    await tick();
    expect(sent).toHaveLength(1);
    sent[0]?.answer();
    expect(await Promise.all(first)).toEqual(['row of a', 'row of b']);
    await tick();
    expect(sent[1]?.keys).toEqual(['c', 'd']);
    sent[1]?.answer();
    expect(await Promise.all(later)).toEqual(['row of c', 'row of d']);
  });

  test('the statement is sent under its name, with the keys as its one value', async () => {
    const { sent, pool } = heldPool();
    void new TestedQuery(pool, statement).find('a');
    await tick();
    expect(sent[0]?.config).toEqual({
      name: 'resolve_x',
      text: 'select x',
      values: [['a']],
      rowMode: 'array',
    });
  });

  test('a key without a row is null and receives no other key’s row', async () => {
    const { sent, pool } = heldPool();
    const shared = new TestedQuery(pool, statement);
    const asking = ['a', 'absent', 'b'].map((name) => shared.find(name));
    await tick();
    sent[0]?.answer();
    expect(await Promise.all(asking)).toEqual(['row of a', null, 'row of b']);
  });

  test('requests that arrive together are sent by one turn', async () => {
    const { sent, pool } = heldPool();
    const shared = new TestedQuery(pool, statement);
    const scheduled = jest.spyOn(globalThis, 'setImmediate');
    for (const name of ['a', 'b', 'c']) void shared.find(name);
    expect(scheduled).toHaveBeenCalledTimes(1);
    scheduled.mockRestore();
    await tick();
    expect(sent.map(({ keys }) => keys)).toEqual([['a', 'b', 'c']]);
  });

  test('the keys of a query and the queries in flight are limited', async () => {
    const { sent, pool } = heldPool();
    const shared = new TestedQuery(pool, statement, { inFlightLimit: 2, keysPerQuery: 2 });
    const asking = ['a', 'b', 'c', 'd', 'e'].map((name) => shared.find(name));
    await tick();
    expect(sent.map(({ keys }) => keys.length)).toEqual([2, 2]);
    sent[0]?.answer();
    await tick();
    expect(sent.map(({ keys }) => keys.length)).toEqual([2, 2, 1]);
    for (const one of sent.slice(1)) one.answer();
    expect(await Promise.all(asking)).toEqual(['a', 'b', 'c', 'd', 'e'].map((name) => `row of ${name}`));
    await tick();
    expect(sent).toHaveLength(3);
  });

  test('waiting is bounded', async () => {
    const { sent, pool } = heldPool();
    const shared = new TestedQuery(pool, statement, { waitingLimit: 2 });
    const waiting = [shared.find('a'), shared.find('b')];
    const refused = shared.find('c');
    await expect(refused).rejects.toBeInstanceOf(SharedQueryOverload);
    await expect(refused).rejects.toMatchObject({
      name: 'SharedQueryOverload',
      message: 'too many requests wait for the database',
    });
    await tick();
    sent[0]?.answer();
    expect(await Promise.all(waiting)).toEqual(['row of a', 'row of b']);
  });

  test.each([new Error('gone'), 'away'])(
    'E4: %p is thrown to every waiting request, is never an absent row, and stops nothing',
    async (reason) => {
      const { sent, pool } = heldPool();
      const shared = new TestedQuery(pool, statement, { inFlightLimit: 1 });
      const asking = ['a', 'b'].map((name) => shared.find(name));
      await tick();
      const later = shared.find('c');
      sent[0]?.fail(reason);
      for (const one of await Promise.allSettled(asking)) expect(one).toEqual({ status: 'rejected', reason });
      await tick();
      sent[1]?.answer();
      expect(await later).toBe('row of c');
    },
  );
});

describe('a client that disconnects while its request waits', () => {
  test('its key is not queried, and the others are', async () => {
    const { sent, pool } = heldPool();
    const shared = new TestedQuery(pool, statement, { inFlightLimit: 1 });
    const clients = [{ destroyed: false }, { destroyed: false }, { destroyed: false }];
    const first = shared.find('first', { client: clients[0] });
    await tick();
    const waiting = ['a', 'b', 'c'].map((name, index) => shared.find(name, { client: clients[index] }));
    Object.assign(clients[0] ?? {}, { destroyed: true });
    Object.assign(clients[2] ?? {}, { destroyed: true });
    const settled = Promise.allSettled(waiting);
    sent[0]?.answer();
    // What has been sent is answered.
    expect(await first).toBe('row of first');
    await tick();
    expect(sent.map(({ keys }) => keys)).toEqual([['first'], ['b']]);
    sent[1]?.answer();
    expect(await settled).toEqual([
      { status: 'rejected', reason: new ClientDisconnected() },
      { status: 'fulfilled', value: 'row of b' },
      { status: 'rejected', reason: new ClientDisconnected() },
    ]);
  });

  test('without other waiters no query is sent', async () => {
    const { sent, pool } = heldPool();
    const shared = new TestedQuery(pool, statement, { inFlightLimit: 1 });
    const disconnected = [1, 2].map(() => shared.find('a', { client: { destroyed: true } }));
    for (const one of await Promise.allSettled(disconnected)) {
      expect(one).toMatchObject({ status: 'rejected', reason: { name: 'ClientDisconnected' } });
    }
    await tick();
    expect(sent).toEqual([]);
    const later = shared.find('b', { client: { destroyed: false } });
    await tick();
    sent[0]?.answer();
    expect(await later).toBe('row of b');
  });
});

describe('the telemetry of a shared query', () => {
  const kept = () => trace.getTracer('test').startSpan('request');
  const dropped = trace.wrapSpanContext({ traceId: '1'.repeat(32), spanId: '2'.repeat(16), traceFlags: 0 });

  /** Finds a key for each parent at once, ends the query, and returns the resolver's spans. */
  async function spansOf(parents: readonly (typeof dropped | undefined)[], end: (sent: Sent) => void) {
    exporter.reset();
    recorded.length = 0;
    const { sent, pool } = heldPool();
    const shared = new TestedQuery(pool, statement);
    const asking = parents.map((parent) => shared.find('a', { span: parent }));
    await tick();
    for (const one of sent) end(one);
    await Promise.allSettled(asking);
    return exporter.getFinishedSpans();
  }

  test('each trace shows its own wait, linked with the query that many requests shared', async () => {
    const parents = [kept(), kept()];
    const spans = await spansOf([undefined, dropped, ...parents], ({ answer }) => answer());
    expect(
      spans.map(({ name, kind, instrumentationScope, status }) => [
        name,
        kind,
        instrumentationScope.name,
        status.code,
      ]),
    ).toEqual(
      ['SELECT x', 'SELECT x', 'shared SELECT x'].map((name) => [
        name,
        SpanKind.CLIENT,
        '@gatehouse/membership-resolver',
        SpanStatusCode.UNSET,
      ]),
    );
    const shared = spans.at(-1);
    const waits = spans.slice(0, 2);
    expect(shared?.attributes).toEqual({
      'db.system.name': 'postgresql',
      'db.query.summary': 'SELECT x',
      'db.operation.batch.size': 4,
    });
    const idOf = (span: (typeof spans)[number] | undefined) => span?.spanContext().spanId;
    expect(waits.map((wait) => wait.parentSpanContext?.spanId)).toEqual(
      parents.map((parent) => parent.spanContext().spanId),
    );
    // Kept where the first of the requests is.
    expect(shared?.parentSpanContext?.spanId).toBe(idOf(waits[0]));
    expect(shared?.links.map(({ context }) => context.spanId)).toEqual(waits.map(idOf));
    for (const wait of waits) {
      expect(wait.links.map(({ context }) => context.spanId)).toEqual([idOf(shared)]);
    }
  });

  test('a query whose requests are not traced has no span', async () => {
    expect(await spansOf([undefined, dropped], ({ answer }) => answer())).toEqual([]);
  });

  test.each([
    [Object.assign(new Error('too many clients'), { name: 'error', code: '53300' }), '53300'],
    [new TypeError('gone'), 'TypeError'],
    ['away', 'string'],
  ])('a failure, %p, is on the span of each sampled request', async (reason, type) => {
    const spans = await spansOf([dropped, kept()], ({ fail }) => fail(reason));
    expect(
      spans.map(({ name, status, attributes }) => [name, status.code, attributes['error.type']]),
    ).toEqual([
      ['SELECT x', SpanStatusCode.ERROR, type],
      ['shared SELECT x', SpanStatusCode.ERROR, type],
    ]);
  });

  test('a request with many keys has one wait', async () => {
    exporter.reset();
    const { sent, pool } = heldPool();
    const keys = Array.from({ length: 9 }, (_, index) => `a${index}`);
    const found = new TestedQuery(pool, statement).findAll(keys, { span: kept() });
    await tick();
    sent[0]?.answer();
    await found;
    const spans = exporter.getFinishedSpans();
    expect(spans.map(({ name, links }) => [name, links.length])).toEqual([
      ['SELECT x', 1],
      ['shared SELECT x', 1],
    ]);
  });

  test('a client that disconnected while it waited is an error of its own wait', async () => {
    exporter.reset();
    const { pool } = heldPool();
    const waiting = new TestedQuery(pool, statement).find('a', { span: kept(), client: { destroyed: true } });
    await expect(waiting).rejects.toThrow(ClientDisconnected);
    expect(exporter.getFinishedSpans()).toMatchObject([
      {
        name: 'SELECT x',
        status: { code: SpanStatusCode.ERROR },
        attributes: { 'error.type': 'ClientDisconnected' },
      },
    ]);
  });

  test('its size is counted', async () => {
    await spansOf([undefined, dropped, kept()], ({ answer }) => answer());
    expect(recorded).toEqual([
      [
        '@gatehouse/membership-resolver',
        'gatehouse.shared_query.size',
        3,
        { 'db.query.summary': 'SELECT x' },
      ],
    ]);
  });
});

describe('F18 G6: requests with many keys', () => {
  const keysOf = (name: string, count: number) =>
    Array.from({ length: count }, (_, index) => `${name}${index}`);

  test('F18 G6: wait in a queue of their own, one query at a time, and hold up no other request', async () => {
    const { sent, pool } = heldPool();
    const shared = new TestedQuery(pool, statement, { inFlightLimit: 1, waitingLimit: 1 });
    const crowded = [shared.findAll(keysOf('a', 9)), shared.findAll(keysOf('b', 510))];
    await tick();
    expect(sent.map(({ keys }) => keys.length)).toEqual([512]);
    const ordinary = shared.findAll(keysOf('c', 1));
    await tick();
    expect(sent.map(({ keys }) => keys.length)).toEqual([512, 1]);
    sent[1]?.answer();
    expect(await ordinary).toEqual(['row of c0']);
    sent[0]?.answer();
    await tick();
    expect(sent[2]?.keys).toEqual(keysOf('b', 510).slice(503));
    sent[2]?.answer();
    expect(await Promise.all(crowded)).toEqual(
      [keysOf('a', 9), keysOf('b', 510)].map((keys) => keys.map((key) => `row of ${key}`)),
    );
  });

  test('F18: are not queried for a client that has disconnected', async () => {
    const { sent, pool } = heldPool();
    const shared = new TestedQuery(pool, statement);
    await expect(shared.findAll(keysOf('a', 9), { client: { destroyed: true } })).rejects.toThrow(
      ClientDisconnected,
    );
    await tick();
    expect(sent).toEqual([]);
  });

  test('F18: eight keys are an ordinary request', async () => {
    const { sent, pool } = heldPool();
    const shared = new TestedQuery(pool, statement, { inFlightLimit: 1 });
    void shared.findAll(keysOf('a', 8));
    void shared.find('b');
    await tick();
    expect(sent.map(({ keys }) => keys)).toEqual([[...keysOf('a', 8), 'b']]);
  });

  test('F18 G6: are refused when ten of them wait', async () => {
    const { pool } = heldPool();
    const shared = new TestedQuery(pool, statement);
    for (let request = 0; request < 10; request += 1) void shared.findAll(keysOf('a', 280));
    await expect(shared.findAll(keysOf('a', 9))).rejects.toThrow(
      new SharedQueryOverload('too many requests with many cookies wait'),
    );
    // An ordinary one is taken: it waits for the pool, and nothing refuses it.
    const ordinary = shared.findAll(keysOf('a', 8));
    expect(await Promise.race([ordinary, tick().then(() => 'waits')])).toBe('waits');
  });
});
