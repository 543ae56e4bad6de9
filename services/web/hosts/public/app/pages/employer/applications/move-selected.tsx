import type { ApplicationStage } from '@gatehouse/contract/wire';
import { type SyntheticEvent, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { SelectField } from '#design/fields.tsx';
import { FormBody } from '#design/form-body.tsx';
import { useOnDemand } from '#design/on-demand.ts';
import { PartNotLoaded } from '#design/part-not-loaded.tsx';
import { STAGE_LABELS } from '#design/stage.tsx';
import { SubmitButton, useOnDone } from '#design/submit-button.tsx';
import { type AskedMove, isDecided } from './asked-moves.ts';
import { type Moved, seenText } from './moved-notes.tsx';
import { MAX_SELECTED, type Selection } from './selection.tsx';

const TARGETS = [
  'in_review',
  'interview',
  'offer',
  'rejected',
] as const satisfies readonly ApplicationStage[];

const loadDialog = () => import('./mail-first-dialog.tsx');

/** A move that waits for its confirmation, with what its form held when it was asked for. */
interface Asked extends AskedMove {
  readonly form: FormData;
}

/**
 * Moves the selected applications to a stage, in a form beside what became of earlier moves. A move whose email is a decision is
 * confirmed with that email (U7).
 */
export function MoveSelected({
  selection,
  moved: { fetcher, place },
}: {
  selection: Selection;
  moved: Moved;
}) {
  const { part, hasFailed, want } = useOnDemand(loadDialog);
  const [asked, setAsked] = useState<Asked | null>(null);
  const form = useRef<HTMLFormElement>(null);
  // The refusal of a move in another list is not about this one.
  const [former] = useState(fetcher.data);
  const refusal = fetcher.data === former ? undefined : fetcher.data?.refusal;
  useOnDone(fetcher.data, selection.clear);
  const onSubmit = (event: SyntheticEvent<HTMLFormElement>) => {
    const data = new FormData(event.currentTarget);
    const question = askedOf(data, selection.items);
    if (question === null) return;
    event.preventDefault();
    want();
    setAsked({ ...question, form: data });
  };
  const { length: count } = selection.items;
  const isLoading = asked !== null && part === null && !hasFailed;
  const bar = (
    <fetcher.Form method="post" className="selection" ref={form} onSubmit={onSubmit}>
      <FormBody intent="move_selected" refusal={refusal}>
        <input type="hidden" name="items" value={seenText(selection.items)} />
        <div className="actions">
          <strong>
            {count} selected{count === MAX_SELECTED ? ', the limit' : ''}
          </strong>
          <SelectField label="Move to" name="stage" defaultValue="in_review" onChange={want}>
            {TARGETS.map((stage) => (
              <option key={stage} value={stage}>
                {STAGE_LABELS[stage]}
              </option>
            ))}
          </SelectField>
          <SubmitButton
            className="primary"
            isBusy={fetcher.state !== 'idle' || isLoading}
            busyLabel={isLoading ? 'Loading…' : 'Moving…'}
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
      {hasFailed && asked !== null ? <PartNotLoaded /> : null}
    </fetcher.Form>
  );
  return (
    <>
      {count === 0 || place === null ? null : createPortal(bar, place)}
      {part === null || asked === null ? null : (
        <part.MailFirstDialog
          asked={asked}
          onConfirm={() => {
            setAsked(null);
            void fetcher.submit(asked.form, { method: 'post' });
          }}
          onClose={() => setAsked(null)}
          returnTo={() => form.current?.querySelector<HTMLElement>('button[type="submit"]') ?? null}
        />
      )}
    </>
  );
}

/** What is asked before a form is sent; null: nothing. Those that have the stage already get no email. */
function askedOf(form: FormData, items: Selection['items']): AskedMove | null {
  const stage = form.get('stage');
  if (typeof stage !== 'string' || !isDecided(stage)) return null;
  const moving = items.filter((item) => item.stage !== stage);
  if (moving.length === 0) return null;
  return { stage, applications: moving.map(({ id, applicant }) => ({ id, name: applicant.name })) };
}
