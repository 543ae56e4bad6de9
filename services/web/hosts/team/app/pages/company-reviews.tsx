import type { ListPendingCompaniesResponse, PendingCompany } from '@gatehouse/contract/wire';
import { type ClientLoaderFunctionArgs, Link, useLoaderData } from 'react-router';
import { loadReads, type PageHandle, read } from '#api/page-reads.ts';
import { type Column, DataTable } from '#design/data-table.tsx';
import { cursorOf } from '#design/list-pages.ts';
import { useMorePages } from '#design/more-pages.tsx';
import { EmptyState, Page } from '#design/page.tsx';
import { PageData } from '#design/page-data.tsx';
import { PageSkeleton } from '#design/page-skeleton.tsx';
import { RelativeTime } from '#design/relative-time.tsx';

const TITLE = 'New companies';

export const handle = {
  reads: ({ url }) => ({
    answer: read('ModerationService.ListPendingCompanies', { cursor: cursorOf(url), limit: 50 }),
  }),
} satisfies PageHandle;

export async function clientLoader(args: ClientLoaderFunctionArgs) {
  return { ...(await loadReads(handle, args)), after: cursorOf(args.url) };
}

export function HydrateFallback() {
  return <PageSkeleton title={TITLE} />;
}

export default function CompanyReviewsPage() {
  const { answer } = useLoaderData<typeof clientLoader>();
  return (
    <PageData title={TITLE} answer={answer}>
      {(first) =>
        first.items.length === 0 ? (
          <Page title={TITLE} back={{ to: '/companies', title: 'Companies' }}>
            <EmptyState title="Nothing to review">
              <p>No company waits for a review.</p>
            </EmptyState>
          </Page>
        ) : (
          <Queue first={first} />
        )
      }
    </PageData>
  );
}

const COLUMNS: readonly Column<PendingCompany>[] = [
  { label: 'Company', cell: ({ id, name }) => <Link to={`/companies/${id}`}>{name}</Link> },
  { label: 'Published job posts', cell: ({ published_job_post_count }) => published_job_post_count },
  { label: 'Waiting since', cell: ({ created_at }) => <RelativeTime at={created_at} /> },
];

function Queue({ first }: { first: ListPendingCompaniesResponse }) {
  const { items, more } = useMorePages(first);
  const [oldest] = items;
  return (
    <Page
      title={TITLE}
      lead="What they publish is not public until staff approve them. Oldest first."
      back={{ to: '/companies', title: 'Companies' }}
      aside={
        oldest === undefined ? null : (
          <Link to={`/companies/${oldest.id}`} className="button primary">
            Review the oldest
          </Link>
        )
      }
    >
      <DataTable caption="Companies that wait for a review" columns={COLUMNS} rows={items} />
      {more}
    </Page>
  );
}
