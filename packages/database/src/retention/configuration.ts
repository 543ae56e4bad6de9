import { makeValidator, serverUrlValidator, validators } from '@gatehouse/runtime';

const secondsValidator = makeValidator<number>((input) => {
  const seconds = Number(input);
  if (!Number.isSafeInteger(seconds) || seconds < 0) throw new Error('expected a whole number of seconds');
  return seconds;
});

/** The environment variables of the retention job. */
export const retentionConfiguration = {
  DATABASE_URL: serverUrlValidator(
    'postgres',
    'postgresql',
  )({ desc: 'PostgreSQL 18 as the role `retention_service`.' }),
  RETENTION_INTERVAL_SECONDS: secondsValidator({
    default: 0,
    desc: 'Seconds between two runs. 0: one run, as a CronJob starts it.',
  }),
  LOG_LEVEL: validators.str({
    choices: ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const,
    default: 'info',
    desc: 'Least level that the job logs; each run logs one line for each kind at `info`.',
  }),
};
