import { serverUrlValidator, validators } from '@gatehouse/runtime';

const { port, str } = validators;

/** The environment variables of `make dev`; those of OpenTelemetry (`OTEL_*`) go to every part as they are. */
export const devConfiguration = {
  PORT: port({ default: 8080, desc: 'Port of the local ingress.' }),
  DATABASE_URL: serverUrlValidator(
    'postgres',
    'postgresql',
  )({
    default: undefined,
    desc: 'PostgreSQL 18 as a role that may create roles, in place of the embedded one.',
  }),
  REDIS_URL: serverUrlValidator(
    'redis',
    'rediss',
  )({ default: undefined, desc: 'Redis for the throttles; without it they count in memory.' }),
  DATA_DIR: str({ default: '.data', desc: 'Folder that keeps the data of the embedded PostgreSQL.' }),
  LOG_LEVEL: str({
    choices: ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const,
    default: 'warn',
    desc: 'Minimum level that the services log.',
  }),
};
