import type { ApplicationStage, BoardCard, BoardColumn } from '@gatehouse/contract/wire';

/** A card that the user has moved. */
export interface MovedCard {
  /** In its new stage. */
  readonly card: BoardCard;
  /** Where it was. */
  readonly from: ApplicationStage;
  /** Whether the API has not answered yet. */
  readonly isPending: boolean;
  /** What the board had loaded when the API answered; before, when the user moved it. */
  readonly columns: readonly BoardColumn[];
  /** The filters of the board on which the user moved it. */
  readonly search: string;
}

/** Further cards of columns, by stage. */
export type MoreCards = Readonly<Partial<Record<ApplicationStage, readonly BoardCard[]>>>;

/**
 * The columns as the user sees them: what was loaded, with the moves on top. A move that is on its way counts, whatever was
 * loaded; one that is done is kept only while no column has the card, and until they are loaded again, as another member may
 * have moved it since. A move on a board of another search counts only for a card that this one has, too.
 */
export function mergeMoves(
  columns: readonly BoardColumn[],
  more: MoreCards,
  moves: ReadonlyMap<string, MovedCard>,
  search: string,
): readonly BoardColumn[] {
  const loaded = new Map(columns.flatMap(({ items }) => items.map((card) => [card.id, card.stage])));
  const furtherIds = new Set(Object.values(more).flatMap((cards) => cards.map(({ id }) => id)));
  const shownMoves = [...moves.values()].filter(
    (moved) => moved.search === search || loaded.has(moved.card.id) || furtherIds.has(moved.card.id),
  );
  // Beyond further cards that were read before the move, the card would have no place.
  const isMissed = ({ id, stage }: BoardCard) => more[stage]?.every((further) => further.id !== id) === true;
  const isOnTop = ({ card, isPending, columns: known }: MovedCard) =>
    isPending || (!loaded.has(card.id) && (known === columns || isMissed(card)));
  const onTop = shownMoves.filter(isOnTop);
  const topIds = new Set(onTop.map(({ card }) => card.id));
  const isFurther = ({ id, stage }: BoardCard) =>
    !loaded.has(id) && !topIds.has(id) && (moves.get(id)?.card.stage ?? stage) === stage;
  return columns.map(({ stage, count, items, next_cursor }) => {
    const arriving = onTop.filter(({ card }) => card.stage === stage);
    const first = items.filter(({ id }) => !topIds.has(id));
    // What was loaded before a move, or before the column grew, may be here twice.
    const further = (more[stage] ?? []).filter(isFurther);
    const pending = shownMoves.filter(({ isPending }) => isPending);
    const change =
      pending.filter(({ card }) => card.stage === stage).length -
      pending.filter(({ card, from }) => (loaded.get(card.id) ?? from) === stage).length;
    return {
      stage,
      count: count + change,
      items: [...arriving.map(({ card }) => card), ...first, ...further],
      next_cursor,
    };
  });
}

/** The stages to which a card can move, in their order: none while its offer is answered, and from declined only to review (U26). */
export function targetsOf({ stage, offer_answer }: BoardCard): readonly ApplicationStage[] {
  if (offer_answer !== undefined) return [];
  if (stage === 'rejected') return ['in_review'];
  return (['in_review', 'interview', 'offer', 'rejected'] as const).filter((target) => target !== stage);
}
