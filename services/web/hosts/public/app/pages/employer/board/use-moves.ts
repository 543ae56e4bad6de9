import type { Application, ApplicationStage, BoardCard, BoardColumn } from '@gatehouse/contract/wire';
import { useEffect, useRef, useState } from 'react';
import { type ApiAnswer, type ApiRefusal, ownRefusal } from '#api/api-answer.ts';
import { sendShownWrite } from '#api/send-shown-write.ts';
import { announce } from '#design/feedback/announcer.tsx';
import { STAGE_LABELS } from '#design/stage.tsx';
import { useToast } from '#design/toast.tsx';
import { useReload } from '#session/reload.ts';
import { undoUntil } from '../applications/undo-time.ts';
import type { MovedCard } from './merge-moves.ts';

/** A move that is made. */
export interface MadeMove {
  readonly card: BoardCard;
  readonly from: ApplicationStage;
  /** Until when it can be undone, as its email waits, by the clock of this browser; null: it has no email. */
  readonly undoUntil: number | null;
  /** The filters of the board on which the user made it. */
  readonly search: string;
}

interface Write {
  readonly intent: 'move' | 'undo';
  readonly card: BoardCard;
  readonly to: ApplicationStage;
  /** Whether it follows another write of the same card that has no answer yet: it changes the version which that one makes. */
  readonly isFollowing: boolean;
  /** The filters of the board on which the user moved the card. */
  readonly search: string;
}

/** A write that waits or is on its way. */
interface QueuedWrite extends Write {
  /** The card's move before: it can still be undone if this write is refused. */
  readonly former: MadeMove | undefined;
}

/**
 * Moves cards: each one shows immediately, and goes back if the API refuses it. The moves are sent one after the other, also
 * once the user has left the board. What can be undone does not end with a search of the board.
 * @param columns what the board has loaded.
 * @param search its filters.
 */
export function useMoves(columns: readonly BoardColumn[], search: string) {
  const reload = useReload();
  const showToast = useToast();
  const [moves, setMoves] = useState<ReadonlyMap<string, MovedCard>>(new Map());
  /** Those that wait. A key may come after an answer and before its render, and must find what they are. */
  const queue = useRef<readonly QueuedWrite[]>([]);
  const isSending = useRef(false);
  /** How many writes wait or are on their way. */
  const [unanswered, setUnanswered] = useState(0);
  /** Newest first: the last move, and those before it that have an email. A card has one, its last. */
  const [recent, setRecent] = useState<readonly MadeMove[]>([]);
  const ownEtags = useRef(new Map<string, string>());
  /** Cards as the user's moves show them before they are answered. */
  const shownAhead = useRef(new WeakSet<BoardCard>());
  /** What the API has moved since the board was read. */
  const answered = useRef<ReadonlySet<MovedCard>>(new Set());

  const put = (id: string, moved: MovedCard | null) =>
    setMoves((before) => {
      const after = new Map(before);
      if (moved === null) after.delete(id);
      else after.set(id, moved);
      return after;
    });

  const keepUndoable = (but: BoardCard, made: readonly MadeMove[]) =>
    setRecent((before) => [...made, ...before.filter((one) => one.card.id !== but.id && isUndoable(one))]);

  const isPending = ({ id }: BoardCard) => moves.get(id)?.isPending === true;

  const write = (asked: Write) => {
    const { card, to } = asked;
    const moved = { ...card, stage: to, updated_at: new Date().toISOString() };
    shownAhead.current.add(moved);
    put(card.id, { card: moved, from: card.stage, isPending: true, columns, search: asked.search });
    const former = recent.find((made) => made.card.id === card.id);
    queue.current = [...queue.current, { ...asked, former }];
    setUnanswered((before) => before + 1);
    keepUndoable(card, []);
    if (!isSending.current) void sendQueue();
  };

  const sendQueue = async () => {
    isSending.current = true;
    for (let [next] = queue.current; next !== undefined; [next] = queue.current) {
      queue.current = queue.current.slice(1);
      const { card, isFollowing } = next;
      const answer = await send(next, (isFollowing ? ownEtags.current.get(card.id) : undefined) ?? card.etag);
      if (answer === null) return;
      settle(next, answer);
      reload();
    }
    isSending.current = false;
  };

  useEffect(() => {
    const before = answered.current;
    if (before.size === 0) return;
    answered.current = new Set();
    const settled = (moved: MovedCard) =>
      before.has(moved) ? { ...moved, isPending: false, columns } : moved;
    setMoves((all) => new Map([...all].map(([id, moved]) => [id, settled(moved)])));
  }, [columns]);

  const settle = ({ intent, card, former }: QueuedWrite, answer: ApiAnswer<MadeMove>): void => {
    const isOfOther = (waiting: Write) => waiting.card.id !== card.id;
    setUnanswered((before) => before - 1);
    if (!answer.ok) {
      put(card.id, null);
      showToast(`${card.applicant_name} was not moved. ${answer.refusal.title}.`, 'bad');
      const others = queue.current.filter(isOfOther);
      const dropped = queue.current.length - others.length;
      setUnanswered((before) => before - dropped);
      queue.current = others;
      if (isUndoable(former) && !saysUndoIsOver(answer.refusal)) keepUndoable(card, [former]);
      return;
    }
    const moveMade = answer.data;
    const undoable = intent === 'undo' ? undefined : moveMade;
    ownEtags.current.set(card.id, moveMade.card.etag);
    if (!queue.current.every(isOfOther)) {
      queue.current = queue.current.map((waiting) =>
        isOfOther(waiting) ? waiting : { ...waiting, former: undoable },
      );
      return;
    }
    show(moveMade);
    if (undoable !== undefined) keepUndoable(card, [undoable]);
  };

  /** Shows a move that the API has made; it counts as one on its way until the board is read again, which then has it. */
  const show = ({ card, from, search: searchOfMove }: MadeMove) => {
    const moved = { card, from, isPending: true, columns, search: searchOfMove };
    answered.current = new Set([...answered.current, moved]);
    put(card.id, moved);
    announce(`${card.applicant_name} is in ${STAGE_LABELS[card.stage]} now.`);
  };

  return {
    moves,
    recent,
    isMoving: unanswered > 0,
    isPending,
    /**
     * The version that a user has seen who asks for a move of a card: what their own move has made of it, if the card was shown
     * before that one was answered; else the card's own, whatever the board has read since (G9).
     */
    seenVersionOf: (card: BoardCard): BoardCard =>
      (shownAhead.current.has(card) ? moves.get(card.id)?.card : undefined) ?? card,
    move: (card: BoardCard, to: ApplicationStage) =>
      write({ intent: 'move', card, to, isFollowing: isPending(card), search }),
    /** Shows a move that a dialog has made. */
    keepMade: (card: BoardCard, application: Application) => {
      const moveMade = madeOf(card, application, search);
      ownEtags.current.set(card.id, moveMade.card.etag);
      show(moveMade);
      keepUndoable(card, [moveMade]);
    },
    undo: ({ card, from, search: searchOfMove }: MadeMove) =>
      write({ intent: 'undo', card, to: from, isFollowing: isPending(card), search: searchOfMove }),
  };
}

/** What is wrong here fails one move, and not those that wait behind it. */
const UNEXPECTED = ownRefusal(500, 'Something went wrong', 'The response could not be read.');

/** @returns null: the page has become another account's. */
async function send(write: Write, etag: string): Promise<ApiAnswer<MadeMove> | null> {
  try {
    const answer = await sendToApi(write, etag);
    return answer?.ok ? { ok: true, data: madeOf(write.card, answer.data, write.search) } : answer;
  } catch (error) {
    reportError(error);
    return { ok: false, refusal: UNEXPECTED };
  }
}

function sendToApi({ intent, card: { id }, to: stage }: Write, etag: string) {
  return intent === 'undo'
    ? sendShownWrite('ApplicationService.DeleteApplicationStageChange', { id }, etag)
    : sendShownWrite('ApplicationService.UpdateApplication', { id, stage, message: '' }, etag);
}

/** What a write has made of a card. */
function madeOf(card: BoardCard, answer: Application, search: string): MadeMove {
  const { stage, etag, updated_at, undo_stage } = answer;
  return {
    card: { ...card, stage, etag, updated_at },
    from: undo_stage ?? card.stage,
    undoUntil: undo_stage === undefined ? null : undoUntil(),
    search,
  };
}

function isUndoable(made: MadeMove | undefined): made is MadeMove {
  return made !== undefined && made.undoUntil !== null && made.undoUntil > Date.now();
}

/** What `useMoves` returns. */
export type Moves = ReturnType<typeof useMoves>;

/** Whether a refusal of a further write says that the move before it is not there to be undone. */
function saysUndoIsOver({ status }: ApiRefusal): boolean {
  return [404, 409, 412].includes(status);
}
