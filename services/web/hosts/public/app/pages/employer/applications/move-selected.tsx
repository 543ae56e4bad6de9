import type { ApplicationMove, ApplicationMoves, ApplicationStage } from '@gatehouse/contract/wire';
import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { useFetcher } from 'react-router';
import type { ActionResult } from '#api/page-result.ts';
import { focusOn } from '#design/feedback/focus.ts';
import { SelectField } from '#design/fields.tsx';
import { FormBody } from '#design/form-body.tsx';
import { PART_NOT_LOADED, useOnDemand } from '#design/on-demand.ts';
import { STAGE_LABELS } from '#design/stage.tsx';
import { SubmitButton, useOnDone } from '#design/submit-button.tsx';
import { type AskedMove, isDecided } from './asked-moves.ts';
import { MAX_SELECTED, type Selection } from './selection.tsx';
import { undoUntil, useIsOver } from './undo-time.ts';

const TARGETS = [
  'in_review',
  'interview',
  'offer',
  'rejected',
] as const satisfies readonly ApplicationStage[];

const loadDialog = () => import('./mail-first-dialog.tsx');

/** What one request has done, and until when it can be undone. */
interface Batch {
  readonly key: number;
  readonly moves: readonly ApplicationMove[];
  readonly undoUntil: number;
}

/** A move that waits for its confirmation, with what its form held when it was asked for. */
interface Asked extends AskedMove {
  readonly form: FormData;
}

/**
 * Moves the selected applications to a stage, says what became of them, and undoes it while the emails wait: each move of the last
 * minute. One whose email is a decision is confirmed with that email (U7).
 */
export function MoveSelected({ selection }: { selection: Selection }) {
  const fetcher = useFetcher<ActionResult<ApplicationMoves>>();
  const [batches, setBatches] = useState<readonly Batch[]>([]);
  const { part, hasFailed, want } = useOnDemand(loadDialog);
  const [asked, setAsked] = useState<Asked | null>(null);
  const form = useRef<HTMLFormElement>(null);
  useOnDone(fetcher.data, ({ items }) => {
    setBatches((before) => [
      { key: (before[0]?.key ?? 0) + 1, moves: items, undoUntil: undoUntil() },
      ...before.map((batch) => withoutMoved(batch, items)).filter(({ moves }) => moves.length > 0),
    ]);
    selection.clear();
  });
  const replaceMoves = (key: number, moves: readonly ApplicationMove[]) =>
    setBatches((before) => before.map((batch) => (batch.key === key ? { ...batch, moves } : batch)));
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
  return (
    <div className="floating">
      {count === 0 ? null : (
        <fetcher.Form method="post" className="selection" ref={form} onSubmit={onSubmit}>
          <FormBody intent="move_selected" refusal={fetcher.data?.refusal}>
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
          {hasFailed && asked !== null ? (
            <p className="field-error" role="alert">
              {PART_NOT_LOADED}
            </p>
          ) : null}
        </fetcher.Form>
      )}
      {/* Always rendered: screen readers announce what appears in it. */}
      <div role="status">
        {batches.map((batch, place) => (
          <MovedNote
            key={batch.key}
            batch={batch}
            isLast={place === 0}
            onUndone={(moves) => replaceMoves(batch.key, moves)}
          />
        ))}
      </div>
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
    </div>
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

/** A batch without what was moved again since: only the last move of an application is undone. */
function withoutMoved(batch: Batch, items: readonly ApplicationMove[]): Batch {
  const again = new Set(items.flatMap(({ id, outcome }) => (outcome === 'moved' ? [id] : [])));
  return { ...batch, moves: batch.moves.filter(({ id }) => !again.has(id)) };
}

/** What one request has done. It takes the focus from the form that has gone (G10). */
function MovedNote({
  batch,
  isLast,
  onUndone,
}: {
  batch: Batch;
  /** The last one stays when its time is over. */
  isLast: boolean;
  onUndone: (moves: readonly ApplicationMove[]) => void;
}) {
  const { moves } = batch;
  const fetcher = useFetcher<ActionResult<ApplicationMoves>>();
  const note = useRef<HTMLDivElement>(null);
  const isOver = useIsOver(batch.undoUntil);
  useOnDone(fetcher.data, ({ items }) => onUndone(items));
  const { data } = fetcher;
  // First what the move has done, then what its undo has; a refusal takes the focus itself.
  useEffect(() => {
    if (note.current !== null && data?.refusal === undefined) focusOn(note.current);
  }, [data]);
  const undoable = isOver ? [] : moves.filter(({ is_undoable }) => is_undoable);
  if (!isLast && undoable.length === 0 && fetcher.data === undefined) return null;
  return (
    <div className="notice" ref={note}>
      {summaryOf(moves).map((line) => (
        <p key={line}>{line}</p>
      ))}
      {undoable.length === 0 && fetcher.data?.refusal === undefined ? null : (
        <fetcher.Form method="post">
          <FormBody intent="undo_moves" refusal={fetcher.data?.refusal}>
            <input type="hidden" name="items" value={seenText(undoable)} />
            {undoable.length === 0 ? null : (
              <SubmitButton isBusy={fetcher.state !== 'idle'}>
                Undo {undoable.length === 1 ? 'it' : `all ${undoable.length}`}
              </SubmitButton>
            )}
          </FormBody>
        </fetcher.Form>
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
