export { type CallerConnection, CallerGone, requirePresent } from './caller-gone.ts';
export {
  configurationError,
  hostValidator,
  parseConfiguration,
  requestsAtOnceValidator,
  serverUrlValidator,
  trustProxyValidator,
  validators,
} from './configuration.ts';
export { Gathering } from './gathering.ts';
export { createLogger, type Logger } from './logger.ts';
export { randomHex } from './random-hex.ts';
export { type Serving, serve } from './serve.ts';
export { runUntilSignal } from './shutdown.ts';
export { startTelemetry, type Telemetry } from './telemetry.ts';
export { ATTRIBUTES, createCounter, createHistogram, METRICS } from './telemetry-catalogue.ts';
export { WorkLimit } from './work-limit.ts';
