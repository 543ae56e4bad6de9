import type { JobPostState as State } from '@gatehouse/contract/wire';
import { Badge } from '#design/page.tsx';

const STATES = {
  draft: { tone: 'warn', words: 'Draft' },
  published: { tone: 'good', words: 'Published' },
  closed: { tone: 'plain', words: 'Closed' },
} as const;

/** A job post's state in a pill. */
export function JobPostState({ state }: { state: State }) {
  const { tone, words } = STATES[state];
  return <Badge tone={tone}>{words}</Badge>;
}
