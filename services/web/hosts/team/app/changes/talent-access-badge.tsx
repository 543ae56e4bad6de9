import type { TalentAccessState } from '@gatehouse/contract/wire';
import { Badge } from '#design/page.tsx';

/** What staff read for a state of talent access. */
export const TALENT_ACCESS_LABELS: Record<TalentAccessState, string> = {
  pending: 'Pending',
  active: 'Active',
  suspended: 'Suspended',
  none: 'None',
};

const TONES = { pending: 'warn', active: 'good', suspended: 'bad', none: 'plain' } as const;

/** A user's talent access in a pill. */
export function TalentAccessBadge({ state }: { state: TalentAccessState }) {
  return <Badge tone={TONES[state]}>{TALENT_ACCESS_LABELS[state]}</Badge>;
}
