import type { Application } from '@gatehouse/contract/wire';
import { type ClientLoaderFunctionArgs, Link, useLoaderData } from 'react-router';
import { findChoice } from '#api/choice.ts';
import { loadReads, type PageHandle, read } from '#api/page-reads.ts';
import { type Column, DataTable } from '#design/data-table.tsx';
import { formatDay } from '#design/dates.ts';
import { FilterLinks } from '#design/filter-links.tsx';
import { type ListPage, useMorePages } from '#design/more-pages.tsx';
import { EmptyState, Page } from '#design/page.tsx';
import { PageData } from '#design/page-data.tsx';
import { PageSkeleton } from '#design/page-skeleton.tsx';
import { STAGE_LABELS, Stage } from '#design/stage.tsx';

const TITLE = 'Applications';

function searchOf({ searchParams }: URL) {
  return {
    after: searchParams.get('cursor') ?? '',
    stage: findChoice(STAGE_LABELS, searchParams.get('stage')),
  };
}

export const handle = {
  reads: ({ url, params }) => {
    const { after, stage } = searchOf(url);
    const id = params['id'] ?? '';
    const input = { job_post_id: id, cursor: after, limit: 50, ...(stage === null ? {} : { stage }) };
    return {
      answer: read('ApplicationService.ListJobPostApplications', input),
      // A further page needs no heading.
      post: after === '' ? read('JobPostService.GetJobPost', { id }) : null,
    };
  },
} satisfies PageHandle;

export async function clientLoader(args: ClientLoaderFunctionArgs) {
  const { answer, post } = await loadReads(handle, args);
  const title = post?.ok === true ? post.data.title : TITLE;
  return { answer, ...searchOf(args.url), id: args.params['id'] ?? '', title };
}

export function HydrateFallback() {
  return <PageSkeleton title={TITLE} />;
}

export default function EmployerJobApplicationsPage() {
  const { answer, stage, id, title } = useLoaderData<typeof clientLoader>();
  return (
    <PageData title={TITLE} answer={answer}>
      {(first) => (
        <Page
          title={title}
          lead="Applications, newest first."
          back={{ to: `/employer/jobs/${id}`, title: 'Job post' }}
        >
          <FilterLinks label="Applications by stage" name="stage" choices={STAGE_LABELS} />
          {first.items.length === 0 ? (
            <EmptyState title={stage === null ? 'No applications yet' : 'No applications in this stage'}>
              <p>Applications appear here as soon as they are sent. Withdrawn ones disappear.</p>
            </EmptyState>
          ) : (
            <Applications key={`${id} ${stage}`} first={first} />
          )}
        </Page>
      )}
    </PageData>
  );
}

const COLUMNS: readonly Column<Application>[] = [
  {
    label: 'Applicant',
    cell: ({ id, applicant }) => (
      <>
        <Link to={`/employer/applications/${id}`}>{applicant.name}</Link>
        <small>{applicant.headline}</small>
      </>
    ),
  },
  { label: 'Location', cell: ({ applicant }) => applicant.location },
  { label: 'Stage', cell: ({ stage }) => <Stage stage={stage} /> },
  { label: 'Applied', cell: ({ created_at }) => formatDay(created_at) },
];

function Applications({ first }: { first: ListPage<Application> }) {
  const { items, more } = useMorePages(first);
  return (
    <>
      <DataTable caption={TITLE} columns={COLUMNS} rows={items} />
      {more}
    </>
  );
}
