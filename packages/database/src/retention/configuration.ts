import { documentsUrl } from '@gatehouse/documents';
import { secondsValidator, serverUrlValidator, validators } from '@gatehouse/runtime';

/** The environment variables of the retention job. */
export const retentionConfiguration = {
  DATABASE_URL: serverUrlValidator(
    'postgres',
    'postgresql',
  )({ desc: 'PostgreSQL 18 as the role `retention_service`.' }),
  DOCUMENTS_URL: documentsUrl,
  RETENTION_INTERVAL_SECONDS: secondsValidator(
    0,
    604_800,
  )({
    default: 0,
    desc: 'Seconds between two runs, a week at most. 0: one run, as a CronJob starts it.',
  }),
  LOG_LEVEL: validators.str({
    choices: ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const,
    default: 'info',
    desc: 'Minimum level that the job logs; each run logs one line for each kind at `info`.',
  }),
};
