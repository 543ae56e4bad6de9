import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { Logger } from '@gatehouse/runtime';
import { afterEach, describe, expect, test } from '@jest/globals';
import { createLimiters } from './limiters.ts';

const HOUR_SECONDS = 60 * 60;
/** No Redis server listens there. */
const NO_REDIS = 'redis://127.0.0.1:1';

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** The limiters of a process, and the first thing that it logs. */
function createdLimiters(redisUrl: string) {
  const { promise: logged, resolve } = Promise.withResolvers<readonly [fields: object, text: string]>();
  const log = { warn: (...line: [object, string]) => resolve(line) } as unknown as Logger;
  const { limiter, stop } = createLimiters({ redisUrl, maxKeys: 100 }, log);
  stops.push(stop);
  return { limiter, stop, logged };
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

describe('the connection to Redis', () => {
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
