import { Moment } from '#design/local-time.tsx';

interface TimelineEvent {
  readonly at: string;
  readonly kind: string;
  /** Empty: none. */
  readonly message: string;
  /** When the interview of the event begins. */
  readonly interview_start?: string | undefined;
}

/** What has happened to an application, newest first, down to its sending. */
export function HistoryCard<Event extends TimelineEvent>({
  events,
  sentenceOf,
  sent,
}: {
  events: readonly Event[];
  sentenceOf: (event: Event) => string;
  sent: { readonly at: string; readonly sentence: string };
}) {
  return (
    <section className="card" aria-labelledby="history">
      <h2 id="history">History</h2>
      <ol className="timeline">
        {events.map((event) => (
          <li key={`${event.at} ${event.kind}`}>
            <p>
              {sentenceOf(event)}
              {event.interview_start === undefined ? null : (
                <>
                  {' '}
                  Time: <Moment at={event.interview_start} />.
                </>
              )}
            </p>
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
          <p>{sent.sentence}</p>
          <small>
            <Moment at={sent.at} />
          </small>
        </li>
      </ol>
    </section>
  );
}
