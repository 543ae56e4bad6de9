import type { ReactNode } from 'react';
import { useRevalidator } from 'react-router';
import type { ApiRefusal } from '#api/api-answer.ts';
import { ContactAddress } from './contact-address.tsx';

/** What the user can do next. */
function advice({ status, code }: Pick<ApiRefusal, 'status' | 'code'>): ReactNode {
  if (status === 0)
    return 'Check your connection and try again. You have not been signed out, and nothing is lost.';
  if (status >= 500)
    return 'The problem is on our side. You have not been signed out, and nothing is lost. Try again in a moment.';
  if (code?.startsWith('csrf_')) return 'Reload the page and try again. You are still signed in.';
  if (status === 429) return 'You can continue after the wait. You have not been signed out.';
  if (status === 410) return 'Request a new one.';
  if (status === 405) return 'Open the page again, and send the form once the page has loaded.';
  if (status === 404) return 'It may have been removed, or the address may be wrong.';
  if (status === 403)
    return (
      <>
        If you think this is a mistake, email <ContactAddress />.
      </>
    );
  if (status === 401) return 'Reload the page to continue.';
  return 'Check what you entered and try again.';
}

/** The one error display: what happened, what to do next, what to quote. It never navigates (E3). */
export function ErrorDisplay({
  refusal,
  onRetry,
  action = onRetry === undefined ? null : <RetryButton onRetry={onRetry} />,
  heading = 2,
}: {
  refusal: Pick<ApiRefusal, 'status' | 'code' | 'title' | 'detail' | 'traceId'>;
  onRetry?: () => void;
  /** What else the user can do, in place of the retry button. */
  action?: ReactNode;
  heading?: 1 | 2;
}) {
  const Heading = heading === 1 ? 'h1' : 'h2';
  return (
    <section
      className={isAbsence(refusal) ? 'error-display absence' : 'error-display'}
      role="alert"
      data-error-status={refusal.status}
    >
      {heading === 1 ? <ShutGate /> : null}
      <Heading>{refusal.title}</Heading>
      {refusal.detail === refusal.title ? null : <p className="lead">{refusal.detail}</p>}
      <p>{advice(refusal)}</p>
      <p className="actions">
        {action}
        {heading === 1 ? (
          <a className="button" href="/">
            Go to the home page
          </a>
        ) : null}
      </p>
      {refusal.traceId === null ? null : (
        <p className="quote-id">
          For support: <code>{refusal.traceId}</code>
        </p>
      )}
    </section>
  );
}

/** Above a page that stays because its reload failed: it may be out of date. */
export function ReloadFailed({
  refusal: { title, status },
  onRetry,
}: {
  refusal: Pick<ApiRefusal, 'title' | 'status'>;
  onRetry: () => void;
}) {
  return (
    <div className="notice warn" role="alert" data-error-status={status}>
      <strong>{title}</strong>
      <p>This page may be out of date. What you entered is still here.</p>
      <p className="actions">
        <RetryButton onRetry={onRetry} />
      </p>
    </div>
  );
}

function RetryButton({ onRetry }: { onRetry: () => void }) {
  const isBusy = useRevalidator().state !== 'idle';
  return (
    <button
      type="button"
      className="primary"
      aria-disabled={isBusy ? true : undefined}
      data-pending={isBusy ? '' : undefined}
      onClick={isBusy ? undefined : onRetry}
    >
      {isBusy ? 'Trying again…' : 'Try again'}
    </button>
  );
}

/** Whether the page does not exist, or no longer exists: that is no failure. */
function isAbsence({ status }: Pick<ApiRefusal, 'status'>): boolean {
  return status === 404 || status === 410;
}

function ShutGate() {
  return (
    <svg viewBox="0 0 72 60" aria-hidden="true" focusable="false">
      <path d="M8 58V14h8v6h10v-6h8v6h4v-6h8v6h10v-6h8v44z" />
      <path className="arch" d="M25 58V43a11 11 0 0 1 22 0v15z" />
      <path d="M36 32v26M25 46h22" />
    </svg>
  );
}
