import type { Application, JobPost } from '@gatehouse/contract/wire';
import { type ClientLoaderFunctionArgs, Link, useLoaderData } from 'react-router';
import { loadPage } from '#api/load-page.ts';
import { type Column, DataTable } from '#design/data-table.tsx';
import { formatDay } from '#design/dates.ts';
import { FilterLinks } from '#design/filter-links.tsx';
import { type ListPage, useMorePages } from '#design/more-pages.tsx';
import { EmptyState, Page } from '#design/page.tsx';
import { PageData } from '#design/page-data.tsx';
import { PageSkeleton } from '#design/page-skeleton.tsx';
import { SearchChoice, SearchForm } from '#design/search-form.tsx';
import { STAGE_LABELS, Stage } from '#design/stage.tsx';
import {
  APPLICATION_ORDER_LABELS,
  type ApplicationFilters,
  filtersOf,
  inputOf,
  searchOf,
} from './filters.ts';

const TITLE = 'Applications';

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const search = new URL(request.url).searchParams;
  const filters = filtersOf(search);
  const after = search.get('cursor') ?? '';
  const input = { ...inputOf(filters), cursor: after, limit: 50 };
  const [answer, posts] = await Promise.all([
    loadPage('ApplicationService.ListCompanyApplications', input, request.signal),
    // A further page has no filters.
    after === '' ? loadPosts(filters.job, request.signal) : [],
  ]);
  return { answer, after, filters, posts };
}

/** The job posts to choose from: those with the most applications, and the chosen one. */
async function loadPosts(chosen: string, signal: AbortSignal): Promise<readonly JobPost[]> {
  const input = { query: '', order: 'applications', cursor: '', limit: 100 } as const;
  const [list, one] = await Promise.all([
    loadPage('JobPostService.ListJobPosts', input, signal),
    chosen === '' ? null : loadPage('JobPostService.GetJobPost', { id: chosen }, signal),
  ]);
  const posts = list.ok ? list.data.items.filter((post) => post.application_count > 0) : [];
  const isListed = posts.some(({ id }) => id === chosen);
  return one?.ok === true && !isListed ? [one.data, ...posts] : posts;
}

export function HydrateFallback() {
  return <PageSkeleton title={TITLE} />;
}

export default function EmployerApplicationsPage() {
  const { answer, filters, posts } = useLoaderData<typeof clientLoader>();
  const { query, stage, job, order } = filters;
  const post = posts.find(({ id }) => id === job);
  return (
    <PageData title={TITLE} answer={answer}>
      {(first) => (
        <Page
          title={post?.title ?? TITLE}
          lead={post === undefined ? 'For all your job posts.' : 'Applications for this job post.'}
          {...(post === undefined ? {} : { back: { to: `/employer/jobs/${post.id}`, title: 'Job post' } })}
        >
          <SearchForm label="Applicant’s name" query={query} kept={{ stage: stage ?? '' }}>
            <SearchChoice
              label="Job post"
              name="job"
              value={job}
              choices={{
                '': 'All job posts',
                ...Object.fromEntries(posts.map(({ id, title }) => [id, title])),
              }}
            />
            <SearchChoice label="Sort by" name="order" value={order} choices={APPLICATION_ORDER_LABELS} />
          </SearchForm>
          <FilterLinks label="Applications by stage" name="stage" choices={STAGE_LABELS} />
          {first.items.length > 0 ? (
            <Applications key={searchOf(filters)} first={first} filters={filters} />
          ) : (
            <EmptyState title={searchOf(filters) === '' ? 'No applications yet' : 'No applications found'}>
              <p>Applications appear here as soon as they are sent. Withdrawn ones disappear.</p>
            </EmptyState>
          )}
        </Page>
      )}
    </PageData>
  );
}

function Applications({ first, filters }: { first: ListPage<Application>; filters: ApplicationFilters }) {
  const { items, more } = useMorePages(first);
  const search = searchOf(filters);
  const columns: readonly Column<Application>[] = [
    {
      label: 'Applicant',
      cell: ({ id, applicant }) => (
        <>
          <Link to={`/employer/applications/${id}${search}`}>{applicant.name}</Link>
          <small>{applicant.headline}</small>
        </>
      ),
    },
    { label: 'Job post', cell: ({ job_post_title }) => job_post_title },
    { label: 'Stage', cell: ({ stage }) => <Stage stage={stage} /> },
    { label: 'Applied', cell: ({ created_at }) => formatDay(created_at) },
  ];
  const shown = filters.job === '' ? columns : columns.filter(({ label }) => label !== 'Job post');
  return (
    <>
      <DataTable caption={TITLE} columns={shown} rows={items} />
      {more}
    </>
  );
}
