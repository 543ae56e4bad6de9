import { ShortcutKey, useShortcut } from '#design/shortcuts.tsx';
import { stageLabel } from '#design/stage.tsx';
import { useIsOver } from '../applications/undo-time.ts';
import type { MadeMove } from './use-moves.ts';

export const UNDO_KEY = 'u';

/** What the last move has done, and every move that can still be undone, as its email to the applicant waits. */
export function MoveNotices({
  recent,
  isMoving,
  onUndo,
}: {
  /** Newest first. */
  recent: readonly MadeMove[];
  /** Whether a move has no answer yet: until then the last one of `recent` is not the user's last move. */
  isMoving: boolean;
  onUndo: (made: MadeMove) => void;
}) {
  return (
    <div className="floating">
      {recent.length === 0 ? null : (
        <ul className="notice made-moves">
          {recent.map((made, place) => (
            <MoveNotice
              key={made.card.etag + made.card.id}
              made={made}
              isLast={place === 0}
              isMoving={isMoving}
              onUndo={() => onUndo(made)}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

function MoveNotice({
  made,
  isLast,
  isMoving,
  onUndo,
}: {
  made: MadeMove;
  isLast: boolean;
  isMoving: boolean;
  onUndo: () => void;
}) {
  const { card, from, undoUntil } = made;
  const isUndoable = !useIsOver(undoUntil ?? 0);
  // The minute is too short for Tab to pass all cards (G10).
  const shortcut = isLast && isUndoable && !isMoving ? UNDO_KEY : undefined;
  useShortcut(shortcut, onUndo);
  if (!isLast && !isUndoable) return null;
  return (
    <li className="actions">
      <p>
        {card.applicant_name} is in {stageLabel(card.stage)} now.
        {isUndoable ? ' An email is sent in one minute. Until then you can undo this.' : ''}
      </p>
      {isUndoable ? (
        <button type="button" onClick={onUndo} aria-keyshortcuts={shortcut}>
          Undo
          <span className="visually-hidden">
            {' '}
            and go back to {stageLabel(from)}: {card.applicant_name}
          </span>
          {shortcut === undefined ? null : <ShortcutKey value={shortcut} />}
        </button>
      ) : null}
    </li>
  );
}
