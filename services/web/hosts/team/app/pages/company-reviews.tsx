import type { PendingCompany } from '@gatehouse/contract/wire';
import { type ClientLoaderFunctionArgs, Link, useLoaderData } from 'react-router';
import { type PageHandle, read } from '#api/page-reads.ts';
import { type Column, DataTable } from '#design/data-table.tsx';
import { cursorOf } from '#design/list-pages.ts';
import { ListView, loadListPage } from '#design/list-view.tsx';
import { EmptyState } from '#design/page.tsx';
import { PageSkeleton } from '#design/page-skeleton.tsx';
import { RelativeTime } from '#design/relative-time.tsx';
import { reviewedPart } from '../changes/company-changes.tsx';

const TITLE = 'Companies to review';
const LEAD =
  'What new companies publish is not public until staff approve them. Changed ones stay public meanwhile. Oldest first.';

export const handle = {
  reads: ({ url }) => ({
    answer: read('ModerationService.ListPendingCompanies', { cursor: cursorOf(url), limit: 50 }),
  }),
} satisfies PageHandle;

export function clientLoader(args: ClientLoaderFunctionArgs) {
  return loadListPage(handle, args);
}

export function HydrateFallback() {
  return <PageSkeleton title={TITLE} lead={LEAD} />;
}

export default function CompanyReviewsPage() {
  const { answer } = useLoaderData<typeof clientLoader>();
  return (
    <ListView
      title={TITLE}
      answer={answer}
      heading={({ items: [oldest] }) => ({
        back: { to: '/companies', title: 'Companies' },
        lead: LEAD,
        ...(oldest === undefined
          ? {}
          : {
              aside: (
                <Link to={`/companies/${oldest.id}`} className="button primary">
                  Review the oldest
                </Link>
              ),
            }),
      })}
      empty={
        <EmptyState title="Nothing to review">
          <p>No company waits for a review.</p>
        </EmptyState>
      }
    >
      {(items) => <DataTable caption="Companies that wait for a review" columns={COLUMNS} rows={items} />}
    </ListView>
  );
}

const COLUMNS: readonly Column<PendingCompany>[] = [
  { label: 'Company', cell: ({ id, name }) => <Link to={`/companies/${id}`}>{name}</Link> },
  { label: 'To review', cell: reviewedPart },
  { label: 'Published job posts', cell: ({ published_job_post_count }) => published_job_post_count },
  {
    label: 'Waiting since',
    cell: ({ created_at, changed_at }) => <RelativeTime at={changed_at ?? created_at} />,
  },
];
