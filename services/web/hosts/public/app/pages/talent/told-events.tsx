import type {
  TalentApplication,
  TalentApplicationDetails,
  TalentApplicationEvent,
} from '@gatehouse/contract/wire';
import { HistoryCard } from '../sent/history-card.tsx';

/** What the company has told the applicant, and the applicant has answered, newest first. */
export function ToldEvents({
  details: { events },
  application: { company_name, created_at },
}: {
  details: TalentApplicationDetails;
  application: TalentApplication;
}) {
  return (
    <HistoryCard
      events={events}
      sentenceOf={(event) => sentenceOf(event, company_name)}
      sent={{ at: created_at, sentence: 'You applied.' }}
    />
  );
}

const STAGES: Readonly<Record<string, (company: string) => string>> = {
  interview: (company) => `${company} would like to meet you.`,
  offer: (company) => `${company} would like to make you an offer.`,
  rejected: (company) => `${company} chose another applicant.`,
};

function sentenceOf({ kind, stage }: TalentApplicationEvent, company: string): string {
  switch (kind) {
    case 'stage_reported':
      return STAGES[stage ?? '']?.(company) ?? `There is news from ${company}.`;
    case 'offer_accepted':
      return 'You accepted the offer.';
    case 'offer_declined':
      return 'You declined the offer.';
    case 'interview_proposed':
      return `${company} proposed an interview.`;
    case 'interview_accepted':
      return 'You accepted the interview.';
    case 'interview_declined':
      return 'You declined the interview.';
    case 'interview_cancelled':
      return 'The interview was cancelled.';
    default:
      kind satisfies never;
      return '';
  }
}
