import type { DescService } from '@bufbuild/protobuf';
import { describeEndpoints } from '@gatehouse/contract';
import { createMembershipResolver } from '@gatehouse/membership-resolver';
import {
  AddressLimit,
  ConcurrencyLimit,
  createLogger,
  KeyedConcurrencyLimit,
  type Logger,
  type RepeatedTask,
  repeatUntilStopped,
  serve,
  startTelemetry,
  UnreadAnswers,
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
import { ArrivingBodies } from './input/arriving-bodies.ts';
import type { ErasedHandler, Service } from './service.ts';
import type { ServiceConfiguration } from './service-configuration.ts';
import { createServicePools, type MakePool, type ServicePools } from './service-pools.ts';
import { stopInTime } from './stop-in-time.ts';
import { createWriteLanes } from './transaction/write-lanes.ts';

/**
 * How long a start waits for the database before the service is ready without it. An upgrade must not replace connected instances
 * by ones that are not connected yet; a long outage must not keep new instances out.
 */
const OPENING_MILLIS = 10_000;
const OPENING_PAUSE_MILLIS = 250;

/** What a service builds its handlers from. */
export interface ServiceParts {
  readonly log: Logger;
  readonly writePool: Pool;
  /** Opens another pool, which closes with the service. */
  readonly pool: MakePool;
  /** The slots of the process. A handler releases its own while it waits for other requests. */
  readonly work: Pick<ConcurrencyLimit, 'releaseWhile'>;
}

/** A running service. */
export interface RunningService {
  readonly port: number;
  readonly log: Logger;
  /** Resolves when the service is ready, or stopped before. */
  readonly ready: Promise<void>;
  /** Stops accepting, completes running requests, then closes the service's own parts and the pools, as far as they end in time. */
  stop(): Promise<void>;
}

/** What distinguishes one API service from the others. */
interface ServiceDescription {
  readonly name: string;
  readonly configuration: ServiceConfiguration;
  readonly environment: NodeJS.ProcessEnv;
  readonly contract: readonly DescService[];
  /** Creates the handlers, and starts the service's background work. */
  readonly parts: (parts: ServiceParts) => {
    readonly handlers: Readonly<Record<string, ErasedHandler>>;
    readonly stop?: () => Promise<void>;
    /** Called after the commit of a transaction that has queued mail. */
    readonly onMailQueued?: () => void;
  };
}

/**
 * Starts an API service: telemetry first, then pools, handlers, the contract's endpoints under their rules, and the server.
 * Resolves when it listens. It is ready once its first connections are open; a database outage does not fail the start.
 */
export async function startService({
  name,
  configuration,
  environment,
  contract,
  parts,
}: ServiceDescription): Promise<RunningService> {
  const telemetry = await startTelemetry(name, environment);
  const log = createLogger({ service: name, level: configuration.LOG_LEVEL });
  const pools = createServicePools(name, configuration, log);
  const work = new ConcurrencyLimit(configuration.REQUESTS_AT_ONCE);
  const own = parts({ log, writePool: pools.write, pool: pools.make, work });
  const decisionCounts = new DecisionCounts(pools.write, log);
  let isReady = false;
  const { linkOrigins, ...hosts } = hostSettingsOf(configuration);
  const shared = sharedParts(configuration, { pools, work, log });
  const api = createApi({
    contract,
    handlers: own.handlers,
    isReady: () => isReady,
    ...hosts,
    mail: { linkOrigins, onQueued: own.onMailQueued ?? (() => undefined) },
    decisionCounts,
    ...shared,
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
  const opening = openFirst(
    () => pools.open({ isForStaff }),
    log,
    () => {
      isReady = true;
      log.info({ port: serving.port }, 'listening');
    },
  );
  return {
    port: serving.port,
    log,
    ready: opening.finished,
    stop: async () => {
      await opening.stop();
      isReady = false;
      await serving.stop({ transfers: { connections: shared.transfers, millis: TRANSFER_MILLIS } });
      await stopInTime({ decisionCounts, own, pools, telemetry, log });
    },
  };
}

type SharedPart =
  | 'basePath'
  | 'trustProxy'
  | 'trustTraceparent'
  | 'resolver'
  | 'reads'
  | 'writes'
  | 'work'
  | 'readsPerAccount'
  | 'downloads'
  | 'transfers'
  | 'unreadAnswers'
  | 'arrivingBodies'
  | 'publicReads'
  | 'log'
  | 'requestMetrics'
  | 'ambiguousSessions';

/** What the boundary needs, as each service has it: the readers of the database and the limits of the process. */
function sharedParts(
  configuration: ServiceConfiguration,
  {
    pools,
    work,
    log,
  }: { readonly pools: ServicePools; readonly work: ConcurrencyLimit; readonly log: Logger },
): Pick<Service, SharedPart> {
  return {
    basePath: configuration.API_BASE_PATH,
    trustProxy: configuration.TRUST_PROXY,
    trustTraceparent: configuration.TRUST_TRACEPARENT,
    resolver: createMembershipResolver({
      pool: pools.resolver,
      idleLimits: {
        userSeconds: configuration.USER_SESSION_IDLE_SECONDS,
        adminSeconds: configuration.ADMIN_SESSION_IDLE_SECONDS,
      },
      onTouchFailed: (error) => log.warn({ err: error }, 'could not write last_seen_at'),
    }),
    reads: new PipelinedReads(pools.read),
    writes: createWriteLanes({ ordinary: pools.write, reserved: pools.reserved, staff: pools.staff }, work),
    work,
    readsPerAccount: new KeyedConcurrencyLimit(READS_PER_ACCOUNT),
    downloads: new TransferLimits(DOWNLOAD_LIMITS),
    transfers: new Set(),
    unreadAnswers: new UnreadAnswers(),
    arrivingBodies: new ArrivingBodies(),
    publicReads: new AddressLimit({
      name: 'public-reads',
      limit: configuration.PUBLIC_READS_PER_ADDRESS,
      windowSeconds: 60,
      maxKeys: configuration.THROTTLE_KEYS,
    }),
    log,
    requestMetrics: new RequestMetrics(),
    ambiguousSessions: new AmbiguousSessionReport(pools.write, log),
  };
}

/** Opens the first connections, again and again; calls `onReady` when they are open, or after `OPENING_MILLIS` without them. */
function openFirst(open: () => Promise<unknown>, log: Logger, onReady: () => void): RepeatedTask {
  const opensUntil = Date.now() + OPENING_MILLIS;
  return repeatUntilStopped(async () => {
    const failure = await open();
    if (failure !== null && Date.now() < opensUntil) return OPENING_PAUSE_MILLIS;
    if (failure !== null)
      log.error({ err: failure }, 'the database does not answer; requests get 503 until it does');
    onReady();
    return null;
  });
}
