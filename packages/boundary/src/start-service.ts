import type { DescService } from '@bufbuild/protobuf';
import { describeEndpoints } from '@gatehouse/contract';
import { createMembershipResolver } from '@gatehouse/membership-resolver';
import {
  AddressLimit,
  ConcurrencyLimit,
  createLogger,
  KeyedConcurrencyLimit,
  type Logger,
  type parseConfiguration,
  repeatUntilStopped,
  serve,
  startTelemetry,
} from '@gatehouse/runtime';
import { createPool, PasswordFile, PipelinedReads, type PoolOptions } from '@gatehouse/runtime/database';
import type { Pool } from 'pg';
import { AmbiguousSessionReport } from './caller/ambiguous-sessions.ts';
import { READS_PER_ACCOUNT } from './caller/read-limits.ts';
import { DecisionCounts } from './decision-counts.ts';
import { DOWNLOAD_LIMITS } from './files/download.ts';
import { TransferLimits } from './files/transfer-limits.ts';
import { TRANSFER_MILLIS } from './files/upload.ts';
import { answerClientError } from './http/client-error.ts';
import { createApi } from './http/create-api.ts';
import { hostNamesOf } from './http/host-names.ts';
import { originsOf } from './http/origins.ts';
import { RequestMetrics } from './http/request-metrics.ts';
import { UnreadAnswers } from './http/unread-answers.ts';
import type { ErasedHandler } from './service.ts';
import type { serviceConfiguration } from './service-configuration.ts';
import { createWriteLanes } from './transaction/write-lanes.ts';

/** For revocations, and for starting and ending sessions: ordinary writes never take them (G1, G6). */
const RESERVED_CONNECTIONS = 3;
/** For the same of staff: users never take them (G1). */
const STAFF_CONNECTIONS = 3;

/**
 * How long a start tries to connect before it is ready without: an upgrade must not replace instances that are connected
 * by ones that are not yet, and an outage that lasts must not keep new instances out.
 */
const OPENING_MILLIS = 10_000;
const OPENING_PAUSE_MILLIS = 250;

/** What a service builds its handlers from. */
export interface ServiceParts {
  readonly log: Logger;
  readonly readPool: Pool;
  readonly writePool: Pool;
  /** Opens another pool, which closes with the service. */
  readonly pool: MakePool;
}

/** Creates a pool that carries its purpose in its name in `pg_stat_activity`. */
type MakePool = (
  purpose: string,
  options: Pick<PoolOptions, 'maxConnections' | 'readOnly' | 'statementTimeoutMillis'>,
) => Pool;

/** A running service. */
export interface RunningService {
  readonly port: number;
  readonly log: Logger;
  /** Resolves when the service is ready, or stopped before. */
  readonly ready: Promise<void>;
  /** Stops accepting, completes running requests, then closes the service's own parts and the pools. */
  stop(): Promise<void>;
}

/**
 * Starts an API service: logger, telemetry, bounded pools, resolver, the contract's endpoints under their rules, and the
 * server. Resolves when it listens. It is ready once its first connections are open; a database outage does not fail the
 * start.
 * @param parts creates the handlers and the service's background work.
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
    /** Called after the commit of a transaction that has queued mail. */
    readonly onMailQueued?: () => void;
  };
}): Promise<RunningService> {
  const telemetry = await startTelemetry(name, environment);
  const log = createLogger({ service: name, level: configuration.LOG_LEVEL });
  const pools: Pool[] = [];
  const passwordPath = configuration.DATABASE_PASSWORD_FILE;
  // One for all pools: what one of them learns in a rotation serves the others.
  const passwordFile = passwordPath === '' ? undefined : new PasswordFile(passwordPath);
  const pool: MakePool = (purpose, options) => {
    const made = createPool({
      url: configuration.DATABASE_URL,
      passwordFile,
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
  const staffPool = pool('staff', { maxConnections: STAFF_CONNECTIONS });
  const resolver = createMembershipResolver({
    pool: resolverPool,
    idleLimits: {
      userSeconds: configuration.USER_SESSION_IDLE_SECONDS,
      adminSeconds: configuration.ADMIN_SESSION_IDLE_SECONDS,
    },
    onTouchFailed: (error) => log.warn({ err: error }, 'could not write last_seen_at'),
  });
  const { handlers, stop, onMailQueued = () => undefined } = parts({ log, readPool, writePool, pool });
  const decisionCounts = new DecisionCounts(writePool, log);
  const work = new ConcurrencyLimit(configuration.REQUESTS_AT_ONCE);
  let isReady = false;
  const api = createApi({
    contract,
    handlers,
    isReady: () => isReady,
    basePath: configuration.API_BASE_PATH,
    hostNames: hostNamesOf(configuration.PUBLIC_HOST, configuration.TEAM_HOST),
    origins: originsOf({
      scheme: configuration.PUBLIC_SCHEME,
      publicHost: configuration.PUBLIC_HOST,
      teamHost: configuration.TEAM_HOST,
      listed: configuration.ALLOWED_ORIGINS,
    }),
    cookies: {
      secure: configuration.PUBLIC_SCHEME === 'https',
      domain: configuration.COOKIE_DOMAIN === '' ? null : configuration.COOKIE_DOMAIN,
      hosts: { user: configuration.PUBLIC_HOST, admin: configuration.TEAM_HOST },
    },
    trustProxy: configuration.TRUST_PROXY,
    trustTraceparent: configuration.TRUST_TRACEPARENT,
    mail: {
      linkOrigins: {
        public: `${configuration.PUBLIC_SCHEME}://${configuration.PUBLIC_HOST}`,
        team: `${configuration.PUBLIC_SCHEME}://${configuration.TEAM_HOST}`,
      },
      onQueued: onMailQueued,
    },
    resolver,
    reads: new PipelinedReads(readPool),
    writes: createWriteLanes({ ordinary: writePool, reserved: reservedPool, staff: staffPool }, work),
    work,
    readsPerAccount: new KeyedConcurrencyLimit(READS_PER_ACCOUNT),
    downloads: new TransferLimits(DOWNLOAD_LIMITS),
    unreadAnswers: new UnreadAnswers(),
    publicReads: new AddressLimit({
      name: 'public-reads',
      limit: configuration.PUBLIC_READS_PER_ADDRESS,
      windowSeconds: 60,
      maxKeys: configuration.THROTTLE_KEYS,
    }),
    log,
    // A request's line has fixed fields, none of which can hold a secret; redaction costs more than writing it.
    requestLog: log.child({}, { redact: [] }),
    requestMetrics: new RequestMetrics(),
    decisionCounts,
    ambiguousSessions: new AmbiguousSessionReport(writePool, log),
  });
  const endpoints = describeEndpoints(contract);
  const serving = await serve(api, {
    port: configuration.PORT,
    host: configuration.HOST,
    keepAliveSeconds: configuration.KEEP_ALIVE_SECONDS,
    optimizeEmptyRequests: true,
    ...(endpoints.some(({ upload }) => upload !== null) ? { requestMillis: TRANSFER_MILLIS } : {}),
    onClientError: answerClientError,
  });
  const isForStaff = endpoints.some(({ system }) => system === 'admin');
  const opensUntil = Date.now() + OPENING_MILLIS;
  const opening = repeatUntilStopped(async () => {
    const failure = await openConnections([
      resolverPool,
      resolverPool,
      readPool,
      writePool,
      reservedPool,
      ...(isForStaff ? [staffPool] : []),
    ]);
    if (failure !== null && Date.now() < opensUntil) return OPENING_PAUSE_MILLIS;
    if (failure !== null)
      log.error({ err: failure }, 'the database does not answer; requests get 503 until it does');
    isReady = true;
    log.info({ port: serving.port }, 'listening');
    return null;
  });
  return {
    port: serving.port,
    log,
    ready: opening.finished,
    stop: async () => {
      await opening.stop();
      isReady = false;
      await serving.stop();
      await stop?.();
      await decisionCounts.stop();
      await Promise.all(pools.map((one) => one.end()));
      await telemetry.stop();
    },
  };
}

/** Opens connections before the first request needs them: one for each mention of a pool. @returns the first failure, or null. */
async function openConnections(pools: readonly Pool[]): Promise<unknown> {
  const connecting = await Promise.allSettled(pools.map((pool) => pool.connect()));
  let failure: unknown = null;
  for (const result of connecting) {
    if (result.status === 'fulfilled') result.value.release();
    else failure ??= result.reason;
  }
  return failure;
}
