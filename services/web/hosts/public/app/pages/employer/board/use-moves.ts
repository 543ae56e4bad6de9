import type { Application, ApplicationStage, BoardCard, BoardColumn } from '@gatehouse/contract/wire';
import { useEffect, useRef, useState } from 'react';
import { useFetcher, useRevalidator } from 'react-router';
import type { ApiRefusal } from '#api/api-answer.ts';
import type { ActionResult } from '#api/page-result.ts';
import { announce } from '#design/feedback/announcer.tsx';
import { STAGE_LABELS } from '#design/stage.tsx';
import { useToast } from '#design/toast.tsx';
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
 * Moves cards: each one shows immediately, and goes back if the API refuses it. The moves are sent one after the other, because
 * a further one would abort what is on its way. They do not end with a search of the board, nor does what can be undone.
 * @param columns what the board has loaded.
 * @param search its filters.
 */
export function useMoves(columns: readonly BoardColumn[], search: string) {
  const fetcher = useFetcher<ActionResult<Application>>();
  const { revalidate } = useRevalidator();
  const showToast = useToast();
  const [moves, setMoves] = useState<ReadonlyMap<string, MovedCard>>(new Map());
  /** A key may come after a render and before its effects, which must find what it asks for. */
  const queue = useRef<readonly QueuedWrite[]>([]);
  /** How many writes were ever queued. */
  const [queued, setQueued] = useState(0);
  /** How many of them wait or are on their way. */
  const [unanswered, setUnanswered] = useState(0);
  /** Newest first: the last move, and those before it that have an email. A card has one, its last. */
  const [recent, setRecent] = useState<readonly MadeMove[]>([]);
  const sent = useRef<QueuedWrite | null>(null);
  /** What the fetcher had when the write was sent: until it has another one, there is no answer. */
  const formerData = useRef(fetcher.data);
  const ownEtags = useRef(new Map<string, string>());
  /** Cards as the user's moves show them before they are answered. */
  const shownAhead = useRef(new WeakSet<BoardCard>());
  /** What dialogs have moved since the board was read. */
  const movedByDialogs = useRef<ReadonlySet<MovedCard>>(new Set());

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
    setQueued((before) => before + 1);
    setUnanswered((before) => before + 1);
    keepUndoable(card, []);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: one write after the other, each when the one before is done.
  useEffect(() => {
    if (fetcher.state !== 'idle') return;
    const done = sent.current;
    if (done !== null && fetcher.data === formerData.current) return;
    sent.current = null;
    if (done !== null) settle(done, fetcher.data);
    const [next, ...rest] = queue.current;
    if (next === undefined) return;
    queue.current = rest;
    sent.current = next;
    formerData.current = fetcher.data;
    const { intent, card, to, isFollowing } = next;
    const etag = (isFollowing ? ownEtags.current.get(card.id) : undefined) ?? card.etag;
    void fetcher.submit({ intent, id: card.id, stage: to, etag }, { method: 'post' });
  }, [fetcher.state, queued]);

  useEffect(() => {
    const made = movedByDialogs.current;
    if (made.size === 0) return;
    movedByDialogs.current = new Set();
    const settled = (moved: MovedCard) => (made.has(moved) ? { ...moved, isPending: false, columns } : moved);
    setMoves((before) => new Map([...before].map(([id, moved]) => [id, settled(moved)])));
  }, [columns]);

  const settle = (done: QueuedWrite, result: ActionResult<Application> | undefined): void => {
    const { intent, card, to, former } = done;
    const isOfOther = (waiting: Write) => waiting.card.id !== card.id;
    setUnanswered((before) => before - 1);
    if (result?.done === undefined) {
      put(card.id, null);
      showToast(`${card.applicant_name} was not moved. ${result?.refusal.title ?? 'Try again'}.`, 'bad');
      // What is shown was out of date.
      void revalidate();
      const others = queue.current.filter(isOfOther);
      const dropped = queue.current.length - others.length;
      setUnanswered((before) => before - dropped);
      queue.current = others;
      if (isUndoable(former) && !saysUndoIsOver(result?.refusal)) keepUndoable(card, [former]);
      return;
    }
    const moveMade = madeOf(card, result.done, done.search);
    const made = intent === 'undo' ? undefined : moveMade;
    ownEtags.current.set(card.id, moveMade.card.etag);
    if (!queue.current.every(isOfOther)) {
      queue.current = queue.current.map((waiting) =>
        isOfOther(waiting) ? waiting : { ...waiting, former: made },
      );
      return;
    }
    put(card.id, { ...movedCardOf(moveMade, columns), isPending: false });
    announce(`${card.applicant_name} is in ${STAGE_LABELS[to]} now.`);
    if (made !== undefined) keepUndoable(card, [made]);
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
    /** Shows a move that a dialog has made; it counts as one on its way until the board is read again, which then has it. */
    keepMade: (card: BoardCard, application: Application) => {
      const made = madeOf(card, application, search);
      const moved = { ...movedCardOf(made, columns), isPending: true };
      ownEtags.current.set(card.id, made.card.etag);
      movedByDialogs.current = new Set([...movedByDialogs.current, moved]);
      put(card.id, moved);
      announce(`${card.applicant_name} is in ${STAGE_LABELS[made.card.stage]} now.`);
      keepUndoable(card, [made]);
    },
    undo: ({ card, from, search: searchOfMove }: MadeMove) =>
      write({ intent: 'undo', card, to: from, isFollowing: isPending(card), search: searchOfMove }),
  };
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

function movedCardOf(
  { card, from, search }: MadeMove,
  columns: readonly BoardColumn[],
): Omit<MovedCard, 'isPending'> {
  return { card, from, columns, search };
}

function isUndoable(made: MadeMove | undefined): made is MadeMove {
  return made !== undefined && made.undoUntil !== null && made.undoUntil > Date.now();
}

/** What `useMoves` returns. */
export type Moves = ReturnType<typeof useMoves>;

/** Whether a refusal of a further write says that the move before it is not there to be undone. */
function saysUndoIsOver(refusal: ApiRefusal | undefined): boolean {
  return refusal !== undefined && [404, 409, 412].includes(refusal.status);
}
