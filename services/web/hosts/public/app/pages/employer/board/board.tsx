import type { ApplicationStage, BoardCard, BoardColumn } from '@gatehouse/contract/wire';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { focusOn } from '#design/feedback/focus.ts';
import { useFirstRows } from '#design/first-rows.ts';
import { useOnDemand } from '#design/on-demand.ts';
import { PartNotLoaded } from '#design/part-not-loaded.tsx';
import { STAGE_LABELS } from '#design/stage.tsx';
import { type ApplicationFilters, cardSearchOf, searchOf } from '../applications/filters.ts';
import { isMailed } from '../applications/mailed-stages.ts';
import { ShortcutsButton } from '../applications/shortcuts-button.tsx';
import { useMoveDialog } from '../applications/use-move-dialog.ts';
import { Card, moveButtonId, type OpenMenu } from './card.tsx';
import { mergeMoves, targetsOf } from './merge-moves.ts';
import { MoveNotices, UNDO_KEY } from './move-notices.tsx';
import { type AskedMove, MoveQuestion } from './move-question.tsx';
import { useMoreCards } from './use-more-cards.ts';
import type { Moves } from './use-moves.ts';

/** Of each column: more than a phone's screen. */
const FIRST_CARDS = 6;

const loadMenu = () => import('./move-menu.tsx');

const KEYS = {
  '→': 'On “Move” of a card: to a later stage',
  '←': 'On “Move” of a card: to an earlier stage',
  Enter: 'On “Move” of a card: choose its stage',
  [UNDO_KEY]: 'Undo the last move, while its email waits',
} as const;

/** The columns of a board. On narrow screens they stand below each other, so that the page never scrolls sideways; links lead to each. */
export function Board({
  columns,
  filters,
  moves: { moves, recent, isMoving, move, keepMade, undo, isPending, seenVersionOf },
  empty,
}: {
  columns: readonly BoardColumn[];
  filters: ApplicationFilters;
  moves: Moves;
  /** In place of columns without a card: the dialog of a move may be open, with text, when they become empty (G8). Null: they have some. */
  empty: ReactNode;
}) {
  const more = useMoreCards(columns, filters);
  const { part, hasFailed, want } = useOnDemand(loadMenu);
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const [dragged, setDragged] = useState<BoardCard | null>(null);
  const shown = mergeMoves(columns, more.cards, moves, searchOf(filters));
  const { limit, areDrawnLate } = useFirstRows(FIRST_CARDS);
  const keepFocus = useFocusOnMoved(shown);
  const dialog = useMoveDialog<AskedMove>();
  const onMove = (card: BoardCard, to: ApplicationStage) => {
    if (isMailed(to)) {
      dialog.ask({ card, to });
      return;
    }
    keepFocus(card);
    move(card, to);
  };
  const onMoveWanted = () => {
    want();
    dialog.want();
  };
  return (
    <>
      {(hasFailed && menu !== null) || dialog.hasFailed ? <PartNotLoaded /> : null}
      {empty ?? (
        <>
          <div className={areDrawnLate ? 'board drawn-late' : 'board'}>
            {shown.map((column) => (
              <Column
                key={column.stage}
                column={column}
                dragged={dragged}
                onDrop={(to) => dragged !== null && onMove(dragged, to)}
                more={more.of(column.stage)}
              >
                {column.items.slice(0, limit).map((card) => (
                  <Card
                    key={card.id}
                    card={card}
                    search={cardSearchOf(filters, column.stage)}
                    onMove={onMove}
                    onMenu={(opened) => {
                      want();
                      setMenu(opened);
                    }}
                    onMenuWanted={onMoveWanted}
                    isMenuPending={menu?.card.id === card.id && part === null && !hasFailed}
                    onDrag={setDragged}
                  />
                ))}
              </Column>
            ))}
          </div>
          <p className="actions">
            <ShortcutsButton keys={KEYS} />
          </p>
          <ColumnLinks columns={shown} />
        </>
      )}
      <MoveNotices
        recent={recent}
        isMoving={isMoving}
        onUndo={(made) => {
          keepFocus(made.card);
          undo(made);
        }}
      />
      {part === null || menu === null ? null : (
        <part.MoveMenu menu={menu} onMove={onMove} onClose={() => setMenu(null)} />
      )}
      <MoveQuestion
        dialog={dialog}
        cards={shown.flatMap(({ items }) => items)}
        isPending={isPending}
        seenVersionOf={seenVersionOf}
        onMade={(card, application) => {
          keepFocus(card);
          keepMade(card, application);
        }}
      />
    </>
  );
}

/** The way to each column of a narrow screen. */
function ColumnLinks({ columns }: { columns: readonly BoardColumn[] }) {
  return (
    <nav className="board-ways" aria-label="Stages">
      <ul className="filter">
        {columns.map(({ stage, count }) => (
          <li key={stage}>
            <a
              href={`#stage-${stage}`}
              onClick={(event) => {
                event.preventDefault();
                const title = document.getElementById(`stage-${stage}`);
                if (title === null) return;
                focusOn(title);
                title.scrollIntoView();
              }}
            >
              {STAGE_LABELS[stage]} {count}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface More {
  readonly isBusy: boolean;
  /** Null: all cards are shown. */
  readonly load: (() => void) | null;
}

function Column({
  column: { stage, count, items },
  dragged,
  onDrop,
  more,
  children,
}: {
  column: BoardColumn;
  /** Null: no card is dragged. */
  dragged: BoardCard | null;
  onDrop: (to: ApplicationStage) => void;
  more: More;
  children: ReactNode;
}) {
  const [isOver, setIsOver] = useState(false);
  const isTarget = dragged !== null && targetsOf(dragged).includes(stage);
  return (
    <section
      className="board-column"
      aria-labelledby={`stage-${stage}`}
      data-target={isTarget && isOver ? '' : undefined}
      onDragOver={(event) => {
        if (!isTarget) return;
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setIsOver(false);
      }}
      onDrop={(event) => {
        if (!isTarget) return;
        event.preventDefault();
        setIsOver(false);
        onDrop(stage);
      }}
    >
      <h2 id={`stage-${stage}`}>
        {STAGE_LABELS[stage]} <span className="board-count">{count}</span>
      </h2>
      {items.length === 0 ? <p className="hint">None</p> : <ul>{children}</ul>}
      {more.load === null ? null : (
        <button type="button" aria-disabled={more.isBusy ? true : undefined} onClick={more.load}>
          {more.isBusy ? 'Loading…' : 'Show more'}
          <span className="visually-hidden"> in {STAGE_LABELS[stage]}</span>
        </button>
      )}
    </section>
  );
}

/** A card in another column is another element: the focus follows it at once, so that no key is lost in between. */
function useFocusOnMoved(shown: readonly BoardColumn[]): (card: BoardCard) => void {
  const moved = useRef<BoardCard | null>(null);
  useLayoutEffect(() => {
    const card = moved.current;
    if (card === null || shown.some(({ items }) => items.some((one) => one === card))) return;
    moved.current = null;
    document.getElementById(moveButtonId(card.id))?.focus();
  }, [shown]);
  return (card) => {
    moved.current = card;
  };
}
