import { isRouteErrorResponse, Link, useRouteError } from 'react-router';
import { EmptyState, Page } from '#design/page.tsx';

/** For a closed job (410) or an unknown one (404): what to do instead. The root shows every other error. */
export function JobGone() {
  const error = useRouteError();
  if (!isRouteErrorResponse(error) || (error.status !== 404 && error.status !== 410)) throw error;
  const isClosed = error.status === 410;
  return (
    <Page title={isClosed ? 'This job is closed' : 'Job not found'}>
      <EmptyState
        title={isClosed ? 'The company no longer accepts applications' : 'There is no job at this address'}
      >
        <p>
          {isClosed
            ? 'If you have applied, you still find it under your applications.'
            : 'The address may be wrong, or the job is hidden at the moment.'}
        </p>
        <p>
          <Link className="button primary" to="/jobs">
            Browse open jobs
          </Link>
        </p>
      </EmptyState>
    </Page>
  );
}
