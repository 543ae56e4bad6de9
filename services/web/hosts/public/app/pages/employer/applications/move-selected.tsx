import type { ApplicationMove, ApplicationMoves, ApplicationStage } from '@gatehouse/contract/wire';
import { useEffect, useRef, useState } from 'react';
import { useFetcher } from 'react-router';
import type { ActionResult } from '#api/page-result.ts';
import { focusOn } from '#design/feedback/focus.ts';
import { SelectField } from '#design/fields.tsx';
import { FormBody } from '#design/form-body.tsx';
import { STAGE_LABELS } from '#design/stage.tsx';
import { SubmitButton, useOnDone } from '#design/submit-button.tsx';
import { MAX_SELECTED, type Selection } from './selection.tsx';

const TARGETS = [
  'in_review',
  'interview',
  'offer',
  'rejected',
] as const satisfies readonly ApplicationStage[];

/** Moves the selected applications to a stage, says what became of them, and undoes it while the emails wait. */
export function MoveSelected({ selection }: { selection: Selection }) {
  const fetcher = useFetcher<ActionResult<ApplicationMoves>>();
  const [moved, setMoved] = useState<readonly ApplicationMove[]>([]);
  useOnDone(fetcher.data, ({ items }) => {
    setMoved(items);
    selection.clear();
  });
  const { length: count } = selection.items;
  return (
    <div className="floating">
      {count === 0 ? null : (
        <fetcher.Form method="post" className="selection">
          <FormBody intent="move_selected" refusal={fetcher.data?.refusal}>
            <input type="hidden" name="items" value={seenText(selection.items)} />
            <div className="actions">
              <strong>
                {count} selected{count === MAX_SELECTED ? ', the limit' : ''}
              </strong>
              <SelectField label="Move to" name="stage" defaultValue="in_review">
                {TARGETS.map((stage) => (
                  <option key={stage} value={stage}>
                    {STAGE_LABELS[stage]}
                  </option>
                ))}
              </SelectField>
              <SubmitButton className="primary" isBusy={fetcher.state !== 'idle'} busyLabel="Moving…">
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
        </fetcher.Form>
      )}
      <MovedNote moves={moved} onUndone={setMoved} />
    </div>
  );
}

/** Always rendered: screen readers announce what appears in it. It takes the focus from the form that has gone (G10). */
function MovedNote({
  moves,
  onUndone,
}: {
  moves: readonly ApplicationMove[];
  onUndone: (moves: readonly ApplicationMove[]) => void;
}) {
  const fetcher = useFetcher<ActionResult<ApplicationMoves>>();
  const note = useRef<HTMLDivElement>(null);
  useOnDone(fetcher.data, ({ items }) => onUndone(items));
  useEffect(() => {
    if (moves.length > 0 && note.current !== null) focusOn(note.current);
  }, [moves]);
  const undoable = moves.filter(({ is_undoable }) => is_undoable);
  return (
    <div role="status">
      {moves.length === 0 ? null : (
        <div className="notice" ref={note}>
          {summaryOf(moves).map((line) => (
            <p key={line}>{line}</p>
          ))}
          {undoable.length === 0 ? null : (
            <fetcher.Form method="post">
              <FormBody intent="undo_moves" refusal={fetcher.data?.refusal}>
                <input type="hidden" name="items" value={seenText(undoable)} />
                <SubmitButton isBusy={fetcher.state !== 'idle'}>
                  Undo {undoable.length === 1 ? 'it' : `all ${undoable.length}`}
                </SubmitButton>
              </FormBody>
            </fetcher.Form>
          )}
        </div>
      )}
    </div>
  );
}

const REASONS = {
  unchanged: 'already in this stage',
  edit_conflict: 'not moved: changed by another member meanwhile',
  offer_answered: 'not moved: the offer is answered; open the application to move it',
  stage_change_final: 'not moved: the applicant has already been notified',
  application_withdrawn: 'not moved: withdrawn by the applicant',
  not_found: 'not moved: no longer there',
} as const;

/** One line for what was moved, and one for each reason why something was not. */
function summaryOf(moves: readonly ApplicationMove[]): readonly string[] {
  const done = moves.filter(({ outcome }) => outcome === 'moved');
  const stages = [
    ...new Set(done.flatMap(({ stage }) => (stage === undefined ? [] : [STAGE_LABELS[stage]]))),
  ];
  const lines = done.length === 0 ? [] : [`${done.length} moved to ${stages.join(', ')}.`];
  const refused = Object.entries(REASONS).flatMap(([outcome, reason]) => {
    const some = moves.filter((one) => one.outcome === outcome);
    if (some.length === 0) return [];
    const names = some.flatMap(({ applicant_name }) => (applicant_name === '' ? [] : [applicant_name]));
    return [`${some.length} ${reason}${names.length === 0 ? '' : ` (${names.join(', ')})`}.`];
  });
  return [...lines, ...refused];
}

/** Each id with its version, a line each. */
function seenText(items: readonly { readonly id: string; readonly etag: string }[]): string {
  return items.map(({ id, etag }) => `${id} ${etag}`).join('\n');
}
