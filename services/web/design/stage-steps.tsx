import type { ApplicationStage } from '@gatehouse/contract/wire';
import { type StageSide, stageLabel } from './stage.tsx';

const STAGES_IN_ORDER = ['submitted', 'in_review', 'interview', 'offer'] as const;
const DECLINED = ['submitted', 'rejected'] as const;

/** An application's stages with the current one marked; a declined application ends there. */
export function StageSteps({ stage, side }: { stage: ApplicationStage; side: StageSide }) {
  const isDeclined = stage === 'rejected';
  const steps: readonly ApplicationStage[] = isDeclined ? DECLINED : STAGES_IN_ORDER;
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
