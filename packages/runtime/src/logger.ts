import pino, { type Logger, type LoggerOptions } from 'pino';
import { LineBatches } from './line-batches.ts';

export type { Logger };

/**
 * JSON lines on standard output. No caller logs a cookie, token, password, e-mail address or body; the redaction is the
 * second line of defence, not the first.
 */
export function createLogger({ service, level }: { service: string; level: string }): Logger {
  const options: LoggerOptions = {
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: describeError },
    redact: {
      paths: [
        'cookie',
        'password',
        'token',
        'email',
        '*.cookie',
        '*.password',
        '*.token',
        '*.email',
        '*.set-cookie',
      ],
      censor: '[redacted]',
    },
  };
  standardOutput ??= openStandardOutput();
  return pino(options, standardOutput);
}

/** One for the process, however many loggers it has. */
let standardOutput: LineBatches | undefined;

function openStandardOutput(): LineBatches {
  const lines = new LineBatches(pino.destination({ dest: 1, sync: false }));
  // pino ends its destination there: what waits has to be with it before.
  process.prependListener('beforeExit', () => lines.flushSync());
  process.once('exit', () => lines.flushSync());
  return lines;
}

/** What an error says of itself, without the values that a database error carries in its `detail` and `where`. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const code = 'code' in error ? String(error.code) : undefined;
  return { type: error.name, code, message: error.message, stack: error.stack };
}
