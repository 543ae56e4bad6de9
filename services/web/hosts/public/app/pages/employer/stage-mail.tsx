import type { ApplicationStage } from '@gatehouse/contract/wire';
import { useEffect, useState } from 'react';
import { type FetcherWithComponents, useRevalidator } from 'react-router';
import { stageLabel } from '#design/stage.tsx';

/** After the planned time the mail is claimed within seconds; then the API reports that none waits. */
const LOOK_AGAIN_MILLIS = 5000;

/** Says that a mail about the stage waits, and undoes the change that it reports. */
export function StageMail({
  name,
  mailAt,
  undoStage,
  form: Form,
}: {
  /** The applicant's. */
  name: string;
  /** When the mail goes out, ISO 8601. */
  mailAt: string;
  /** Absent: the change cannot be undone. */
  undoStage: ApplicationStage | undefined;
  form: FetcherWithComponents<unknown>['Form'];
}) {
  const secondsLeft = useSecondsUntil(mailAt);
  return (
    <div className="notice actions">
      <p role="status">
        {name} is told by mail
        {/* A countdown that is read out each second would drown everything else. */}
        <span aria-hidden="true">{secondsLeft > 0 ? ` in ${secondsLeft} seconds` : ' in a moment'}</span>.
      </p>
      {undoStage === undefined ? null : (
        <Form method="post">
          <input type="hidden" name="intent" value="undo" />
          <input type="hidden" name="stage" value={undoStage} />
          <button type="submit">
            Undo<span className="visually-hidden"> and go back to {stageLabel(undoStage)}</span>
          </button>
        </Form>
      )}
    </div>
  );
}

/** Whole seconds until a moment, never below 0; afterwards the page's data are loaded again until the mail has gone. */
function useSecondsUntil(moment: string): number {
  const [now, setNow] = useState(() => Date.now());
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const ticking = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(ticking);
  }, []);
  const secondsLeft = Math.max(0, Math.ceil((Date.parse(moment) - now) / 1000));
  const isOver = secondsLeft === 0;
  useEffect(() => {
    if (!isOver) return undefined;
    const looking = setInterval(() => void revalidate(), LOOK_AGAIN_MILLIS);
    return () => clearInterval(looking);
  }, [isOver, revalidate]);
  return secondsLeft;
}
