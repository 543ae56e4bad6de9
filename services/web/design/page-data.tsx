import { type ReactNode, useEffect, useRef } from 'react';
import { useRevalidator } from 'react-router';
import { type ApiAnswer, isOutage, saysFactsChanged, UNREACHABLE } from '#api/api-answer.ts';
import { hasReloadFailed, useReload } from '#session/reload.ts';
import { ErrorDisplay, ReloadFailed } from './error-display.tsx';
import { useKeptAnswer } from './kept-answer.ts';
import { PageSkeleton } from './page-skeleton.tsx';

/**
 * Shows a page's data. A refusal that reports changed facts requests one reload of route data, and shows the skeleton
 * until it is done; only a policy then navigates (R5, E1, E2). A second refusal, or any other failure, is an error display
 * with a retry button: no loop. Data that is already shown stays during that reload and during an outage, also one of the session's
 * read, with a notice above it: it holds the forms in which the user types (G8).
 */
export function PageData<T>({
  title,
  answer,
  children,
}: {
  title: string;
  answer: ApiAnswer<T>;
  children: (data: T) => ReactNode;
}) {
  const reload = useReload();
  const { revalidate } = useRevalidator();
  const reloads = useRef({ asked: 0, askedFor: null as ApiAnswer<T> | null });
  const asksForReload = !answer.ok && saysFactsChanged(answer.refusal) && isFirst(reloads.current, answer);
  useEffect(() => {
    if (answer.ok) reloads.current = { asked: 0, askedFor: null };
    if (!asksForReload || reloads.current.askedFor === answer) return;
    reloads.current = { asked: 1, askedFor: answer };
    reload();
  }, [answer, asksForReload, reload]);
  const shown = useKeptAnswer(answer, !answer.ok && (asksForReload || isOutage(answer.refusal)));
  if (shown.ok)
    return (
      <>
        {asksForReload || (answer.ok && !hasReloadFailed()) ? null : (
          <ReloadFailed
            refusal={answer.ok ? UNREACHABLE : answer.refusal}
            onRetry={() => void revalidate()}
          />
        )}
        {children(shown.data)}
      </>
    );
  if (asksForReload) return <PageSkeleton title={title} />;
  return (
    <>
      <title>{`${shown.refusal.title} · Gatehouse`}</title>
      <ErrorDisplay heading={1} refusal={shown.refusal} onRetry={reload} />
    </>
  );
}

function isFirst({ asked, askedFor }: { asked: number; askedFor: unknown }, answer: unknown): boolean {
  return asked === 0 || askedFor === answer;
}
