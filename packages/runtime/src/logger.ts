import pino, { type Logger } from 'pino';

export type { Logger };

/**
 * JSON lines on standard output. No caller logs a cookie, token, password, e-mail address or body; the redaction is the
 * second line of defence, not the first.
 */
export function createLogger({ service, level }: { service: string; level: string }): Logger {
  return pino({
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
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
  });
}
