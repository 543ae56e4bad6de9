import type { Application, ApplicationMoves, ApplicationStage } from '@gatehouse/contract/wire';
import { type SyntheticEvent, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { SelectField } from '#design/fields.tsx';
import { FormBody } from '#design/form-body.tsx';
import { PartNotLoaded } from '#design/part-not-loaded.tsx';
import { STAGE_LABELS } from '#design/stage.tsx';
import { SubmitButton, useOnDone } from '#design/submit-button.tsx';
import { isMailed, type MailedStage } from './mailed-stages.ts';
import { type Moved, seenText } from './moved-notes.tsx';
import { MAX_SELECTED, type Selection } from './selection.tsx';
import { useMoveDialog } from './use-move-dialog.ts';

const TARGETS = [
  'in_review',
  'interview',
  'offer',
  'rejected',
] as const satisfies readonly ApplicationStage[];

/** A move that is confirmed first. */
interface Asked {
  readonly stage: MailedStage;
  /** All that the form held, with their versions. */
  readonly items: string;
  /** Those who get the email. */
  readonly mailed: readonly Application[];
  /** What the message begins as. */
  readonly message: string;
}

/**
 * Moves the selected applications to a stage, in a form beside what became of earlier moves. A move that applicants are mailed
 * about is confirmed with that email (U7).
 */
export function MoveSelected({
  selection,
  moved: { fetcher, add, place, unsent, keepUnsent },
}: {
  selection: Selection;
  moved: Moved;
}) {
  const { part, asked, isOpen, setIsOpen, ...dialog } = useMoveDialog<Asked>();
  const form = useRef<HTMLFormElement>(null);
  // The refusal of a move in another list is not about this one.
  const [former] = useState(fetcher.data);
  const refusal = fetcher.data === former ? undefined : fetcher.data?.refusal;
  useOnDone(fetcher.data, selection.clear);
  const onSubmit = (event: SyntheticEvent<HTMLFormElement>) => {
    const question = askedOf(new FormData(event.currentTarget), selection.items);
    if (question === null) return;
    event.preventDefault();
    dialog.ask({ ...question, message: unsent[question.stage] ?? '' });
  };
  const { length: count } = selection.items;
  const bar = (
    <fetcher.Form method="post" className="selection" ref={form} onSubmit={onSubmit}>
      <FormBody intent="move_selected" refusal={refusal}>
        <input type="hidden" name="items" value={seenText(selection.items)} />
        <div className="actions">
          <strong>
            {count} selected{count === MAX_SELECTED ? ', the limit' : ''}
          </strong>
          <SelectField label="Move to" name="stage" defaultValue="in_review" onChange={dialog.want}>
            {TARGETS.map((stage) => (
              <option key={stage} value={stage}>
                {STAGE_LABELS[stage]}
              </option>
            ))}
          </SelectField>
          <SubmitButton
            className="primary"
            isBusy={fetcher.state !== 'idle' || dialog.isLoading}
            busyLabel={dialog.isLoading ? 'Loading…' : 'Moving…'}
          >
            Move
          </SubmitButton>
          <button type="button" onClick={selection.clear}>
            Clear selection
          </button>
        </div>
        <p className="hint">
          Applicants get an email one minute after an interview, an offer or a decline. Until then you can
          undo it.
        </p>
      </FormBody>
      {dialog.hasFailed ? <PartNotLoaded /> : null}
    </fetcher.Form>
  );
  return (
    <>
      {count === 0 || place === null ? null : createPortal(bar, place)}
      {part === null || asked === null ? null : (
        <part.MoveDialog<ApplicationMoves>
          key={asked.key}
          move={{
            stage: asked.move.stage,
            applicants: asked.move.mailed.map(({ id, applicant, job_post_title }) => ({
              id,
              name: applicant.name,
              job: job_post_title,
            })),
            hasPlaceholders: true,
            message: asked.move.message,
          }}
          form={{
            intent: 'move_selected',
            fields: { stage: asked.move.stage, items: asked.move.items },
            onDone: (moves, sent) => {
              add(moves);
              keepUnsent(asked.move.stage, unsentOf(asked.move, moves, sent));
              selection.clear();
            },
          }}
          isOpen={isOpen}
          onOpenChange={setIsOpen}
          opener={{
            get current() {
              return form.current?.querySelector<HTMLElement>('button[type="submit"]') ?? null;
            },
          }}
        />
      )}
    </>
  );
}

/** What is asked before a form is sent; null: nothing, as no applicant gets an email. */
function askedOf(form: FormData, items: Selection['items']): Omit<Asked, 'message'> | null {
  const stage = form.get('stage');
  if (typeof stage !== 'string' || !isMailed(stage)) return null;
  const mailed = items.filter((item) => item.stage !== stage && isMovable(item));
  return mailed.length === 0 ? null : { stage, items: seenText(items), mailed };
}

/** The message that was sent, if not all who were to get it were moved; else empty. */
function unsentOf({ mailed }: Asked, { items }: ApplicationMoves, sent: FormData): string {
  const moved = new Set(items.flatMap(({ id, outcome }) => (outcome === 'moved' ? [id] : [])));
  return mailed.every(({ id }) => moved.has(id)) ? '' : String(sent.get('message')).trim();
}

/** The API moves neither an application whose offer is answered nor the user's own. */
function isMovable({ offer_answer, assignment }: Application): boolean {
  return offer_answer === undefined && assignment !== undefined;
}
