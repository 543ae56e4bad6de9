import type { DescService } from '@bufbuild/protobuf';
import { createMembershipResolver } from '@gatehouse/membership-resolver';
import {
  AddressLimit,
  ConcurrencyLimit,
  createLogger,
  KeyedConcurrencyLimit,
  type Logger,
  type parseConfiguration,
  serve,
  startTelemetry,
} from '@gatehouse/runtime';
import { createPool, PipelinedReads, type PoolOptions } from '@gatehouse/runtime/database';
import type { Pool } from 'pg';
import type { ErasedHandler } from './answer.ts';
import { AmbiguousSessionReport } from './caller/ambiguous-sessions.ts';
import { READS_OF_ONE_PERSON } from './caller/reads-in-turn.ts';
import { DecisionTally } from './decision-tally.ts';
import { clientErrorAnswer, createApi } from './http/create-api.ts';
import { hostNamesOf } from './http/host-names.ts';
import { originsOf } from './http/origins.ts';
import { RequestMetrics } from './http/request-metrics.ts';
import type { serviceConfiguration } from './service-configuration.ts';
import { createWriteLanes } from './transaction/write-lanes.ts';

/** For revocations, and for what starts or ends a session: ordinary writes never take them (G1, G6). */
const RESERVED_CONNECTIONS = 3;

/** What a service's own parts are made from. */
export interface ServiceParts {
  readonly log: Logger;
  readonly readPool: Pool;
  readonly writePool: Pool;
  /** Opens a pool for one purpose beside them; it ends with the service. */
  readonly pool: MakePool;
}

/** Makes a pool whose name in `pg_stat_activity` says its purpose. */
type MakePool = (
  purpose: string,
  options: Pick<PoolOptions, 'maxConnections' | 'readOnly' | 'statementTimeoutMillis'>,
) => Pool;

/** A running service. */
export interface RunningService {
  readonly port: number;
  readonly log: Logger;
  /** Stops accepting, lets running requests finish, closes what `parts` opened and the pools. */
  stop(): Promise<void>;
}

/**
 * Starts an API service: logger, telemetry, bounded pools, resolver, the contract's endpoints under their rules, and the
 * server. Ready once the shared query's connections are open; a database that is away does not stop the start.
 * @param parts makes the handlers, and what else the service runs beside them.
 */
export async function startService({
  name,
  configuration,
  environment,
  contract,
  parts,
}: {
  name: string;
  configuration: ReturnType<typeof parseConfiguration<typeof serviceConfiguration>>;
  environment: NodeJS.ProcessEnv;
  contract: readonly DescService[];
  parts: (parts: ServiceParts) => {
    readonly handlers: Readonly<Record<string, ErasedHandler>>;
    readonly stop?: () => Promise<void>;
  };
}): Promise<RunningService> {
  const telemetry = await startTelemetry(name, environment);
  const log = createLogger({ service: name, level: configuration.LOG_LEVEL });
  const pools: Pool[] = [];
  const pool: MakePool = (purpose, options) => {
    const made = createPool({
      url: configuration.DATABASE_URL,
      applicationName: `gatehouse-${name}-${purpose}`,
      onIdleError: (error) => log.warn({ err: error, pool: purpose }, 'an idle database connection broke'),
      ...options,
    });
    pools.push(made);
    return made;
  };
  const maxConnections = configuration.DATABASE_CONNECTIONS;
  const resolverPool = pool('resolver', { maxConnections: 3 });
  const readPool = pool('read', { maxConnections, readOnly: true });
  const writePool = pool('write', { maxConnections });
  const reservedPool = pool('reserved', { maxConnections: RESERVED_CONNECTIONS });
  const resolver = createMembershipResolver({
    pool: resolverPool,
    idleLimits: {
      userSeconds: configuration.USER_SESSION_IDLE_SECONDS,
      adminSeconds: configuration.ADMIN_SESSION_IDLE_SECONDS,
    },
    onTouchFailed: (error) => log.warn({ err: error }, 'could not write last_seen_at'),
  });
  const { handlers, stop } = parts({ log, readPool, writePool, pool });
  const tally = new DecisionTally(writePool, log);
  const work = new ConcurrencyLimit(configuration.REQUESTS_AT_ONCE);
  let isReady = false;
  const api = createApi({
    contract,
    handlers,
    basePath: configuration.API_BASE_PATH,
    cookies: {
      secure: configuration.PUBLIC_SCHEME === 'https',
      domain: configuration.COOKIE_DOMAIN === '' ? null : configuration.COOKIE_DOMAIN,
      hosts: { user: configuration.PUBLIC_HOST, admin: configuration.TEAM_HOST },
    },
    trustProxy: configuration.TRUST_PROXY,
    trustTraceparent: configuration.TRUST_TRACEPARENT,
    isReady: () => isReady,
    resolver,
    reads: new PipelinedReads(readPool),
    writes: createWriteLanes({ ordinary: writePool, reserved: reservedPool }, work),
    origins: originsOf({
      scheme: configuration.PUBLIC_SCHEME,
      publicHost: configuration.PUBLIC_HOST,
      teamHost: configuration.TEAM_HOST,
      listed: configuration.ALLOWED_ORIGINS,
    }),
    hostNames: hostNamesOf(configuration.PUBLIC_HOST, configuration.TEAM_HOST),
    log,
    tally,
    requestMetrics: new RequestMetrics(),
    work,
    readsOfPerson: new KeyedConcurrencyLimit(READS_OF_ONE_PERSON),
    publicReads: new AddressLimit({
      name: 'public-reads',
      limit: configuration.PUBLIC_READS_PER_ADDRESS,
      windowSeconds: 60,
      maxKeys: configuration.THROTTLE_KEYS,
    }),
    ambiguousSessions: new AmbiguousSessionReport(writePool, log),
  });
  const serving = await serve(api, {
    port: configuration.PORT,
    host: configuration.HOST,
    optimizeEmptyRequests: true,
    onClientError: (error, socket) => {
      if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
      const code =
        error.code === 'HPE_HEADER_OVERFLOW'
          ? 'headers_too_large'
          : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
            ? 'request_timeout'
            : 'input_invalid';
      socket.end(clientErrorAnswer(code));
    },
  });
  await openConnections([resolverPool, resolverPool, readPool], log);
  isReady = true;
  log.info({ port: serving.port }, 'listening');
  return {
    port: serving.port,
    log,
    stop: async () => {
      isReady = false;
      await serving.stop();
      await stop?.();
      await tally.stop();
      await Promise.all(pools.map((one) => one.end()));
      await telemetry.stop();
    },
  };
}

/** Opens connections before the first request needs them; each pool as often as it is named. */
async function openConnections(pools: readonly Pool[], log: Logger): Promise<void> {
  const connecting = await Promise.allSettled(pools.map((pool) => pool.connect()));
  for (const result of connecting) {
    if (result.status === 'fulfilled') result.value.release();
    else log.error({ err: result.reason }, 'the database does not answer; requests get 503 until it does');
  }
}
