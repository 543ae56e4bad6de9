import { placeName } from '@gatehouse/contract/country-name';
import type { JobPost, JobPostOrder } from '@gatehouse/contract/wire';
import { type ClientLoaderFunctionArgs, Link, useLoaderData } from 'react-router';
import { findChoice } from '#api/choice.ts';
import { loadReads, type PageHandle, read } from '#api/page-reads.ts';
import { type Column, DataTable } from '#design/data-table.tsx';
import { resultsText, useResultsAnnouncement } from '#design/feedback/results.ts';
import { FilterLinks } from '#design/filter-links.tsx';
import { KIND_LABELS } from '#design/labels.ts';
import { PagedRows } from '#design/list-view.tsx';
import { Day } from '#design/local-time.tsx';
import { EmptyState, Page } from '#design/page.tsx';
import { PageData } from '#design/page-data.tsx';
import { PageSkeleton } from '#design/page-skeleton.tsx';
import { SearchChoice, SearchForm } from '#design/search-form.tsx';
import { JOB_POST_STATE_LABELS, JobPostState } from './state.tsx';
import { StateChange } from './state-change.tsx';

const TITLE = 'Job posts';

const ORDER_LABELS: Record<JobPostOrder, string> = {
  newest: 'Newest',
  title: 'Title',
  applications: 'Most applications',
};

const { published, draft, closed } = JOB_POST_STATE_LABELS;
const FILTER_LABELS = { published, expired: 'Expired', hidden: 'Hidden by Gatehouse', draft, closed };

/** What the API lists for each: of the published posts, a row is in the part that its status names (U11). */
const FILTER_INPUTS = {
  published: { published_as: 'visible' },
  expired: { published_as: 'expired' },
  hidden: { published_as: 'hidden' },
  draft: { state: 'draft' },
  closed: { state: 'closed' },
} as const;

function searchOf({ searchParams }: URL) {
  return {
    query: searchParams.get('query') ?? '',
    after: searchParams.get('cursor') ?? '',
    state: findChoice(FILTER_LABELS, searchParams.get('state')),
    order: findChoice(ORDER_LABELS, searchParams.get('order')) ?? 'newest',
  };
}

export const handle = {
  reads: ({ url }) => {
    const { query, after, state, order } = searchOf(url);
    const input = {
      query,
      cursor: after,
      limit: 50,
      ...(state === null ? {} : FILTER_INPUTS[state]),
      ...(order === 'newest' ? {} : { order }),
    };
    return { answer: read('JobPostService.ListJobPosts', input) };
  },
} satisfies PageHandle;

export async function clientLoader(args: ClientLoaderFunctionArgs) {
  return { ...(await loadReads(handle, args)), ...searchOf(args.url) };
}

export function HydrateFallback() {
  return <PageSkeleton title={TITLE} />;
}

export default function EmployerJobsPage() {
  const { answer, query, state, order } = useLoaderData<typeof clientLoader>();
  useResultsAnnouncement(resultsText(answer, 'job post', 'job posts'));
  return (
    <PageData title={TITLE} answer={answer}>
      {(first) => (
        <Page
          title={TITLE}
          aside={
            <Link className="button primary" to="/employer/jobs/new">
              New job post
            </Link>
          }
        >
          <SearchForm label="Title or location" query={query} kept={{ state: state ?? '' }}>
            <SearchChoice label="Sort by" name="order" value={order} choices={ORDER_LABELS} />
          </SearchForm>
          <FilterLinks label="Job posts by status" name="state" choices={FILTER_LABELS} />
          {first.items.length > 0 ? (
            <PagedRows key={JSON.stringify([query, state, order])} first={first}>
              {(items) => <DataTable caption={TITLE} columns={COLUMNS} rows={items} />}
            </PagedRows>
          ) : (
            <NoJobPosts isFiltered={query !== '' || state !== null} />
          )}
        </Page>
      )}
    </PageData>
  );
}

function NoJobPosts({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <EmptyState title="No job posts found">
      <p>Try other words or another status.</p>
      <p>
        <Link to="/employer/jobs">Show all job posts</Link>
      </p>
    </EmptyState>
  ) : (
    <EmptyState title="No job posts yet">
      <p>Write your first one. It is not public until you publish it.</p>
      <p>
        <Link className="button" to="/employer/jobs/new">
          New job post
        </Link>
      </p>
    </EmptyState>
  );
}

const COLUMNS: readonly Column<JobPost>[] = [
  {
    label: 'Job post',
    cell: ({ id, title, kind, ...place }) => (
      <>
        <Link to={`/employer/jobs/${id}`}>{title}</Link>
        <small>{[placeName(place), KIND_LABELS[kind]].filter(Boolean).join(', ')}</small>
      </>
    ),
  },
  { label: 'Status', cell: (post) => <JobPostState post={post} /> },
  {
    label: 'Applications',
    cell: ({ id, application_count }) =>
      application_count === 0 ? (
        'None'
      ) : (
        <Link to={`/employer/applications?job=${id}`}>{application_count}</Link>
      ),
  },
  { label: 'Created', cell: ({ created_at }) => <Day at={created_at} /> },
  { label: 'Change', isLabelHidden: true, cell: (post) => <StateChange post={post} /> },
];
