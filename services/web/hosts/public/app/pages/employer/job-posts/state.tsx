import type { JobPost, JobPostState as State } from '@gatehouse/contract/wire';
import { Badge } from '#design/page.tsx';

export const JOB_POST_STATE_LABELS: Record<State, string> = {
  published: 'Published',
  draft: 'Draft',
  closed: 'Closed',
};

const TONES = { published: 'good', draft: 'warn', closed: 'plain' } as const;

/** A job post's state in a pill; one that staff hide, or whose last day is over, is not public. */
export function JobPostState({
  post: { state, is_expired, hidden },
}: {
  post: Pick<JobPost, 'state' | 'is_expired' | 'hidden'>;
}) {
  if (hidden !== undefined) {
    const isClosed = state === 'closed';
    return <Badge tone="bad">{isClosed ? 'Closed, hidden by Gatehouse' : 'Hidden by Gatehouse'}</Badge>;
  }
  if (is_expired) return <Badge tone="warn">Expired</Badge>;
  return <Badge tone={TONES[state]}>{JOB_POST_STATE_LABELS[state]}</Badge>;
}
