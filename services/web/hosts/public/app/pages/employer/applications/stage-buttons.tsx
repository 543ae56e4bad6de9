import type { Application } from '@gatehouse/contract/wire';
import type { FetcherWithComponents } from 'react-router';
import type { ActionResult } from '#api/page-result.ts';
import { PartNotLoaded } from '#design/part-not-loaded.tsx';
import type { MailedStage } from './mailed-stages.ts';
import { useMoveDialog } from './use-move-dialog.ts';

const LABELS = { interview: 'Invite to interview', offer: 'Make offer', rejected: 'Decline' } as const;

/** Move an application to a stage that sends an email: the dialog shows it before, and takes a message for it (U7). */
export function StageButtons({
  application,
  stages,
  next,
  instant,
}: {
  /** In the stage that the page shows. */
  application: Application;
  stages: readonly MailedStage[];
  /** The next one on the way to an offer. */
  next: Application['stage'] | undefined;
  /** The page's moves that are not confirmed first. */
  instant: Pick<FetcherWithComponents<ActionResult<Application>>, 'state' | 'data'>;
}) {
  const { part, asked, isOpen, ...dialog } = useMoveDialog<{
    readonly stage: MailedStage;
    readonly opener: HTMLButtonElement;
    /** As the user saw it. */
    readonly application: Application;
    /** Whether a move before this one was on its way: this one is of the version which that one makes (G9). */
    readonly isFollowing: boolean;
  }>();
  const { name } = application.applicant;
  const isMoving = instant.state !== 'idle';
  const isFollowing = asked?.move.isFollowing === true;
  const made = isFollowing && !isMoving ? instant.data?.done : undefined;
  return (
    <>
      {stages.map((stage) => {
        const isAsked = isOpen && asked?.move.stage === stage;
        return (
          <button
            key={stage}
            type="button"
            className={stage === next ? 'primary' : stage === 'rejected' ? 'bad' : 'plain'}
            aria-haspopup="dialog"
            aria-expanded={isAsked && part !== null}
            data-pending={isAsked && dialog.isLoading ? '' : undefined}
            onPointerEnter={dialog.want}
            onFocus={dialog.want}
            onClick={({ currentTarget }) =>
              dialog.ask({ stage, opener: currentTarget, application, isFollowing: isMoving })
            }
          >
            {LABELS[stage]}
            <span className="visually-hidden"> {name}</span>
          </button>
        );
      })}
      {part === null || asked === null ? null : (
        <part.MoveDialog
          key={asked.key}
          move={{
            stage: asked.move.stage,
            applicants: [{ id: application.id, name, job: application.job_post_title }],
            canEndOffer: true,
          }}
          mails={application.mails}
          version={made ?? asked.move.application}
          isWaiting={isOpen && isFollowing && isMoving}
          form={{ intent: 'move', fields: { stage: asked.move.stage } }}
          isOpen={isOpen}
          onOpenChange={dialog.setIsOpen}
          opener={{ current: asked.move.opener }}
        />
      )}
      {dialog.hasFailed ? <PartNotLoaded as="span" /> : null}
    </>
  );
}
