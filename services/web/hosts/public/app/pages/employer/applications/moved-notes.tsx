import type { ApplicationMove, ApplicationMoves } from '@gatehouse/contract/wire';
import { useEffect, useRef, useState } from 'react';
import { useFetcher } from 'react-router';
import type { ActionResult } from '#api/page-result.ts';
import { focusOn } from '#design/feedback/focus.ts';
import { FormBody } from '#design/form-body.tsx';
import { STAGE_LABELS } from '#design/stage.tsx';
import { SubmitButton, useOnDone } from '#design/submit-button.tsx';
import type { MailedStage } from './mailed-stages.ts';
import { undoUntil, useIsOver } from './undo-time.ts';

/** What one request has done, and until when it can be undone. */
interface Batch {
  readonly key: number;
  readonly moves: readonly ApplicationMove[];
  readonly undoUntil: number;
}

/** Messages, by the stage of their move, that some applicants did not get because they were not moved (G8). */
type Unsent = Readonly<Partial<Record<MailedStage, string>>>;

const MAILED = ['interview', 'offer', 'rejected'] as const;

const keptText = (stage: MailedStage) =>
  `Your message was not sent to applicants who were not moved. The next move to ${STAGE_LABELS[stage]} begins with it.`;

/** What `useMoved` returns. */
export type Moved = ReturnType<typeof useMoved>;

/** The moves of several applications that were made on this page, whatever its list shows since: also when they were all of it (U7). */
export function useMoved() {
  const fetcher = useFetcher<ActionResult<ApplicationMoves>>();
  const [batches, setBatches] = useState<readonly Batch[]>([]);
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const [unsent, setUnsent] = useState<Unsent>({});
  const add = ({ items }: ApplicationMoves) =>
    setBatches((before) => [
      { key: (before[0]?.key ?? 0) + 1, moves: items, undoUntil: undoUntil() },
      ...before.map((batch) => withoutMoved(batch, items)).filter(({ moves }) => moves.length > 0),
    ]);
  useOnDone(fetcher.data, add);
  return {
    /** Sends the moves that are not confirmed first. */
    fetcher,
    /** Keeps those that a dialog has sent. */
    add,
    unsent,
    /** @param message empty: all of them got it. */
    keepUnsent: (stage: MailedStage, message: string) =>
      setUnsent((before) => ({ ...before, [stage]: message })),
    batches,
    replaceMoves: (key: number, moves: readonly ApplicationMove[]) =>
      setBatches((before) => before.map((batch) => (batch.key === key ? { ...batch, moves } : batch))),
    /** Where the form of the next move is shown; null until it is there. */
    place,
    setPlace,
  };
}

/** Says what became of the moves, and undoes them while their emails wait: each move of the last minute (F9). */
export function MovedNotes({ moved: { batches, unsent, replaceMoves, setPlace } }: { moved: Moved }) {
  return (
    <div className="floating" ref={setPlace}>
      {/* Always rendered: screen readers announce what appears in it. */}
      <div role="status">
        {MAILED.filter((stage) => unsent[stage]).map((stage) => (
          <p key={stage} className="notice">
            {keptText(stage)}
          </p>
        ))}
        {batches.map((batch, index) => (
          <MovedNote
            key={batch.key}
            batch={batch}
            isLast={index === 0}
            onUndone={(moves) => replaceMoves(batch.key, moves)}
          />
        ))}
      </div>
    </div>
  );
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
  own_application: 'not moved: your own application',
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
export function seenText(items: readonly { readonly id: string; readonly etag: string }[]): string {
  return items.map(({ id, etag }) => `${id} ${etag}`).join('\n');
}
