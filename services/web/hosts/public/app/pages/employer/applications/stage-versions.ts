import type { Application } from '@gatehouse/contract/wire';
import { OFFER_ANSWER_LABELS, STAGE_LABELS } from '#design/stage.tsx';

/** The fields of a stage that two members can change at the same time, as the dialog of a conflict compares them (G9). */
export const stageTexts = ({ stage, offer_answer }: Pick<Application, 'stage' | 'offer_answer'>) => ({
  stage,
  offer_answer: offer_answer ?? '',
});

/** Their labels there, and those of their values. */
export const stageNames = {
  stage: { label: 'Stage', values: STAGE_LABELS },
  offer_answer: { label: 'Answer to the offer', values: { '': 'None', ...OFFER_ANSWER_LABELS } },
};
