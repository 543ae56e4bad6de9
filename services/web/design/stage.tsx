import type { Application, ApplicationStage, OfferAnswer, TalentApplication } from '@gatehouse/contract/wire';
import { Badge } from './page.tsx';

/** Every stage of an application, in its order. */
export const STAGE_LABELS: Record<ApplicationStage, string> = {
  submitted: 'New',
  in_review: 'In review',
  interview: 'Interview',
  offer: 'Offer',
  rejected: 'Declined',
};

/** An offer that the applicant has answered. */
export const OFFER_ANSWER_LABELS: Record<OfferAnswer, string> = {
  accepted: 'Offer accepted',
  declined: 'Offer declined',
};

const TONES = {
  submitted: 'warn',
  in_review: 'plain',
  interview: 'good',
  offer: 'good',
  rejected: 'bad',
  accepted: 'good',
  declined: 'bad',
} as const;

/** Who looks at an application: what is new for a company has been sent by the applicant. */
export type StageSide = 'company' | 'talent';

/** A stage's label for one side. */
export function stageLabel(stage: ApplicationStage, side: StageSide = 'company'): string {
  return stage === 'submitted' && side === 'talent' ? 'Sent' : STAGE_LABELS[stage];
}

type State = Pick<Application | TalentApplication, 'stage' | 'offer_answer' | 'withdrawn_at'>;

/** What an application has come to: its stage, the answer to its offer, or its withdrawal. */
export function stateLabel({ stage, offer_answer, withdrawn_at }: State, side?: StageSide): string {
  if (withdrawn_at !== undefined) return 'Withdrawn';
  return offer_answer === undefined ? stageLabel(stage, side) : OFFER_ANSWER_LABELS[offer_answer];
}

/** The same in a pill. */
export function ApplicationState({ application, side }: { application: State; side?: StageSide }) {
  const { stage, offer_answer, withdrawn_at } = application;
  const tone = withdrawn_at === undefined ? TONES[offer_answer ?? stage] : 'plain';
  return <Badge tone={tone}>{stateLabel(application, side)}</Badge>;
}
