import { type Queryable, statement } from '@gatehouse/boundary';
import { type Logger, type RepeatedTask, repeatWhileWork } from '@gatehouse/runtime';
import { CURRENT_WEEK, WEEK_COLUMNS, WEEK_INDEXES, weekCounts } from './week-counts.ts';

const POLL_MILLIS = 3_600_000;
const RETRY_MILLIS = 60_000;

/**
 * The newest week of the last year that has ended and is not recorded. An hour after its end, when transactions that began in it
 * have ended, too; not before the platform's first event, so that a new installation records nothing of the time before.
 */
const NEXT_WEEK = `(
  select m.week from (select ${CURRENT_WEEK} - 7 * n from generate_series(1, 51) as n) as m (week)
   where (m.week + 7)::timestamp at time zone 'UTC' <= now() - interval '1 hour'
     and exists (select from identity.audit_events e
                  where e.id < retention.first_id((m.week + 7)::timestamp at time zone 'UTC'))
     and not exists (select from identity.weekly_statistics s where s.week = m.week)
   order by m.week desc limit 1)`;

/** No row: nothing is left, or another instance has recorded the week at the same time. */
const RECORD_WEEK = statement<{ week: Date }>(
  'record_weekly_statistics',
  `insert into identity.weekly_statistics (week, ${WEEK_COLUMNS})
   select week, ${WEEK_COLUMNS} from (${weekCounts(NEXT_WEEK)}) c
   on conflict (week) do nothing
   returning week`,
  { indexes: [...WEEK_INDEXES, 'audit_events_pkey', 'weekly_statistics_pkey'] },
);

/**
 * Records weeks that have ended, one in a statement, newest first. What is counted is deleted later: closed reports after 90 days,
 * applications with their account. Several instances may run.
 */
export function startStatisticsRecorder(writes: Queryable, log: Logger): RepeatedTask {
  return repeatWhileWork(() => recordWeek(writes), {
    pollMillis: POLL_MILLIS,
    retryMillis: RETRY_MILLIS,
    onFailure: (error) => log.warn({ err: error }, 'could not record the statistics of a week; trying again'),
  });
}

/** @returns whether a week was recorded. */
export async function recordWeek(writes: Queryable): Promise<boolean> {
  return (await writes.query(RECORD_WEEK, [])).length > 0;
}
