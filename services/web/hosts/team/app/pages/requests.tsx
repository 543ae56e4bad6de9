import type { ListPendingAccessRequestsResponse, PendingAccessRequest } from '@gatehouse/contract/wire';
import { type ClientLoaderFunctionArgs, Link, useLoaderData } from 'react-router';
import { loadReads, type PageHandle, read } from '#api/page-reads.ts';
import { type Column, DataTable } from '#design/data-table.tsx';
import { cursorOf } from '#design/list-pages.ts';
import { useMorePages } from '#design/more-pages.tsx';
import { EmptyState, Page } from '#design/page.tsx';
import { PageData } from '#design/page-data.tsx';
import { PageSkeleton } from '#design/page-skeleton.tsx';
import { RelativeTime } from '#design/relative-time.tsx';

const TITLE = 'Access requests';

export const handle = {
  reads: ({ url }) => ({
    answer: read('AdministrationService.ListPendingAccessRequests', { cursor: cursorOf(url), limit: 50 }),
  }),
} satisfies PageHandle;

export async function clientLoader(args: ClientLoaderFunctionArgs) {
  return { ...(await loadReads(handle, args)), after: cursorOf(args.url) };
}

export function HydrateFallback() {
  return <PageSkeleton title={TITLE} />;
}

export default function RequestsPage() {
  const { answer } = useLoaderData<typeof clientLoader>();
  return (
    <PageData title={TITLE} answer={answer}>
      {(first) =>
        first.items.length === 0 ? (
          <Page title={TITLE}>
            <EmptyState title="Nothing to review">
              <p>Every request for talent access has a decision.</p>
            </EmptyState>
          </Page>
        ) : (
          <Queue first={first} />
        )
      }
    </PageData>
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

function Queue({ first }: { first: ListPendingAccessRequestsResponse }) {
  const { items, more } = useMorePages(first);
  const [oldest] = items;
  const { pending_count: count } = first;
  return (
    <Page
      title={TITLE}
      lead={`${count} ${count === 1 ? 'user waits' : 'users wait'} for a review. Oldest first.`}
      aside={
        oldest === undefined ? null : (
          <Link to={`/people/${oldest.id}`} className="button primary">
            Review the oldest
          </Link>
        )
      }
    >
      <DataTable caption="Users who wait for a review" columns={COLUMNS} rows={items} />
      {more}
    </Page>
  );
}
