import type { ApplicationStage, BoardCard } from '@gatehouse/contract/wire';
import type { KeyboardEvent, ReactNode } from 'react';
import { Link } from 'react-router';
import { RelativeTime } from '#design/relative-time.tsx';
import { OFFER_ANSWER_LABELS } from '#design/stage.tsx';
import { UnreadMark } from '../../conversation/unread-mark.tsx';
import { NextInterview } from '../../next-interview.tsx';
import { averageText } from '../applications/rating-labels.ts';
import { targetsOf } from './merge-moves.ts';

/** What opens the menu of a card. */
export interface OpenMenu {
  readonly card: BoardCard;
  readonly opener: HTMLButtonElement;
}

/** One application. It is dragged, moved by its menu, or by the arrow keys on the menu's button. */
export function Card({
  card,
  search,
  onMove,
  onMenu,
  onMenuWanted,
  isMenuPending,
  onDrag,
}: {
  card: BoardCard;
  /** Of the link: the filters of the board, and the card's column. */
  search: string;
  onMove: (card: BoardCard, to: ApplicationStage) => void;
  onMenu: (menu: OpenMenu) => void;
  /** The menu is about to be opened. */
  onMenuWanted: () => void;
  /** The menu is asked for, and its code is on its way. */
  isMenuPending: boolean;
  /** Null: the drag has ended. */
  onDrag: (card: BoardCard | null) => void;
}) {
  const { id, applicant_name, job_post_title, updated_at, rating, assignment, offer_answer } = card;
  const targets = targetsOf(card);
  const canMove = targets.length > 0;
  const onKeyDown = (event: KeyboardEvent) => {
    const to = neighbourOf(card, targets, event.key);
    if (to === undefined) return;
    event.preventDefault();
    onMove(card, to);
  };
  return (
    <li
      className="board-card"
      draggable={canMove}
      onDragStart={({ dataTransfer }) => {
        dataTransfer.effectAllowed = 'move';
        dataTransfer.setData('text/plain', applicant_name);
        onDrag(card);
      }}
      onDragEnd={() => onDrag(null)}
    >
      <div className="board-head">
        <p>
          <Link to={`/employer/applications/${id}${search}`} draggable={false}>
            {applicant_name}
          </Link>
          <UnreadMark isShown={card.has_unread_messages} />
        </p>
        {canMove ? (
          <button
            type="button"
            id={moveButtonId(id)}
            aria-haspopup="menu"
            data-pending={isMenuPending ? '' : undefined}
            aria-keyshortcuts="ArrowLeft ArrowRight"
            onPointerEnter={onMenuWanted}
            onFocus={onMenuWanted}
            onClick={({ currentTarget }) => onMenu({ card, opener: currentTarget })}
            onKeyDown={onKeyDown}
          >
            Move<span className="visually-hidden"> {applicant_name}</span>
          </button>
        ) : null}
      </div>
      <Fact>{job_post_title}</Fact>
      {offer_answer === undefined ? null : <Fact>{OFFER_ANSWER_LABELS[offer_answer]}</Fact>}
      {card.next_interview_at === undefined ? null : (
        <p>
          <NextInterview at={card.next_interview_at} />
        </p>
      )}
      {rating === undefined ? null : <Fact>Rating {averageText(rating)}</Fact>}
      {assignment?.membership_id === undefined ? null : (
        <Fact>Assigned to {assignment.is_own ? 'you' : assignment.assignee_name}</Fact>
      )}
      <Fact>
        {card.stage === 'submitted' ? 'Applied' : 'Moved here'} <RelativeTime at={updated_at} />
      </Fact>
    </li>
  );
}

function Fact({ children }: { children: ReactNode }) {
  return (
    <p>
      <small>{children}</small>
    </p>
  );
}

/** The button of a card's menu, which keeps the focus when the card moves. */
export function moveButtonId(applicationId: string): string {
  return `move-${applicationId}`;
}

const ORDER: readonly ApplicationStage[] = ['submitted', 'in_review', 'interview', 'offer', 'rejected'];

/** The next stage in the direction of an arrow key. */
function neighbourOf(
  { stage }: BoardCard,
  targets: readonly ApplicationStage[],
  key: string,
): ApplicationStage | undefined {
  const place = ORDER.indexOf(stage);
  if (key === 'ArrowRight') return targets.find((target) => ORDER.indexOf(target) > place);
  if (key === 'ArrowLeft') return targets.findLast((target) => ORDER.indexOf(target) < place);
  return undefined;
}
