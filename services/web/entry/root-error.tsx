import type { ComponentProps } from 'react';
import { isRouteErrorResponse, useLocation, useRouteError } from 'react-router';
import { type ApiRefusal, UNREACHABLE } from '#api/api-answer.ts';
import { ErrorDisplay } from '#design/error-display.tsx';
import { useRetry } from '#design/retry.ts';
import { useReload } from '#session/reload.ts';
import type { SessionUnreadable } from '#session/session-getter.ts';
import { isPageProblem } from './page-problem.ts';

/** The error display of a host's root. It performs no auth navigation (E3). */
export function RootError() {
  const reload = useReload();
  const refusal = refusalOf(useRouteError());
  useRetry(reload, refusal.status === 0 || refusal.status >= 502);
  return (
    <main id="main" tabIndex={-1}>
      <title>{`${refusal.title} · Gatehouse`}</title>
      <ErrorDisplay heading={1} refusal={refusal} {...nextStep(refusal.status, reload)} />
    </main>
  );
}

function nextStep(status: number, onRetry: () => void): Partial<ComponentProps<typeof ErrorDisplay>> {
  if (status === 404) return {};
  return status === 405 ? { action: <OpenAgain /> } : { onRetry };
}

/** A link: it works without the scripts that the form was sent without. */
function OpenAgain() {
  const { pathname, search } = useLocation();
  return (
    <a className="button primary" href={`${pathname}${search}`}>
      Open the page again
    </a>
  );
}

const PLAIN = { code: null, traceId: null, detail: 'The page could not be shown.' };

/** An error in our own words: what the framework says of it is for its developers. */
function refusalOf(error: unknown): Pick<ApiRefusal, 'status' | 'code' | 'title' | 'detail' | 'traceId'> {
  if (error === UNREACHABLE) return UNREACHABLE;
  if (!isRouteErrorResponse(error)) return { ...PLAIN, status: 500, title: 'Something went wrong' };
  const { status, data } = error;
  if (isSessionUnreadable(data)) {
    return {
      ...PLAIN,
      status,
      title: 'Gatehouse is unavailable at the moment',
      detail: 'We could not load your session.',
      traceId: data.traceId,
    };
  }
  if (status === 404) {
    return { ...PLAIN, status, title: 'Page not found', detail: 'There is no page at this address.' };
  }
  if (status === 405) {
    const detail = 'Your browser sent it before the page had loaded, or without JavaScript.';
    return { ...PLAIN, status, title: 'This form was not sent', detail };
  }
  const detail = isPageProblem(data) ? data.detail : PLAIN.detail;
  return { ...PLAIN, status, title: 'Something went wrong', detail };
}

function isSessionUnreadable(data: unknown): data is SessionUnreadable {
  return Object(data).kind === 'session_unreadable';
}
