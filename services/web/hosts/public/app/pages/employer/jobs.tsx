import type { JobPost } from '@gatehouse/contract/wire';
import { useRef } from 'react';
import {
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
  Link,
  useFetcher,
  useLoaderData,
} from 'react-router';
import { findChoice } from '#api/choice.ts';
import { formAction } from '#api/form-action.ts';
import { loadReads, type PageHandle, read } from '#api/page-reads.ts';
import { sendWrite } from '#api/page-result.ts';
import { type Column, DataTable } from '#design/data-table.tsx';
import { formatDay } from '#design/dates.ts';
import { FilterLinks } from '#design/filter-links.tsx';
import { FormBody } from '#design/form-body.tsx';
import { KIND_LABELS } from '#design/labels.ts';
import { type ListPage, useMorePages } from '#design/more-pages.tsx';
import { EmptyState, Page } from '#design/page.tsx';
import { PageData } from '#design/page-data.tsx';
import { PageSkeleton } from '#design/page-skeleton.tsx';
import { DoneNote, SubmitButton, useOnDone } from '#design/submit-button.tsx';
import { JobPostFields, jobPostOf } from './job-post-fields.tsx';
import { JOB_POST_STATE_LABELS, JobPostState } from './job-post-state.tsx';
import { PublishButton } from './publish-button.tsx';

const TITLE = 'Job posts';

function searchOf({ searchParams }: URL) {
  return {
    after: searchParams.get('cursor') ?? '',
    state: findChoice(JOB_POST_STATE_LABELS, searchParams.get('state')),
  };
}

export const handle = {
  reads: ({ url }) => {
    const { after, state } = searchOf(url);
    const input = { cursor: after, limit: 50, ...(state === null ? {} : { state }) };
    return { answer: read('JobPostService.ListJobPosts', input) };
  },
} satisfies PageHandle;

export async function clientLoader(args: ClientLoaderFunctionArgs) {
  return { ...(await loadReads(handle, args)), ...searchOf(args.url) };
}

export function clientAction({ request }: ClientActionFunctionArgs) {
  return formAction(request, {
    create: (form) => sendWrite('JobPostService.CreateJobPost', jobPostOf(form), request.signal),
  });
}

export function HydrateFallback() {
  return <PageSkeleton title={TITLE} />;
}

export default function EmployerJobsPage() {
  const { answer, state } = useLoaderData<typeof clientLoader>();
  return (
    <PageData title={TITLE} answer={answer}>
      {(first) => (
        <Page
          title={TITLE}
          aside={
            <a className="button" href="#new">
              New job post
            </a>
          }
        >
          <div className="stack">
            <div>
              <FilterLinks label="Job posts by status" name="state" choices={JOB_POST_STATE_LABELS} />
              {first.items.length > 0 ? (
                <JobPosts key={state} first={first} />
              ) : state === null ? (
                <EmptyState title="No job posts yet">
                  <p>Create your first one below. It is not public until you publish it.</p>
                </EmptyState>
              ) : (
                <EmptyState title="No job posts with this status">
                  <p>Choose another status to see your other job posts.</p>
                </EmptyState>
              )}
            </div>
            <NewJobPost />
          </div>
        </Page>
      )}
    </PageData>
  );
}

const COLUMNS: readonly Column<JobPost>[] = [
  {
    label: 'Job post',
    cell: ({ id, title, location, kind }) => (
      <>
        <Link to={`/employer/jobs/${id}`}>{title}</Link>
        <small>{[location, KIND_LABELS[kind]].filter(Boolean).join(', ')}</small>
      </>
    ),
  },
  { label: 'Status', cell: ({ state }) => <JobPostState state={state} /> },
  {
    label: 'Applications',
    cell: ({ id, application_count }) =>
      application_count === 0 ? (
        'None'
      ) : (
        <Link to={`/employer/jobs/${id}/applications`}>{application_count}</Link>
      ),
  },
  { label: 'Created', cell: ({ created_at }) => formatDay(created_at) },
  { label: 'Change', isLabelHidden: true, cell: (post) => <PublishButton post={post} /> },
];

function JobPosts({ first }: { first: ListPage<JobPost> }) {
  const { items, more } = useMorePages(first);
  return (
    <>
      <DataTable caption={TITLE} columns={COLUMNS} rows={items} />
      {more}
    </>
  );
}

function NewJobPost() {
  const fetcher = useFetcher<typeof clientAction>();
  const form = useRef<HTMLFormElement>(null);
  const { data: result, state } = fetcher;
  useOnDone<JobPost>(result, () => form.current?.reset());
  return (
    <fetcher.Form method="post" className="card" ref={form} id="new">
      <h2>New job post</h2>
      <FormBody intent="create" refusal={result?.refusal}>
        <JobPostFields />
        <div className="actions">
          <SubmitButton className="primary" isBusy={state !== 'idle'} busyLabel="Saving…">
            Save draft
          </SubmitButton>
          <DoneNote result={result}>
            Draft saved. It is not public until you publish it.{' '}
            {result?.done === undefined ? null : (
              <Link to={`/employer/jobs/${result.done.id}`}>Open draft</Link>
            )}
          </DoneNote>
        </div>
      </FormBody>
    </fetcher.Form>
  );
}
