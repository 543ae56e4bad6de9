import type { ApplicationStage } from '@gatehouse/contract/wire';
import { Badge } from './page.tsx';

/** Every stage of an application, in its order. */
export const STAGE_LABELS: Record<ApplicationStage, string> = {
  submitted: 'New',
  in_review: 'In review',
  interview: 'Interview',
  offer: 'Offer',
  rejected: 'Declined',
};

const TONES = {
  submitted: 'warn',
  in_review: 'plain',
  interview: 'good',
  offer: 'good',
  rejected: 'bad',
} as const;

/** Who looks at an application: what is new for a company has been sent by the applicant. */
export type StageSide = 'company' | 'talent';

/** A stage's label for one side. */
export function stageLabel(stage: ApplicationStage, side: StageSide = 'company'): string {
  return stage === 'submitted' && side === 'talent' ? 'Sent' : STAGE_LABELS[stage];
}

/** An application's stage in a pill. */
export function Stage({ stage, side = 'company' }: { stage: ApplicationStage; side?: StageSide }) {
  return <Badge tone={TONES[stage]}>{stageLabel(stage, side)}</Badge>;
}
