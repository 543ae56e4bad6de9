import type { Application } from '@gatehouse/contract/wire';
import { PartNotLoaded } from '#design/part-not-loaded.tsx';
import type { MailedStage } from './mailed-stages.ts';
import { useMoveDialog } from './use-move-dialog.ts';

const CHANGES = {
  interview: {
    label: 'Invite to interview',
    done: (name: string) => `${name} will get an invitation by email.`,
    tone: 'plain',
  },
  offer: {
    label: 'Make offer',
    done: (name: string) => `${name} will get your offer by email.`,
    tone: 'plain',
  },
  rejected: {
    label: 'Decline',
    done: (name: string) => `Declined. ${name} will be notified by email.`,
    tone: 'bad',
  },
} as const;

/** Move an application to a stage that sends an email: the dialog shows it before, and takes a message for it (U7). */
export function StageButtons({
  application,
  stages,
  next,
}: {
  application: Application;
  stages: readonly MailedStage[];
  /** The next one on the way to an offer. */
  next: Application['stage'] | undefined;
}) {
  const { part, asked, isOpen, ...dialog } = useMoveDialog<{
    readonly stage: MailedStage;
    readonly opener: HTMLButtonElement;
    /** As the user saw it. */
    readonly application: Application;
  }>();
  const { name } = application.applicant;
  return (
    <>
      {stages.map((stage) => {
        const isAsked = isOpen && asked?.move.stage === stage;
        return (
          <button
            key={stage}
            type="button"
            className={stage === next ? 'primary' : CHANGES[stage].tone}
            aria-haspopup="dialog"
            aria-expanded={isAsked && part !== null}
            data-pending={isAsked && dialog.isLoading ? '' : undefined}
            onPointerEnter={dialog.want}
            onFocus={dialog.want}
            onClick={({ currentTarget }) => dialog.ask({ stage, opener: currentTarget, application })}
          >
            {CHANGES[stage].label}
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
            warning: warningOf(asked.move.application),
          }}
          mails={application.mails}
          version={application}
          form={{
            intent: 'move',
            fields: { stage: asked.move.stage },
            done: CHANGES[asked.move.stage].done(name),
          }}
          isOpen={isOpen}
          onOpenChange={dialog.setIsOpen}
          opener={{ current: asked.move.opener }}
        />
      )}
      {dialog.hasFailed ? <PartNotLoaded as="span" /> : null}
    </>
  );
}

/** An answer that a change has ended does not come back. */
function warningOf({ offer_answer, applicant }: Application): string | undefined {
  return offer_answer === undefined
    ? undefined
    : `It ends the offer that ${applicant.name} has ${offer_answer}. This cannot be undone.`;
}
