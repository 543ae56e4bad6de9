import type { Application, BoardCard } from '@gatehouse/contract/wire';
import type { MailedStage } from '../applications/mailed-stages.ts';
import type { useMoveDialog } from '../applications/use-move-dialog.ts';
import { moveButtonId } from './card.tsx';

/** A move of a card that is confirmed first. */
export interface AskedMove {
  /** As it was when the user asked. */
  readonly card: BoardCard;
  readonly to: MailedStage;
}

/** The dialog before a move of a card that the applicant is mailed about (U7). */
export function MoveQuestion({
  dialog: { part, asked, isOpen, setIsOpen },
  cards,
  isPending,
  seenVersionOf,
  onMade,
}: {
  dialog: ReturnType<typeof useMoveDialog<AskedMove>>;
  /** Of all columns. */
  cards: readonly BoardCard[];
  /** Whether a move of the card is on its way: the next one is of the version which that one makes (G9). */
  isPending: (card: BoardCard) => boolean;
  /** The version that the user has seen who asked for a move of a card. */
  seenVersionOf: (card: BoardCard) => BoardCard;
  onMade: (card: BoardCard, application: Application) => void;
}) {
  if (part === null || asked === null) return null;
  const { to } = asked.move;
  const card = cards.find(({ id }) => id === asked.move.card.id) ?? asked.move.card;
  const { id, applicant_name: name, job_post_title: job } = card;
  return (
    <part.MoveDialog<Application>
      key={asked.key}
      move={{ stage: to, applicants: [{ id, name, job }] }}
      version={seenVersionOf(asked.move.card)}
      isWaiting={isOpen && isPending(card)}
      form={{
        intent: 'move',
        fields: { id, stage: to },
        onDone: (application) => onMade(card, application),
      }}
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      opener={{
        // The card of another column is another element.
        get current() {
          return document.getElementById(moveButtonId(id));
        },
      }}
    />
  );
}
