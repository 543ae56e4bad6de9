import type { ApplicationStage } from '@gatehouse/contract/wire';
import { Badge } from './page.tsx';

/** Every stage of an application in its order, in words. */
export const STAGES: readonly { readonly stage: ApplicationStage; readonly words: string }[] = [
  { stage: 'submitted', words: 'New' },
  { stage: 'in_review', words: 'In review' },
  { stage: 'interview', words: 'Interview' },
  { stage: 'offer', words: 'Offer' },
  { stage: 'rejected', words: 'Declined' },
];

const TONES = {
  submitted: 'warn',
  in_review: 'plain',
  interview: 'good',
  offer: 'good',
  rejected: 'bad',
} as const;

/** Who looks at an application: what is new for a company has been sent by the applicant. */
export type StageSide = 'company' | 'talent';

/** A stage in words. */
export function stageWords(stage: ApplicationStage, side: StageSide = 'company'): string {
  if (stage === 'submitted' && side === 'talent') return 'Sent';
  return STAGES.find((one) => one.stage === stage)?.words ?? stage;
}

/** The stage that an address or a form names, or null. */
export function stageOf(value: unknown): ApplicationStage | null {
  return STAGES.find(({ stage }) => stage === value)?.stage ?? null;
}

/** An application's stage in a pill. */
export function Stage({ stage, side = 'company' }: { stage: ApplicationStage; side?: StageSide }) {
  return <Badge tone={TONES[stage]}>{stageWords(stage, side)}</Badge>;
}
