import type { ApplicationStage } from '@gatehouse/contract/wire';
import { useEffect } from 'react';
import { type FetcherWithComponents, useRevalidator } from 'react-router';
import { stageLabel } from '#design/stage.tsx';
import { SubmitButton } from '#design/submit-button.tsx';
import { useSecondsLeft } from '../../conversation/seconds-left.ts';

/** After its time the mail is sent within seconds; then the API no longer reports it. */
const POLL_MILLIS = 5000;

/** Before the mail, in which the API accepts no undo any more. */
const FINAL_SECONDS = 5;

/** Announces the delayed email about the stage, and undoes the change until it is sent. */
export function StageMail({
  name,
  mailAt,
  undoStage,
  etag,
  form: Form,
}: {
  /** The applicant's. */
  name: string;
  /** When the email is sent, ISO 8601. */
  mailAt: string;
  /** Absent: the change cannot be undone. */
  undoStage: ApplicationStage | undefined;
  /** Of the application: only the change that the user has seen is undone (G9). */
  etag: string;
  form: FetcherWithComponents<unknown>['Form'];
}) {
  const secondsLeft = useSecondsUntil(mailAt);
  const isTooLate = secondsLeft !== null && secondsLeft <= FINAL_SECONDS;
  return (
    <div className="notice actions">
      <p role="status">
        {name} will be notified by email
        {/* Screen readers would read a countdown each second. */}
        <span aria-hidden="true">{timeText(secondsLeft)}</span>.
      </p>
      {undoStage === undefined || isTooLate ? null : (
        <Form method="post">
          <input type="hidden" name="intent" value="undo" />
          <input type="hidden" name="stage" value={undoStage} />
          <input type="hidden" name="etag" value={etag} />
          <SubmitButton isBusy={false}>
            Undo<span className="visually-hidden"> and go back to {stageLabel(undoStage)}</span>
          </SubmitButton>
        </Form>
      )}
    </div>
  );
}

function timeText(secondsLeft: number | null): string {
  if (secondsLeft === null) return ' within a minute';
  return secondsLeft > 0 ? ` in ${secondsLeft} seconds` : ' in a moment';
}

/** The seconds until the email is sent; then, or at once where they are not known, polls the page's data until it is sent. */
function useSecondsUntil(moment: string): number | null {
  const secondsLeft = useSecondsLeft(moment);
  const { revalidate } = useRevalidator();
  const isPolling = secondsLeft === null || secondsLeft === 0;
  useEffect(() => {
    if (!isPolling) return undefined;
    const poll = setInterval(() => void revalidate(), POLL_MILLIS);
    return () => clearInterval(poll);
  }, [isPolling, revalidate]);
  return secondsLeft;
}
