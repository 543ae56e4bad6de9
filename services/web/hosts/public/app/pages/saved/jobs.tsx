import type { SavedJobPost } from '@gatehouse/contract/wire';
import {
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
  Link,
  useLoaderData,
} from 'react-router';
import { formAction } from '#api/form-action.ts';
import { type PageHandle, read } from '#api/page-reads.ts';
import { sendWrite } from '#api/page-result.ts';
import { ConfirmChange } from '#design/confirm-change.tsx';
import { formatDay } from '#design/dates.ts';
import { cursorOf } from '#design/list-pages.ts';
import { ListView, loadListPage } from '#design/list-view.tsx';
import { Day, useTimeZone } from '#design/local-time.tsx';
import { EmptyState } from '#design/page.tsx';
import { PageSkeleton } from '#design/page-skeleton.tsx';
import { SaveJob } from '../../saved-jobs/save-job.tsx';
import { JobItem } from '../jobs/job-list.tsx';
import { listedJob } from '../jobs/listed-job.ts';

const TITLE = 'Saved jobs';
const LEAD = 'Only you see this list, last saved first.';

export const handle = {
  reads: ({ url }) => ({
    answer: read('SavedJobPostService.ListSavedJobPosts', { cursor: cursorOf(url), limit: 20 }),
  }),
} satisfies PageHandle;

export function clientLoader(args: ClientLoaderFunctionArgs) {
  return loadListPage(handle, args);
}

/** Of a job that is not public any more: the button of another one sends its own writes. */
export function clientAction({ request }: ClientActionFunctionArgs) {
  const { signal } = request;
  return formAction(request, {
    remove: (form) =>
      sendWrite('SavedJobPostService.DeleteSavedJobPost', { job_post_id: form.text('job_post_id') }, signal),
  });
}

export function HydrateFallback() {
  return <PageSkeleton title={TITLE} lead={LEAD} />;
}

/**
 * The jobs that the user has saved, those that are not public any more among them. A job that was removed stays until the page
 * is opened again: its button saves it again.
 */
export default function SavedJobsPage() {
  const { answer } = useLoaderData<typeof clientLoader>();
  return (
    <ListView
      title={TITLE}
      answer={answer}
      heading={() => ({ lead: LEAD })}
      empty={
        <EmptyState title="No saved jobs yet">
          <p>Choose “Save” beside a job to find it here again.</p>
          <p>
            <Link className="button" to="/jobs">
              Browse jobs
            </Link>
          </p>
        </EmptyState>
      }
    >
      {(items) => (
        <ul className="job-list">
          {items.map((saved) =>
            saved.job_post === undefined ? (
              <HiddenJob key={saved.id} saved={saved} />
            ) : (
              <JobItem key={saved.id} post={listedJob(saved.job_post)} heading="h2">
                <SaveJob post={saved.job_post} isListed />
              </JobItem>
            ),
          )}
        </ul>
      )}
    </ListView>
  );
}

function HiddenJob({ saved: { id, saved_at } }: { saved: SavedJobPost }) {
  const zone = useTimeZone();
  return (
    <li>
      <span className="monogram" aria-hidden="true">
        –
      </span>
      <div>
        <h2>This job is no longer open</h2>
        <p>
          Saved on <Day at={saved_at} />
        </p>
      </div>
      <div className="job-side">
        <ConfirmChange
          label="Remove"
          about={`the job that you saved on ${formatDay(saved_at, zone)}`}
          title="Remove this job from your list?"
          intent="remove"
          fields={{ job_post_id: id }}
          done="Removed from your saved jobs."
          description="You can save it again only if it is open again."
        />
      </div>
    </li>
  );
}
