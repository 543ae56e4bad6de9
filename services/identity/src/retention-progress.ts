import { type Queryable, statement } from '@gatehouse/boundary';
import { observeGauges } from '@gatehouse/runtime';

const FIND_PROGRESS = statement<{
  kind: string;
  removed: number;
  due_seconds: number;
  success_seconds: number;
}>(
  'find_retention_progress',
  `select p.kind, p.removed::float8 as removed,
          coalesce(extract(epoch from now() - p.oldest_due_at), 0)::float8 as due_seconds,
          extract(epoch from now() - p.last_success_at)::float8 as success_seconds
     from retention.progress p`,
);

/** Reports what the retention job has done: the job itself ends before it could be scraped. */
export function observeRetention(reads: Queryable): { stop(): void } {
  const names = [
    'gatehouse.retention.removed',
    'gatehouse.retention.due.age',
    'gatehouse.retention.success.age',
  ] as const;
  return observeGauges('@gatehouse/identity', names, async (observe) => {
    const progress = await reads.query(FIND_PROGRESS, []);
    for (const { kind, removed, due_seconds, success_seconds } of progress) {
      const attributes = { 'gatehouse.retention.kind': kind };
      observe('gatehouse.retention.removed', removed, attributes);
      observe('gatehouse.retention.due.age', due_seconds, attributes);
      observe('gatehouse.retention.success.age', success_seconds, attributes);
    }
  });
}
