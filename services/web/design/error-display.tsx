import type { ApiRefusal } from '../session/api-answer.ts';

/** What the person can do next, by what happened. */
function advice({ status, code }: Pick<ApiRefusal, 'status' | 'code'>): string {
  if (status === 0 || status >= 500)
    return 'This is on our side. Nobody was signed out and nothing is lost; try again in a moment.';
  if (code?.startsWith('csrf_')) return 'Reload the page and try again. You are still signed in.';
  if (status === 410) return 'Ask for a new one.';
  if (status === 404) return 'It may have been taken down, or the address may be wrong.';
  if (status === 403) return 'If you think that this is wrong, write to help@gatehouse.invalid.';
  if (status === 401) return 'Reload the page to continue.';
  return 'Check what you entered and try again.';
}

/** The one display of an error: what happened, what to do next, what to quote. It shows, and it never navigates (E3). */
export function ErrorDisplay({
  refusal,
  onRetry,
  heading = 2,
}: {
  refusal: Pick<ApiRefusal, 'status' | 'code' | 'title' | 'detail' | 'traceId'>;
  onRetry?: () => void;
  heading?: 1 | 2;
}) {
  const Heading = heading === 1 ? 'h1' : 'h2';
  return (
    <section className="error-display" role="alert" data-error-status={refusal.status}>
      <Heading>{refusal.title}</Heading>
      {refusal.detail === refusal.title ? null : <p className="lead">{refusal.detail}</p>}
      <p>{advice(refusal)}</p>
      <p className="actions">
        {onRetry === undefined ? null : (
          <button type="button" className="primary" onClick={onRetry}>
            Try again
          </button>
        )}
        {heading === 1 ? <a href="/">Go to the first page</a> : null}
      </p>
      {refusal.traceId === null ? null : (
        <p className="quote-id">
          For support: <code>{refusal.traceId}</code>
        </p>
      )}
    </section>
  );
}
