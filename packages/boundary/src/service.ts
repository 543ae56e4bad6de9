import type { DescService } from '@bufbuild/protobuf';
import type { MembershipResolver } from '@gatehouse/membership-resolver';
import type {
  AddressLimit,
  ClientConnection,
  ConcurrencyLimit,
  KeyedConcurrencyLimit,
  Logger,
  UnreadAnswers,
} from '@gatehouse/runtime';
import type { PipelinedReads } from '@gatehouse/runtime/database';
import type { AmbiguousSessionReport } from './caller/ambiguous-sessions.ts';
import type { CookieSettings } from './caller/session-cookies.ts';
import type { DecisionCounts } from './decision-counts.ts';
import type { TransferLimits } from './files/transfer-limits.ts';
import type { HostNames } from './http/host-names.ts';
import type { Origins } from './http/origins.ts';
import type { RequestMetrics } from './http/request-metrics.ts';
import type { ArrivingBodies } from './input/arriving-bodies.ts';
import type { LinkOrigins } from './mail-queue.ts';
import type { WriteLanes } from './transaction/write-lanes.ts';

/** A handler without the types of its endpoint, which `HandlersOf` has checked where the handler is written. */
export type ErasedHandler = (context: never, input: never) => Promise<unknown>;

/** Everything that the boundary needs of a service to serve its endpoints. */
export interface Service {
  readonly contract: readonly DescService[];
  /** By endpoint id. */
  readonly handlers: Readonly<Record<string, ErasedHandler>>;
  /** Whether the service accepts requests; a database outage does not change it. */
  readonly isReady: () => boolean;

  /** The path in front of every endpoint, for example `/api`; may be empty. */
  readonly basePath: string;
  readonly hostNames: HostNames;
  readonly origins: Origins;
  readonly cookies: CookieSettings;
  /** Express's `trust proxy`. */
  readonly trustProxy: number | string[] | false;
  /** Whether the ingress sets `traceparent` itself (`TRUST_TRACEPARENT`). */
  readonly trustTraceparent: boolean;

  readonly mail: {
    readonly linkOrigins: LinkOrigins;
    /** Called after the commit of a transaction that has queued mail. */
    readonly onQueued: () => void;
  };

  readonly resolver: MembershipResolver;
  /** On connections that refuse every write. */
  readonly reads: PipelinedReads;
  readonly writes: WriteLanes;

  /** Held by each request while the process works on it. */
  readonly work: ConcurrencyLimit;
  readonly readsPerAccount: KeyedConcurrencyLimit;
  readonly downloads: TransferLimits;
  /** The connections on which files are transferred at this moment: a stop waits for them. */
  readonly transfers: Set<ClientConnection>;
  readonly unreadAnswers: UnreadAnswers;
  readonly arrivingBodies: ArrivingBodies;
  /** Reads of public endpoints, by address. */
  readonly publicReads: AddressLimit;

  readonly log: Logger;
  readonly requestMetrics: Pick<RequestMetrics, 'record'>;
  readonly decisionCounts: Pick<DecisionCounts, 'add'>;
  readonly ambiguousSessions: AmbiguousSessionReport;
}
