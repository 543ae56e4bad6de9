import type { Application, ApplicationEvent } from '@gatehouse/contract/wire';
import { STAGE_LABELS } from '#design/stage.tsx';
import { HistoryCard } from '../../sent/history-card.tsx';

/** What has happened to the application, newest first, with what company and applicant wrote. */
export function History({ application: { applicant, timeline, created_at } }: { application: Application }) {
  return (
    <HistoryCard
      events={timeline ?? []}
      sentenceOf={sentenceOf}
      sent={{ at: created_at, sentence: `${applicant.name} applied.` }}
    />
  );
}

const DEEDS: Record<ApplicationEvent['kind'], string> = {
  stage_changed: 'moved it to',
  stage_change_undone: 'undid a change and went back to',
  offer_accepted: 'accepted the offer',
  offer_declined: 'declined the offer',
  note_added: 'added a note',
  note_deleted: 'deleted a note',
  interview_proposed: 'proposed an interview',
  interview_accepted: 'accepted the interview',
  interview_declined: 'declined the interview',
  interview_cancelled: 'cancelled the interview',
};

function sentenceOf({ kind, actor_name, stage }: ApplicationEvent): string {
  if (kind === 'interview_cancelled' && actor_name === '') return 'The interview was cancelled.';
  const who = actor_name === '' ? 'A member' : actor_name;
  const to = stage === undefined ? '' : ` ${STAGE_LABELS[stage]}`;
  return `${who} ${DEEDS[kind]}${to}.`;
}
