import { type ApplicationStage, parseAuditChange, type TalentApplicationEvent } from '@gatehouse/contract';
import { isReportedStage, MAILS } from '@gatehouse/mail';

/** A change of the stage, its undoing, or an answer to an offer, as the audit trail has it. */
export interface StageEvent {
  readonly at: Date;
  readonly action:
    | 'application.stage_changed'
    | 'application.stage_change_undone'
    | 'application.offer_accepted'
    | 'application.offer_declined';
  /** `before → after`; empty for an answer. */
  readonly change: string;
  /** Whether the last change can still be undone. */
  readonly is_undoable: boolean;
  /** What was written with it; may be empty. */
  readonly message: string;
}

/** A stage that was not undone. */
interface Reached {
  readonly stage: ApplicationStage;
  readonly at: Date;
  readonly message: string;
  /** Since when it is the current one: an undo brings it back. */
  readonly since: Date;
  readonly isReported: boolean;
}

type Step = Reached | TalentApplicationEvent;

const DELAY_MILLIS = (MAILS.application_stage.delaySeconds ?? 0) * 1000;

/**
 * What the applicant was told by mail and notification, and has answered, newest first: no stage that was undone, replaced
 * within the delay of its mail, or can still be undone, and none without news for the applicant.
 * @param events all of one application, newest first.
 * @param now the database's time.
 */
export function toldEvents(events: readonly StageEvent[], now: Date): TalentApplicationEvent[] {
  const steps: Step[] = [];
  for (const { at, action, change, message } of events.toReversed()) {
    switch (action) {
      case 'application.stage_changed':
        endLast(steps, at, false);
        // The employer service writes the stages.
        steps.push({
          stage: parseAuditChange(change).after as ApplicationStage,
          at,
          message,
          since: at,
          isReported: false,
        });
        break;
      case 'application.stage_change_undone':
        if (isReached(steps.at(-1))) steps.pop();
        restart(steps, at);
        break;
      case 'application.offer_accepted':
      case 'application.offer_declined':
        endLast(steps, at, true);
        steps.push({ kind: kindOf(action), at: at.toISOString(), message });
        break;
      default:
        action satisfies never;
    }
  }
  if (events[0]?.is_undoable !== true) endLast(steps, now, false);
  return present(steps).toReversed();
}

const kindOf = (action: 'application.offer_accepted' | 'application.offer_declined') =>
  action === 'application.offer_accepted' ? 'offer_accepted' : 'offer_declined';

function isReached(step: Step | undefined): step is Reached {
  return step !== undefined && 'since' in step;
}

/** The last stage ends at this time: it was told if its mail was due, or if the applicant has answered it. */
function endLast(steps: Step[], at: Date, isAnswered: boolean): void {
  const last = steps.at(-1);
  if (!isReached(last) || last.isReported) return;
  const isReported = isAnswered || at.getTime() - last.since.getTime() >= DELAY_MILLIS;
  steps.splice(-1, 1, { ...last, isReported });
}

/** An undo brings the last stage back: if it was not told, its mail waits again. */
function restart(steps: Step[], since: Date): void {
  const last = steps.at(-1);
  if (isReached(last)) steps.splice(-1, 1, { ...last, since });
}

/** Without the stages that say nothing new. */
function present(steps: readonly Step[]): TalentApplicationEvent[] {
  let reported: ApplicationStage | null = null;
  return steps.flatMap((step): TalentApplicationEvent[] => {
    if (!isReached(step)) return [step];
    const { stage, at, message, isReported } = step;
    if (!isReported || !isReportedStage(stage) || (stage === reported && message === '')) return [];
    reported = stage;
    return [{ kind: 'stage_reported', at: at.toISOString(), stage, message }];
  });
}
