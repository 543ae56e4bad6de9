import type { AdminUser } from '@gatehouse/contract/wire';
import { type ClientLoaderFunctionArgs, Link, useLoaderData } from 'react-router';
import { type Column, DataTable } from '../../../../../design/data-table.tsx';
import { type ListPage, useMorePages } from '../../../../../design/more-pages.tsx';
import { EmptyState, Page, PageSkeleton } from '../../../../../design/page.tsx';
import { PageData } from '../../../../../design/page-data.tsx';
import { loadPage } from '../../../../../session/load-page.ts';
import { MembershipBadge } from '../membership-switch.tsx';
import { SearchForm } from '../search-form.tsx';
import { TalentAccessBadge } from '../talent-access-change.tsx';

const TITLE = 'People';

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const params = new URL(request.url).searchParams;
  const [query, after] = [params.get('query') ?? '', params.get('cursor') ?? ''];
  const input = { query, cursor: after, limit: 50 };
  const answer = await loadPage('AdministrationService.ListAdminUsers', input, request.signal);
  return { answer, query, after };
}

export function HydrateFallback() {
  return <PageSkeleton title={TITLE} />;
}

export default function PeoplePage() {
  const { answer, query } = useLoaderData<typeof clientLoader>();
  return (
    <PageData title={TITLE} answer={answer}>
      {(first) => (
        <Page title={TITLE}>
          <SearchForm label="Name or e-mail address" query={query} />
          {first.items.length === 0 ? (
            <EmptyState title="Nobody">
              <p>Nobody has such a name or address.</p>
            </EmptyState>
          ) : (
            <People key={query} first={first} />
          )}
        </Page>
      )}
    </PageData>
  );
}

const COLUMNS: readonly Column<AdminUser>[] = [
  {
    label: 'Person',
    cell: ({ id, name, email }) => (
      <>
        <Link to={`/people/${id}`}>{name}</Link>
        <small>{email}</small>
      </>
    ),
  },
  { label: 'Talent access', cell: ({ talent_access }) => <TalentAccessBadge state={talent_access.state} /> },
  {
    label: 'Membership',
    cell: ({ org_membership }) =>
      org_membership === undefined ? (
        'None'
      ) : (
        <>
          {org_membership.company_name}, {org_membership.role}{' '}
          <MembershipBadge status={org_membership.status} />
        </>
      ),
  },
  { label: 'Sessions', cell: ({ session_count }) => session_count },
];

function People({ first }: { first: ListPage<AdminUser> }) {
  const { items, more } = useMorePages(first);
  return (
    <>
      <DataTable caption={TITLE} columns={COLUMNS} rows={items} />
      {more}
    </>
  );
}
