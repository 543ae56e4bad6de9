import type { PendingAccessRequest } from '@gatehouse/contract/wire';
import { type ClientLoaderFunctionArgs, Link, useLoaderData } from 'react-router';
import { type PageHandle, read } from '#api/page-reads.ts';
import { type Column, DataTable } from '#design/data-table.tsx';
import { cursorOf } from '#design/list-pages.ts';
import { ListView, loadListPage } from '#design/list-view.tsx';
import { EmptyState } from '#design/page.tsx';
import { PageSkeleton } from '#design/page-skeleton.tsx';
import { RelativeTime } from '#design/relative-time.tsx';

const TITLE = 'Access requests';

export const handle = {
  reads: ({ url }) => ({
    answer: read('AdministrationService.ListPendingAccessRequests', { cursor: cursorOf(url), limit: 50 }),
  }),
} satisfies PageHandle;

export function clientLoader(args: ClientLoaderFunctionArgs) {
  return loadListPage(handle, args);
}

export function HydrateFallback() {
  return <PageSkeleton title={TITLE} />;
}

export default function RequestsPage() {
  const { answer } = useLoaderData<typeof clientLoader>();
  return (
    <ListView
      title={TITLE}
      answer={answer}
      heading={({ items: [oldest], pending_count: count }) =>
        oldest === undefined
          ? {}
          : {
              lead: `${count} ${count === 1 ? 'user waits' : 'users wait'} for a review. Oldest first.`,
              aside: (
                <Link to={`/people/${oldest.id}`} className="button primary">
                  Review the oldest
                </Link>
              ),
            }
      }
      empty={
        <EmptyState title="Nothing to review">
          <p>Every request for talent access has a decision.</p>
        </EmptyState>
      }
    >
      {(items) => <DataTable caption="Users who wait for a review" columns={COLUMNS} rows={items} />}
    </ListView>
  );
}

const COLUMNS: readonly Column<PendingAccessRequest>[] = [
  {
    label: 'User',
    cell: ({ id, name, email }) => (
      <>
        <Link to={`/people/${id}`}>{name}</Link>
        <small>{email}</small>
      </>
    ),
  },
  {
    label: 'Headline',
    cell: ({ headline }) => (headline === '' ? <small>No profile yet</small> : <bdi>{headline}</bdi>),
  },
  { label: 'Waiting since', cell: ({ requested_at }) => <RelativeTime at={requested_at} /> },
];
