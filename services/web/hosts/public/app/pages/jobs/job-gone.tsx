import { isRouteErrorResponse, Link, useRouteError } from 'react-router';
import { EmptyState, Page } from '#design/page.tsx';

/** For a job that is closed (410) or not there (404): what to do instead. Whatever else happened is the root's to show. */
export function JobGone() {
  const error = useRouteError();
  if (!isRouteErrorResponse(error) || (error.status !== 404 && error.status !== 410)) throw error;
  const isClosed = error.status === 410;
  return (
    <Page title={isClosed ? 'This job has been closed' : 'No such job'}>
      <EmptyState title={isClosed ? 'Somebody has found it, or it was taken down' : 'There is nothing here'}>
        <p>
          {isClosed
            ? 'If you have applied, your application stands under your applications as before.'
            : 'The address may be wrong, or the company hides its posts for the moment.'}
        </p>
        <p>
          <Link className="button primary" to="/jobs">
            See what is open
          </Link>
        </p>
      </EmptyState>
    </Page>
  );
}
