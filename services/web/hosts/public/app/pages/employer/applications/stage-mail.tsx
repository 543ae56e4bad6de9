import type { ApplicationStage } from '@gatehouse/contract/wire';
import { useEffect, useState } from 'react';
import { type FetcherWithComponents, useRevalidator } from 'react-router';
import { stageLabel } from '#design/stage.tsx';
import { SubmitButton } from '#design/submit-button.tsx';

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
  return (
    <div className="notice actions">
      <p role="status">
        {name} will be notified by email
        {/* Screen readers would read a countdown each second. */}
        <span aria-hidden="true">{secondsLeft > 0 ? ` in ${secondsLeft} seconds` : ' in a moment'}</span>.
      </p>
      {undoStage === undefined || secondsLeft <= FINAL_SECONDS ? null : (
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

/** Whole seconds until a moment, never below 0; then polls the page's data until the email is sent. */
function useSecondsUntil(moment: string): number {
  const [now, setNow] = useState(() => Date.now());
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const secondsLeft = Math.max(0, Math.ceil((Date.parse(moment) - now) / 1000));
  const isOver = secondsLeft === 0;
  useEffect(() => {
    if (!isOver) return undefined;
    const poll = setInterval(() => void revalidate(), POLL_MILLIS);
    return () => clearInterval(poll);
  }, [isOver, revalidate]);
  return secondsLeft;
}
