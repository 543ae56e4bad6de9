import type { ApplicationStage } from '@gatehouse/contract/wire';
import { type StageSide, stageLabel } from './stage.tsx';

const WAY = ['submitted', 'in_review', 'interview', 'offer'] as const;
const DECLINED = ['submitted', 'rejected'] as const;

/** An application's way from one side to the other, with the stage where it stands; a declined one ends there. */
export function StageSteps({ stage, side }: { stage: ApplicationStage; side: StageSide }) {
  const isDeclined = stage === 'rejected';
  const steps: readonly ApplicationStage[] = isDeclined ? DECLINED : WAY;
  const at = steps.indexOf(stage);
  return (
    <ol className={isDeclined ? 'steps bad' : 'steps'} aria-label="Stages">
      {steps.map((step, index) => (
        <li
          key={step}
          data-done={index < at ? '' : undefined}
          aria-current={index === at ? 'step' : undefined}
        >
          {stageLabel(step, side)}
          {index < at ? <span className="visually-hidden"> (done)</span> : null}
        </li>
      ))}
    </ol>
  );
}
