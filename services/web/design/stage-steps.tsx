import type { ApplicationStage } from '@gatehouse/contract/wire';
import { STAGES } from './stage.tsx';

/** Who looks: a company has something new, the applicant has sent it. */
const FIRST_WORDS = { company: 'New', talent: 'Sent' } as const;

/** An application's way from one side to the other, with the stage where it stands; a declined one ends there. */
export function StageSteps({ stage, side }: { stage: ApplicationStage; side: 'company' | 'talent' }) {
  const steps = STAGES.filter(
    (one) => (stage === 'rejected') === (one.stage === 'rejected') || isFirst(one.stage),
  );
  const at = steps.findIndex((one) => one.stage === stage);
  return (
    <ol className={stage === 'rejected' ? 'steps bad' : 'steps'} aria-label="Stages">
      {steps.map((one, index) => (
        <li
          key={one.stage}
          data-done={index < at ? '' : undefined}
          aria-current={index === at ? 'step' : undefined}
        >
          {isFirst(one.stage) ? FIRST_WORDS[side] : one.words}
          {index < at ? <span className="visually-hidden"> (done)</span> : null}
        </li>
      ))}
    </ol>
  );
}

function isFirst(stage: ApplicationStage): boolean {
  return stage === 'submitted';
}
