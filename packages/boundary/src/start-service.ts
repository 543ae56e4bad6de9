import type { DescService } from '@bufbuild/protobuf';
import { createMembershipResolver } from '@gatehouse/membership-resolver';
import {
  createLogger,
  type Logger,
  type parseConfiguration,
  serve,
  startTelemetry,
  WorkLimit,
} from '@gatehouse/runtime';
import { createPool, PipelinedReads } from '@gatehouse/runtime/database';
import type { Pool } from 'pg';
import { AmbiguousSessionReport } from './ambiguous-sessions.ts';
import type { ErasedHandler } from './answer.ts';
import { clientErrorAnswer, createApi } from './create-api.ts';
import { DecisionTally } from './decision-tally.ts';
import { originsOf } from './origins.ts';
import { RequestMetrics } from './request-metrics.ts';
import type { serviceConfiguration } from './service-configuration.ts';

/** What a service's own parts are made from. */
export interface ServiceParts {
  readonly log: Logger;
  readonly readPool: Pool;
  readonly writePool: Pool;
}

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
  const pool = (purpose: string, maxConnections: number, readOnly = false) =>
    createPool({
      url: configuration.DATABASE_URL,
      applicationName: `gatehouse-${name}-${purpose}`,
      maxConnections,
      readOnly,
      onIdleError: (error) => log.warn({ err: error, pool: purpose }, 'an idle database connection broke'),
    });
  const resolverPool = pool('resolver', 3);
  const readPool = pool('read', configuration.DATABASE_CONNECTIONS, true);
  const writePool = pool('write', configuration.DATABASE_CONNECTIONS);
  const resolver = createMembershipResolver({
    pool: resolverPool,
    idleLimits: {
      userSeconds: configuration.USER_SESSION_IDLE_SECONDS,
      adminSeconds: configuration.ADMIN_SESSION_IDLE_SECONDS,
    },
    onTouchFailed: (error) => log.warn({ err: error }, 'could not write last_seen_at'),
  });
  const { handlers, stop } = parts({ log, readPool, writePool });
  const tally = new DecisionTally(writePool, log);
  let isReady = false;
  const api = createApi({
    contract,
    handlers,
    basePath: configuration.API_BASE_PATH,
    cookies: {
      secure: configuration.PUBLIC_SCHEME === 'https',
      domain: configuration.COOKIE_DOMAIN === '' ? null : configuration.COOKIE_DOMAIN,
    },
    trustProxy: configuration.TRUST_PROXY,
    isReady: () => isReady,
    resolver,
    reads: new PipelinedReads(readPool),
    writePool,
    origins: originsOf({
      scheme: configuration.PUBLIC_SCHEME,
      publicHost: configuration.PUBLIC_HOST,
      teamHost: configuration.TEAM_HOST,
      listed: configuration.ALLOWED_ORIGINS,
    }),
    log,
    tally,
    requestMetrics: new RequestMetrics(),
    work: new WorkLimit(configuration.REQUESTS_AT_ONCE),
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
      await Promise.all([resolverPool.end(), readPool.end(), writePool.end()]);
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
