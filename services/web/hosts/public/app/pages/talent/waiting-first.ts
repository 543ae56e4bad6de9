import type { TalentApplication } from '@gatehouse/contract/wire';

/** What reads the applications that wait for the applicant. More than these come in the places that all have. */
export const WAITING = { cursor: '', limit: 50, is_waiting: true };

/**
 * Those that wait for the applicant, then the others of the list, each in their order: first an offer that is not answered,
 * then interview times, then messages not read.
 */
export function waitingFirst(
  waiting: readonly TalentApplication[],
  listed: readonly TalentApplication[],
): readonly TalentApplication[] {
  const waits = ({ offer_is_open, has_proposed_interview }: TalentApplication) =>
    offer_is_open ? 2 : Number(has_proposed_interview);
  const first = new Set(waiting.map(({ id }) => id));
  return [
    ...waiting.toSorted((one, other) => waits(other) - waits(one)),
    ...listed.filter(({ id }) => !first.has(id)),
  ];
}
