import type { Application, ListApplicationRatingsResponse, Rating } from '@gatehouse/contract/wire';
import { useFetcher } from 'react-router';
import type { ApiAnswer } from '#api/api-answer.ts';
import { findChoice } from '#api/choice.ts';
import type { ActionResult } from '#api/page-result.ts';
import { FormBody } from '#design/form-body.tsx';
import { useKeptAnswer } from '#design/kept-answer.ts';
import { Moment } from '#design/local-time.tsx';
import { SubmitButton } from '#design/submit-button.tsx';
import { RATING_LABELS } from './rating-labels.ts';

/** What the members think of the application, and the caller's own rating, which shows immediately. */
export function Ratings({
  application,
  ratings,
}: {
  application: Application;
  ratings: ApiAnswer<ListApplicationRatingsResponse>;
}) {
  const shown = useKeptAnswer(ratings);
  return (
    <section className="card stack" aria-labelledby="ratings">
      <h2 id="ratings">Ratings</h2>
      <p className="hint">Only members of your company see ratings. The applicant does not.</p>
      {shown.ok ? (
        <>
          <OwnRating own={application.rating?.own} />
          <RatingList application={application} page={shown.data} />
        </>
      ) : (
        <p className="notice">{shown.refusal.title}</p>
      )}
    </section>
  );
}

function OwnRating({ own }: { own: Rating | undefined }) {
  const rating = useFetcher<ActionResult>();
  const removal = useFetcher<ActionResult>();
  const sent = findChoice(RATING_LABELS, rating.formData?.get('value'));
  const shown = sent ?? (removal.formData === undefined ? own : undefined);
  const isBusy = rating.state !== 'idle' || removal.state !== 'idle';
  return (
    <div className="actions">
      <rating.Form method="post">
        <FormBody intent="rate" refusal={rating.data?.refusal}>
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a row of buttons in all browsers. */}
          <div className="actions" role="group" aria-label="Your rating">
            {Object.entries(RATING_LABELS).map(([value, label]) => (
              <SubmitButton
                key={value}
                name="value"
                value={value}
                isBusy={isBusy}
                aria-pressed={value === shown}
                className="rating"
              >
                {label}
              </SubmitButton>
            ))}
          </div>
        </FormBody>
      </rating.Form>
      {shown === undefined ? null : (
        <removal.Form method="post">
          <FormBody intent="unrate" refusal={removal.data?.refusal}>
            <SubmitButton isBusy={isBusy}>Remove your rating</SubmitButton>
          </FormBody>
        </removal.Form>
      )}
    </div>
  );
}

function RatingList({
  application: { rating },
  page: { items, next_cursor },
}: {
  application: Application;
  page: ListApplicationRatingsResponse;
}) {
  if (rating === undefined || items.length === 0) return <p>No ratings yet.</p>;
  return (
    <>
      <p>
        Average: <strong>{rating.average.toFixed(1)}</strong> of 4, from {rating.count}{' '}
        {rating.count === 1 ? 'rating' : 'ratings'}
      </p>
      <ul className="notes" aria-label="Ratings">
        {items.map(({ id, value, rater_name, is_own, is_of_former_member, rated_at }) => (
          <li key={id}>
            <strong>{RATING_LABELS[value]}</strong>{' '}
            <small>
              {rater_name === '' ? 'A former member' : rater_name}
              {is_own ? ' (you)' : is_of_former_member && rater_name !== '' ? ' (former member)' : ''},{' '}
              <Moment at={rated_at} />
            </small>
          </li>
        ))}
      </ul>
      {next_cursor === '' ? null : <p className="hint">Only the first {items.length} ratings are shown.</p>}
    </>
  );
}
