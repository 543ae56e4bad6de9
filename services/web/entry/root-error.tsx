import { isRouteErrorResponse, useRouteError } from 'react-router';
import type { ApiRefusal } from '#api/api-answer.ts';
import { ErrorDisplay } from '#design/error-display.tsx';
import { useRetry } from '#design/retry.ts';
import { useReload } from '#session/reload.ts';
import type { SessionUnreadable } from '#session/session-getter.ts';

/** The error display of a host's root. It performs no auth navigation (E3). */
export function RootError() {
  const reload = useReload();
  const refusal = refusalOf(useRouteError());
  const isOutage = refusal.status >= 502;
  useRetry(reload, isOutage);
  return (
    <main id="main">
      <title>{`${refusal.title} · Gatehouse`}</title>
      <ErrorDisplay heading={1} refusal={refusal} {...(refusal.status === 404 ? {} : { onRetry: reload })} />
    </main>
  );
}

function refusalOf(error: unknown): Pick<ApiRefusal, 'status' | 'code' | 'title' | 'detail' | 'traceId'> {
  const plain = { code: null, traceId: null };
  if (isRouteErrorResponse(error)) {
    if (isSessionUnreadable(error.data)) {
      return {
        ...plain,
        status: error.status,
        title: 'Gatehouse is unavailable at the moment',
        detail: 'We could not load your session.',
        traceId: error.data.traceId,
      };
    }
    if (error.status === 404)
      return { ...plain, status: 404, title: 'Page not found', detail: 'There is no page at this address.' };
    const detail =
      typeof error.data === 'string' && error.data !== '' ? error.data : 'The page could not be shown.';
    return { ...plain, status: error.status, title: 'Something went wrong', detail };
  }
  return { ...plain, status: 500, title: 'Something went wrong', detail: 'The page could not be shown.' };
}

function isSessionUnreadable(data: unknown): data is SessionUnreadable {
  return typeof data === 'object' && data !== null && 'kind' in data && data.kind === 'session_unreadable';
}
