import { type RepeatedTask, repeatUntilStopped } from './repeat-until-stopped.ts';

/** How long a repeated task waits, and what becomes of its errors. */
interface Repetition {
  /** After a run that found no work. */
  readonly pollMillis: number;
  /** After a run that found work; absent: none. */
  readonly pauseMillis?: number;
  /** After a run that failed; absent: as long as after one that found no work. */
  readonly retryMillis?: number;
  /** Receives the error of each run that failed. */
  readonly onFailure: (error: unknown) => void;
}

/**
 * Works off what waits, one piece in each run, until it is stopped.
 * @param next does the next piece. Returns whether there was one.
 */
export function repeatWhileWork(
  next: () => Promise<boolean>,
  { pollMillis, pauseMillis = 0, retryMillis = pollMillis, onFailure }: Repetition,
): RepeatedTask {
  return repeatUntilStopped(async () => {
    try {
      return (await next()) ? pauseMillis : pollMillis;
    } catch (error) {
      onFailure(error);
      return retryMillis;
    }
  });
}
