import type { DescService } from '@bufbuild/protobuf';
import { describeEndpoints } from '@gatehouse/contract';
import { createMembershipResolver } from '@gatehouse/membership-resolver';
import {
  AddressLimit,
  ConcurrencyLimit,
  createLogger,
  KeyedConcurrencyLimit,
  type Logger,
  repeatUntilStopped,
  serve,
  startTelemetry,
} from '@gatehouse/runtime';
import { PipelinedReads } from '@gatehouse/runtime/database';
import type { Pool } from 'pg';
import { AmbiguousSessionReport } from './caller/ambiguous-sessions.ts';
import { READS_PER_ACCOUNT } from './caller/read-limits.ts';
import { DecisionCounts } from './decision-counts.ts';
import { DOWNLOAD_LIMITS } from './files/download.ts';
import { TransferLimits } from './files/transfer-limits.ts';
import { TRANSFER_MILLIS } from './files/upload.ts';
import { hostSettingsOf } from './host-settings.ts';
import { answerClientError } from './http/client-error.ts';
import { createApi } from './http/create-api.ts';
import { RequestMetrics } from './http/request-metrics.ts';
import { UnreadAnswers } from './http/unread-answers.ts';
import type { ErasedHandler } from './service.ts';
import type { ServiceConfiguration } from './service-configuration.ts';
import { createServicePools, type MakePool } from './service-pools.ts';
import { createWriteLanes } from './transaction/write-lanes.ts';

/**
 * How long a start tries to connect before it is ready without: an upgrade must not replace instances that are connected
 * by ones that are not yet, and an outage that lasts must not keep new instances out.
 */
const OPENING_MILLIS = 10_000;
const OPENING_PAUSE_MILLIS = 250;

/** What a service builds its handlers from. */
export interface ServiceParts {
  readonly log: Logger;
  readonly writePool: Pool;
  /** Opens another pool, which closes with the service. */
  readonly pool: MakePool;
}

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
  configuration: ServiceConfiguration;
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
  const pools = createServicePools(name, configuration, log);
  const resolver = createMembershipResolver({
    pool: pools.resolver,
    idleLimits: {
      userSeconds: configuration.USER_SESSION_IDLE_SECONDS,
      adminSeconds: configuration.ADMIN_SESSION_IDLE_SECONDS,
    },
    onTouchFailed: (error) => log.warn({ err: error }, 'could not write last_seen_at'),
  });
  const {
    handlers,
    stop,
    onMailQueued = () => undefined,
  } = parts({ log, writePool: pools.write, pool: pools.make });
  const decisionCounts = new DecisionCounts(pools.write, log);
  const work = new ConcurrencyLimit(configuration.REQUESTS_AT_ONCE);
  const { linkOrigins, ...hosts } = hostSettingsOf(configuration);
  let isReady = false;
  const api = createApi({
    contract,
    handlers,
    isReady: () => isReady,
    basePath: configuration.API_BASE_PATH,
    ...hosts,
    trustProxy: configuration.TRUST_PROXY,
    trustTraceparent: configuration.TRUST_TRACEPARENT,
    mail: { linkOrigins, onQueued: onMailQueued },
    resolver,
    reads: new PipelinedReads(pools.read),
    writes: createWriteLanes({ ordinary: pools.write, reserved: pools.reserved, staff: pools.staff }, work),
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
    ambiguousSessions: new AmbiguousSessionReport(pools.write, log),
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
    const failure = await pools.open({ isForStaff });
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
      await pools.end();
      await telemetry.stop();
    },
  };
}
