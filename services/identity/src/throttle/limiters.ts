import { type Logger, observeCounter, observedCounters } from '@gatehouse/runtime';
import { Redis } from 'ioredis';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';

/** Counts uses per key within fixed windows. */
export interface Limiter {
  /** Counts one use, atomically. @returns seconds to wait when there were too many, else null. */
  use(key: string): Promise<number | null>;
  /** Uncounts one use. */
  uncount(key: string): Promise<void>;
  /** Whether the key has uses. */
  isUsed(key: string): Promise<boolean>;
  reset(key: string): Promise<void>;
}

/** Creates a limiter that allows `limit` uses of a key in `seconds`. */
export type MakeLimiter = (name: string, limit: number, seconds: number) => Limiter;

/**
 * Limiters that all instances share through Redis. Without Redis, and while it is down, each process counts in memory, for
 * `maxKeys` keys per limiter. A Redis outage refuses no request and affects no access decision.
 */
export function createLimiters(
  { redisUrl, maxKeys }: { redisUrl: string; maxKeys: number },
  log: Logger,
): { limiter: MakeLimiter; stop: () => void } {
  const redis = redisUrl === '' ? null : connect(redisUrl, log);
  let failures = 0;
  observeCounter('@gatehouse/identity', 'gatehouse.throttle.redis_failures', (observe) =>
    observe(failures, {}),
  );
  // Redis may also refuse commands on a connection that works, and its listener is not called then.
  const onFailure = (error: unknown) => {
    failures += 1;
    log.warn({ err: withoutArguments(error) }, 'Redis did not answer a throttle, which counts in memory');
  };
  return {
    limiter: (name, limit, seconds) => {
      const memory = memoryLimiter({ name, limit, seconds, maxKeys });
      return redis === null ? memory : redisLimiter(redis, { name, limit, seconds }, { memory, onFailure });
    },
    stop: () => redis?.disconnect(),
  };
}

function connect(url: string, log: Logger): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: 500,
    // Closes a connection whose commands get no reply: until the next one works, uses fail at once. An idle one stays open.
    socketTimeout: 1000,
    // A former primary keeps its connections: only a new one leads to the present primary.
    reconnectOnError: ({ message }) => message.includes('READONLY'),
  });
  redis.on('error', (error: Error) =>
    log.warn({ err: error }, 'Redis is not available; throttles count in memory'),
  );
  return redis;
}

/** Redis repeats the arguments of a command that it does not know: a client's address is one of them. */
function withoutArguments(error: unknown): unknown {
  if (!(error instanceof Error) || !error.message.includes(', with args')) return error;
  return new Error(error.message.replace(/, with args.*/s, ''));
}

function secondsOf(millis: number): number {
  return Math.max(1, Math.ceil(millis / 1000));
}

/** The library's memory limiter is unbounded: it keeps each key, with a timer, until its window ends. */
function memoryLimiter({
  name,
  limit,
  seconds,
  maxKeys,
}: {
  name: string;
  limit: number;
  seconds: number;
  maxKeys: number;
}): Limiter {
  const counters = observedCounters(name, { windowMillis: seconds * 1000, maxKeys });
  return {
    use: async (key) => {
      const { count, millisLeft } = counters.add(key);
      return count > limit ? secondsOf(millisLeft) : null;
    },
    uncount: async (key) => void counters.add(key, -1),
    isUsed: async (key) => (counters.get(key)?.count ?? 0) > 0,
    reset: async (key) => void counters.delete(key),
  };
}

function redisLimiter(
  redis: Redis,
  { name, limit, seconds }: { name: string; limit: number; seconds: number },
  { memory, onFailure }: { memory: Limiter; onFailure: (error: unknown) => void },
): Limiter {
  const store = new RateLimiterRedis({
    storeClient: redis,
    keyPrefix: name,
    points: limit,
    duration: seconds,
  });
  const orInMemory = async <T>(inRedis: () => Promise<T>, inMemory: () => Promise<T>): Promise<T> => {
    try {
      return await inRedis();
    } catch (error) {
      onFailure(error);
      return inMemory();
    }
  };
  return {
    use: (key) =>
      orInMemory(
        () => consume(store, key),
        () => memory.use(key),
      ),
    uncount: (key) =>
      orInMemory(
        async () => void (await store.reward(key)),
        () => memory.uncount(key),
      ),
    isUsed: (key) =>
      orInMemory(
        async () => ((await store.get(key))?.consumedPoints ?? 0) > 0,
        () => memory.isUsed(key),
      ),
    reset: (key) =>
      orInMemory(
        async () => void (await store.delete(key)),
        () => memory.reset(key),
      ),
  };
}

/** The library rejects with its result, which is not an error, when there were too many uses. */
async function consume(store: RateLimiterRedis, key: string): Promise<number | null> {
  try {
    await store.consume(key);
    return null;
  } catch (result) {
    if (result instanceof RateLimiterRes) return secondsOf(result.msBeforeNext);
    throw result;
  }
}
