import pino, { type LoggerOptions } from 'pino';
import { codeOf, errorType } from './error-code.ts';
import { FailureSummary } from './failure-summary.ts';

type Value = string | number | boolean | Date | null | undefined | readonly string[];

/** The fields of a line: no objects, in which the redaction would have to search. `err` is the value that was thrown. */
type Fields<Given> = { readonly [Name in keyof Given]: Name extends 'err' ? unknown : Value };

interface LogMethod {
  (message: string): void;
  <Given extends object>(fields: Given & Fields<Given>, message: string): void;
}

/** Writes one line for each call. */
export interface Logger {
  readonly info: LogMethod;
  readonly warn: LogMethod;
  readonly error: LogMethod;
}

/**
 * JSON lines on standard output. No caller logs a cookie, token, password, email address or body; the redaction is the
 * second line of defence, not the first. Lines with an `err` are limited to one per kind and second, which says in `count`
 * how many it covers: an outage must not flood the log (F23).
 */
export function createLogger({ service, level }: { service: string; level: string }): Logger {
  const options: LoggerOptions = {
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: describeError },
    hooks: { logMethod: summarizeFailures },
    redact: {
      paths: ['cookie', 'set-cookie', 'password', 'token', 'email'],
      censor: '[redacted]',
    },
  };
  standardOutput ??= openStandardOutput();
  return pino(options, standardOutput);
}

/** One for the process, however many loggers it has. */
const failures = new FailureSummary();
let standardOutput: ReturnType<typeof pino.destination> | undefined;

/** Characters that are written together, and how long a line waits for others. */
const BATCH_LENGTH = 8192;
const MAX_DELAY_MILLIS = 100;

function openStandardOutput() {
  const output = pino.destination({
    dest: 1,
    sync: false,
    minLength: BATCH_LENGTH,
    periodicFlush: MAX_DELAY_MILLIS,
  });
  const flush = () => {
    failures.flush();
    output.flushSync();
  };
  // pino ends its destination there: what waits has to be with it before.
  process.prependListener('beforeExit', flush);
  process.once('exit', flush);
  return output;
}

type LogHook = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>;

const summarizeFailures: LogHook = function (args, method) {
  const [fields, message] = args as readonly unknown[];
  const error = typeof fields === 'object' && fields !== null && 'err' in fields ? fields.err : undefined;
  if (error === undefined) {
    method.apply(this, args);
    return;
  }
  failures.add(failureKind(message, error), (count) => {
    Reflect.apply(method, this, [{ ...(fields as object), count }, message]);
  });
};

/** By what failed and where: an error's message may differ from one to the next. */
function failureKind(message: unknown, error: unknown): string {
  if (!(error instanceof Error)) return `${message} ${typeof error}`;
  const thrownAt = /^ +at .*$/m.exec(error.stack ?? '')?.[0] ?? '';
  return `${message} ${errorType(error)}${thrownAt}`;
}

/** What an error says of itself, without the values that a database error carries in its `detail` and `where`. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  return { type: error.name, code: codeOf(error) || undefined, message: error.message, stack: error.stack };
}
