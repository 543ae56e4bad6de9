import type { ApplicationStage, BoardCard, BoardColumn } from '@gatehouse/contract/wire';

/** A card that the user has moved. */
export interface MovedCard {
  /** In its new stage. */
  readonly card: BoardCard;
  /** Where it was. */
  readonly from: ApplicationStage;
  /** Whether the API has not answered yet. */
  readonly isPending: boolean;
}

/** Further cards of columns, by stage. */
export type MoreCards = Readonly<Partial<Record<ApplicationStage, readonly BoardCard[]>>>;

/**
 * The columns as the user sees them: what was loaded, with the moves on top. A move that is on its way counts, whatever was
 * loaded; one that is done is kept only while no column has the card, as a column begins with its newest cards.
 */
export function mergeMoves(
  columns: readonly BoardColumn[],
  more: MoreCards,
  moves: ReadonlyMap<string, MovedCard>,
): readonly BoardColumn[] {
  const loaded = new Map(columns.flatMap(({ items }) => items.map((card) => [card.id, card.stage])));
  const isOnTop = ({ card, isPending }: MovedCard) => isPending || !loaded.has(card.id);
  const onTop = [...moves.values()].filter(isOnTop);
  const movedIds = new Set(moves.keys());
  const topIds = new Set(onTop.map(({ card }) => card.id));
  return columns.map(({ stage, count, items, next_cursor }) => {
    const arriving = onTop.filter(({ card }) => card.stage === stage);
    const first = items.filter(({ id }) => !topIds.has(id));
    // What was loaded before a move, or before the column grew, may be here twice.
    const further = (more[stage] ?? []).filter(({ id }) => !loaded.has(id) && !movedIds.has(id));
    const pending = [...moves.values()].filter(({ isPending }) => isPending);
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
