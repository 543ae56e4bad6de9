import type {
  TalentApplication,
  TalentApplicationDetails,
  TalentApplicationEvent,
} from '@gatehouse/contract/wire';
import { Moment } from '#design/local-time.tsx';

/** What the company has told the applicant, and the applicant has answered, newest first. */
export function ToldEvents({
  details: { events },
  application: { company_name, created_at },
}: {
  details: TalentApplicationDetails;
  application: TalentApplication;
}) {
  return (
    <section className="card" aria-labelledby="history">
      <h2 id="history">History</h2>
      <ol className="timeline">
        {events.map((event) => (
          <li key={`${event.at} ${event.kind}`}>
            <p>{sentenceOf(event, company_name)}</p>
            {event.message === '' ? null : (
              <blockquote className="prose" dir="auto">
                {event.message}
              </blockquote>
            )}
            <small>
              <Moment at={event.at} />
            </small>
          </li>
        ))}
        <li>
          <p>You applied.</p>
          <small>
            <Moment at={created_at} />
          </small>
        </li>
      </ol>
    </section>
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
    default:
      kind satisfies never;
      return '';
  }
}
