import type { TalentApplication } from '@gatehouse/contract/wire';

/** Those with an offer that the applicant has not answered, then those with a message not read, then the others, each in their order. */
export function waitingFirst(applications: readonly TalentApplication[]): readonly TalentApplication[] {
  const waits = ({ offer_is_open, has_unread_messages }: TalentApplication) =>
    offer_is_open ? 2 : Number(has_unread_messages);
  return applications.toSorted((one, other) => waits(other) - waits(one));
}
