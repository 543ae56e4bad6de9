export { BatchQueue } from './batch-queue.ts';
export { type ClientConnection, ClientDisconnected, throwIfDisconnected } from './client-disconnected.ts';
export { ConcurrencyLimit } from './concurrency-limit.ts';
export {
  configurationError,
  hostValidator,
  keepAliveSeconds,
  makeValidator,
  parseConfiguration,
  pollSecondsValidator,
  requestsAtOnceValidator,
  secondsValidator,
  serverUrlValidator,
  trustProxyValidator,
  validators,
} from './configuration.ts';
export { type DocumentPlace, type DocumentStore, DocumentStoreUnavailable } from './document-store.ts';
export { codeOf, errorType } from './error-code.ts';
export { HeldBytes } from './held/held-bytes.ts';
export { UnreadAnswers } from './held/unread-answers.ts';
export { type IncomingTrace, newTraceId, startServerSpan } from './incoming-trace.ts';
export { KeyedConcurrencyLimit } from './keyed-concurrency-limit.ts';
export { createLogger, type Logger } from './logger.ts';
export { isByPlainHttp } from './plain-http.ts';
export { type RepeatedTask, repeatUntilStopped } from './repeat-until-stopped.ts';
export { repeatWhileWork } from './repeat-while-work.ts';
export { type Serving, serve } from './serve.ts';
export { runUntilSignal } from './shutdown.ts';
export { startTelemetry, type Telemetry } from './telemetry.ts';
export {
  ATTRIBUTES,
  createCounter,
  createHistogram,
  METRICS,
  observeCounter,
  observeGauges,
} from './telemetry-catalogue.ts';
export { AddressLimit, WIDE_NETWORK_FACTOR } from './throttle/address-limit.ts';
export { clientNetworks, normalAddress, widerNetworks } from './throttle/client-networks.ts';
export { observedCounters } from './throttle/observed-counters.ts';
