import { type ReactNode, useEffect, useRef } from 'react';
import { type ApiAnswer, saysFactsChanged } from '#api/api-answer.ts';
import { useReload } from '#session/reload.ts';
import { ErrorDisplay } from './error-display.tsx';
import { PageSkeleton } from './page-skeleton.tsx';

/**
 * Shows a page's data. A refusal that reports changed facts requests one reload of route data, and shows the skeleton
 * until it is done; only a policy then navigates (R5, E1, E2). A second refusal, or any other failure, is an error display
 * with a retry button: no loop.
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
  const reloads = useRef({ asked: 0, askedFor: null as ApiAnswer<T> | null });
  const asksForReload = !answer.ok && saysFactsChanged(answer.refusal) && isFirst(reloads.current, answer);
  useEffect(() => {
    if (answer.ok) reloads.current = { asked: 0, askedFor: null };
    if (!asksForReload || reloads.current.askedFor === answer) return;
    reloads.current = { asked: 1, askedFor: answer };
    reload();
  }, [answer, asksForReload, reload]);
  if (answer.ok) return children(answer.data);
  if (asksForReload) return <PageSkeleton title={title} />;
  return (
    <>
      <title>{`${answer.refusal.title} · Gatehouse`}</title>
      <ErrorDisplay heading={1} refusal={answer.refusal} onRetry={reload} />
    </>
  );
}

function isFirst({ asked, askedFor }: { asked: number; askedFor: unknown }, answer: unknown): boolean {
  return asked === 0 || askedFor === answer;
}
