import { stageLabel } from '#design/stage.tsx';
import type { LastMove } from './use-moves.ts';

/** What the last move has done, and its undo while the email to the applicant waits. */
export function MoveNotice({
  last: { card, from, isUndoable },
  onUndo,
}: {
  last: LastMove;
  onUndo: () => void;
}) {
  return (
    <div className="floating">
      <div className="notice actions">
        <p>
          {card.applicant_name} is in {stageLabel(card.stage)} now.
          {isUndoable ? ' An email is sent in one minute. Until then you can undo this.' : ''}
        </p>
        {isUndoable ? (
          <button type="button" onClick={onUndo}>
            Undo<span className="visually-hidden"> and go back to {stageLabel(from)}</span>
          </button>
        ) : null}
      </div>
    </div>
  );
}
