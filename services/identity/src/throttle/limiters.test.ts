import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setImmediate as nextTurn, setTimeout as passed } from 'node:timers/promises';
import type { Logger } from '@gatehouse/runtime';
import { afterEach, describe, expect, test } from '@jest/globals';
import { metrics } from '@opentelemetry/api';
import { MeterProvider, MetricReader } from '@opentelemetry/sdk-metrics';
import { createLimiters } from './limiters.ts';

const HOUR_SECONDS = 60 * 60;
/** No Redis server listens there. */
const NO_REDIS = 'redis://127.0.0.1:1';

class TestReader extends MetricReader {
  protected override async onForceFlush(): Promise<void> {}
  protected override async onShutdown(): Promise<void> {}
}

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

type Line = readonly [fields: object, text: string];

/** The limiters of a process, what it logs, and the first line. */
function createdLimiters(redisUrl: string) {
  const { promise: logged, resolve } = Promise.withResolvers<Line>();
  const lines: Line[] = [];
  const log = {
    warn: (...line: [object, string]) => {
      lines.push(line);
      resolve(line);
    },
  } as unknown as Logger;
  const { limiter, stop } = createLimiters({ redisUrl, maxKeys: 100 }, log);
  stops.push(stop);
  return { limiter, stop, logged, lines };
}

describe.each([
  ['without Redis', ''],
  ['while Redis is down', NO_REDIS],
])('G6: %s, a process', (_when, redisUrl) => {
  test('counts in memory, and says when the window ends', async () => {
    const { use } = createdLimiters(redisUrl).limiter('x', 2, HOUR_SECONDS);
    expect([await use('a'), await use('a')]).toEqual([null, null]);
    const wait = await use('a');
    expect(wait).toBeGreaterThan(HOUR_SECONDS - 60);
    expect(wait).toBeLessThanOrEqual(HOUR_SECONDS);
    expect(await use('b')).toBeNull();
  });

  test('uncounts one use', async () => {
    const { use, uncount, isUsed } = createdLimiters(redisUrl).limiter('x', 1, HOUR_SECONDS);
    expect(await isUsed('a')).toBe(false);
    await use('a');
    expect(await isUsed('a')).toBe(true);
    await uncount('a');
    expect(await isUsed('a')).toBe(false);
    expect(await use('a')).toBeNull();
  });

  test('resets a key alone', async () => {
    const { use, reset } = createdLimiters(redisUrl).limiter('x', 1, HOUR_SECONDS);
    for (const key of ['a', 'a', 'b']) await use(key);
    await reset('a');
    expect(await use('a')).toBeNull();
    expect(await use('b')).not.toBeNull();
  });

  test('counts nothing between limiters', async () => {
    const { limiter } = createdLimiters(redisUrl);
    const [first, second] = [limiter('first', 1, HOUR_SECONDS), limiter('second', 1, HOUR_SECONDS)];
    await first.use('a');
    expect(await second.use('a')).toBeNull();
  });
});

/**
 * A server that answers connections and scripts as Redis does: a script on the nth connection has the nth of `answers`, or no
 * answer if that is empty. Later connections have no answer at all.
 * @returns its URL, and how many connections there were.
 */
async function startRedisThatAnswers(answers: readonly string[]) {
  let connections = 0;
  const server = createServer((socket) => {
    const answer = answers[connections];
    connections += 1;
    socket.on('data', (commands) => {
      if (answer === undefined) return;
      for (const command of commands.toString().split('*').slice(1)) {
        const reply = /\r\nevalsha\r\n/i.test(command) ? answer : '+OK';
        if (reply !== '') socket.write(`${reply}\r\n`);
      }
    });
  }).listen(0, '127.0.0.1');
  stops.push(() => server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `redis://127.0.0.1:${port}`, connections: () => connections };
}

const USED_THREE_TIMES = `*2\r\n:3\r\n:${HOUR_SECONDS * 1000}`;

describe('Redis that refuses commands on a connection that works', () => {
  const READ_ONLY = "-READONLY You can't write against a read only replica.";
  const TEXT = 'Redis did not answer a throttle, which counts in memory';

  afterEach(() => metrics.disable());

  test('G6: a process that is connected to a former primary logs it, and counts with the present one', async () => {
    const redis = await startRedisThatAnswers([READ_ONLY, USED_THREE_TIMES]);
    const { limiter, lines } = createdLimiters(redis.url);
    const { use } = limiter('x', 1, HOUR_SECONDS);
    let key = 0;
    // Each key is used once: in memory none has too many uses.
    while ((await use(`${key++}`)) === null) await nextTurn();
    expect(redis.connections()).toBe(2);
    expect(lines).toContainEqual([
      { err: expect.objectContaining({ message: expect.stringContaining('READONLY') }) },
      TEXT,
    ]);
  });

  test.each([
    ['OOM command not allowed', ''],
    ["NOPERM this user has no permissions to run the 'evalsha' command", ''],
    ["ERR unknown command 'evalsha'", ", with args beginning with: 'x:198.18.0.1'"],
  ])(
    'G6: “%s” is logged, without what is secret, and counted, and the throttle counts in memory',
    async (reason, secret) => {
      const reader = new TestReader();
      metrics.setGlobalMeterProvider(new MeterProvider({ readers: [reader] }));
      const failures = async () => {
        const { resourceMetrics } = await reader.collect();
        return resourceMetrics.scopeMetrics
          .flatMap((scope) => scope.metrics)
          .filter(({ descriptor }) => descriptor.name === 'gatehouse.throttle.redis_failures')
          .flatMap(({ dataPoints }) => dataPoints.map(({ value }) => value));
      };
      const redis = await startRedisThatAnswers([`-${reason}${secret}`]);
      const { limiter, lines } = createdLimiters(redis.url);
      const { use } = limiter('x', 1, HOUR_SECONDS);
      expect(await failures()).toEqual([0]);
      const refusals = () => lines.filter(([fields]) => 'err' in fields && `${fields.err}`.endsWith(reason));
      while (refusals().length === 0) {
        await use('a');
        await nextTurn();
      }
      expect(refusals()[0]?.[1]).toBe(TEXT);
      expect(await use('a')).not.toBeNull();
      expect(await failures()).toEqual([lines.length]);
      expect(redis.connections()).toBe(1);
    },
  );
});

describe('the connection to Redis', () => {
  test('G6: is made again when commands have no answer, and meanwhile no use waits', async () => {
    const redis = await startRedisThatAnswers(['']);
    const { use } = createdLimiters(redis.url).limiter('x', 1, HOUR_SECONDS);
    const until = performance.now() + 20_000;
    while (redis.connections() < 2 && performance.now() < until) {
      await use('a');
      await nextTurn();
    }
    expect(redis.connections()).toBe(2);
    const begunAt = performance.now();
    expect(await use('b')).toBeNull();
    expect(performance.now() - begunAt).toBeLessThan(250);
  });

  test('is kept while it is idle', async () => {
    const redis = await startRedisThatAnswers([USED_THREE_TIMES]);
    const { use } = createdLimiters(redis.url).limiter('x', 1, HOUR_SECONDS);
    let key = 0;
    while ((await use(`${key++}`)) === null) await nextTurn();
    await passed(1500);
    expect(await use('idle')).not.toBeNull();
    expect(redis.connections()).toBe(1);
  });

  test('is logged when it fails', async () => {
    const [fields, text] = await createdLimiters(NO_REDIS).logged;
    expect(text).toBe('Redis is not available; throttles count in memory');
    expect(fields).toEqual({ err: expect.objectContaining({ code: 'ECONNREFUSED' }) });
  });

  test('ends with the process', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const connected = once(server, 'connection');
    server.on('connection', (socket) =>
      // Otherwise the client would close a connection that does not answer.
      socket.on('data', (commands) =>
        socket.write('+OK\r\n'.repeat(commands.toString().split('*').length - 1)),
      ),
    );
    const { stop } = createdLimiters(`redis://127.0.0.1:${port}`);
    const [socket] = await connected;
    const closed = once(socket, 'close');
    stop();
    await closed;
    server.close();
  });

  test('is not there without its URL, so that there is nothing to stop', () => {
    expect(createdLimiters('').stop).not.toThrow();
  });

  test('is not tried without its URL', async () => {
    const { logged } = createdLimiters('');
    // An attempt at the library's default, which is a port of the same host, would have failed before this one.
    await createdLimiters('redis://localhost:1').logged;
    expect(await Promise.race([logged, 'nothing'])).toBe('nothing');
  });

  test('is not waited for while it does not answer', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { limiter } = createdLimiters(`redis://127.0.0.1:${(server.address() as AddressInfo).port}`);
    // Nothing that waits for the connection or for a timeout is done before it.
    const late = new Promise((resolve) => setImmediate(resolve, 'late'));
    expect(await Promise.race([limiter('x', 1, HOUR_SECONDS).use('a'), late])).toBeNull();
    server.close();
  });
});
