import type { JobPostState as State } from '@gatehouse/contract/wire';
import { Badge } from '#design/page.tsx';

export const JOB_POST_STATE_LABELS: Record<State, string> = {
  published: 'Published',
  draft: 'Draft',
  closed: 'Closed',
};

const TONES = { published: 'good', draft: 'warn', closed: 'plain' } as const;

/** A job post's state in a pill. */
export function JobPostState({ state }: { state: State }) {
  return <Badge tone={TONES[state]}>{JOB_POST_STATE_LABELS[state]}</Badge>;
}
