import type { Interview, InterviewState, ListInterviewsResponse } from '@gatehouse/contract/wire';
import type { ReactNode } from 'react';
import type { ApiAnswer } from '#api/api-answer.ts';
import { useKeptAnswer } from '#design/kept-answer.ts';
import { Moment } from '#design/local-time.tsx';
import { Badge } from '#design/page.tsx';
import { useWebPage } from '#entry/web-page.ts';

const STATES: Readonly<Record<InterviewState, { label: string; tone: 'plain' | 'good' | 'warn' | 'bad' }>> = {
  proposed: { label: 'Proposed', tone: 'warn' },
  accepted: { label: 'Accepted', tone: 'good' },
  declined: { label: 'Declined', tone: 'plain' },
  cancelled: { label: 'Cancelled', tone: 'plain' },
};

/**
 * The interviews of an application, newest first, as both sides see them.
 * @param changes what the reader can do with one.
 * @param area of the API, for the files.
 */
export function Interviews({
  interviews,
  area,
  changes,
  children,
}: {
  interviews: ApiAnswer<ListInterviewsResponse>;
  area: 'employer' | 'talent';
  changes: (interview: Interview) => ReactNode;
  /** Below the list. */
  children?: ReactNode;
}) {
  const shown = useKeptAnswer(interviews);
  return (
    <section className="card stack" aria-labelledby="interviews">
      <h2 id="interviews">Interviews</h2>
      {shown.ok ? (
        <>
          {shown.data.items.length === 0 ? (
            <p>No interview is proposed yet.</p>
          ) : (
            <ol className="notes" aria-label="Interviews">
              {shown.data.items.map((interview) => (
                <InterviewItem key={interview.id} interview={interview} area={area}>
                  {changes(interview)}
                </InterviewItem>
              ))}
            </ol>
          )}
          {children}
        </>
      ) : (
        <p className="notice">{shown.refusal.detail}</p>
      )}
    </section>
  );
}

function InterviewItem({
  interview,
  area,
  children,
}: {
  interview: Interview;
  area: 'employer' | 'talent';
  children: ReactNode;
}) {
  const { id, state, starts, accepted_start, duration_minutes, place, note, answer } = interview;
  const { apiBaseUrl } = useWebPage();
  const isOver = state === 'proposed' && !interview.is_open;
  const { label, tone } = isOver ? { label: 'No longer open', tone: 'plain' as const } : STATES[state];
  const times = accepted_start === undefined ? starts : [accepted_start];
  return (
    <li>
      <p>
        <Badge tone={tone}>{label}</Badge>
      </p>
      <ul className="times" aria-label={accepted_start === undefined ? 'Proposed times' : 'Time'}>
        {times.map((start) => (
          <li key={start}>
            <Moment at={start} />
          </li>
        ))}
      </ul>
      <p>
        {duration_minutes} minutes, <Place place={place} />
      </p>
      {note === '' ? null : (
        <p className="prose" dir="auto">
          {note}
        </p>
      )}
      {answer === '' ? null : (
        <blockquote className="prose" dir="auto">
          {answer}
        </blockquote>
      )}
      <small>
        Proposed by {interview.proposed_by_name === '' ? 'a former member' : interview.proposed_by_name},{' '}
        <Moment at={interview.proposed_at} />
      </small>
      {accepted_start === undefined ? null : (
        <p>
          <a href={`${apiBaseUrl}/${area}/interviews/${id}/calendar`} download="interview.ics">
            {state === 'cancelled' ? 'Remove from your calendar' : 'Add to your calendar'}
          </a>{' '}
          <small>interview.ics</small>
        </p>
      )}
      {children}
    </li>
  );
}

/** An address of a video call is a link; the reader sees where it leads. */
function Place({ place }: { place: string }) {
  return /^https:\/\/\S+$/.test(place) && URL.canParse(place) ? (
    <a href={place} rel="noreferrer nofollow">
      {place}
    </a>
  ) : (
    <bdi>{place}</bdi>
  );
}
