import type { AdminUser } from '@gatehouse/contract/wire';
import { type ClientLoaderFunctionArgs, Link, useLoaderData } from 'react-router';
import { findChoice } from '#api/choice.ts';
import { loadPage } from '#api/load-page.ts';
import { type Column, DataTable } from '#design/data-table.tsx';
import { FilterLinks } from '#design/filter-links.tsx';
import { ORG_ROLE_LABELS } from '#design/labels.ts';
import { type ListPage, useMorePages } from '#design/more-pages.tsx';
import { EmptyState, Page } from '#design/page.tsx';
import { PageData } from '#design/page-data.tsx';
import { PageSkeleton } from '#design/page-skeleton.tsx';
import { MembershipBadge } from '../changes/membership-switch.tsx';
import { TALENT_ACCESS_LABELS, TalentAccessBadge } from '../changes/talent-access-badge.tsx';
import { SearchForm } from './search-form.tsx';

const TITLE = 'Users';

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const params = new URL(request.url).searchParams;
  const [query, after] = [params.get('query') ?? '', params.get('cursor') ?? ''];
  const state = findChoice(TALENT_ACCESS_LABELS, params.get('talent_access'));
  const input = { query, cursor: after, limit: 50, ...(state === null ? {} : { talent_access: state }) };
  const answer = await loadPage('AdministrationService.ListAdminUsers', input, request.signal);
  return { answer, query, after, state };
}

export function HydrateFallback() {
  return <PageSkeleton title={TITLE} />;
}

export default function UsersPage() {
  const { answer, query, state } = useLoaderData<typeof clientLoader>();
  return (
    <PageData title={TITLE} answer={answer}>
      {(first) => (
        <Page title={TITLE}>
          <SearchForm label="Name or email address" query={query} kept={{ talent_access: state ?? '' }} />
          <FilterLinks label="Users by talent access" name="talent_access" choices={TALENT_ACCESS_LABELS} />
          {first.items.length === 0 ? (
            <EmptyState title="No users found">
              <p>Try another name or address{state === null ? '' : ', or another talent access'}.</p>
            </EmptyState>
          ) : (
            <Users key={`${query} ${state}`} first={first} />
          )}
        </Page>
      )}
    </PageData>
  );
}

const COLUMNS: readonly Column<AdminUser>[] = [
  {
    label: 'User',
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
          <Link to={`/companies/${org_membership.company_id}`}>{org_membership.company_name}</Link>{' '}
          <MembershipBadge status={org_membership.status} />
          <small>{ORG_ROLE_LABELS[org_membership.role]}</small>
        </>
      ),
  },
  { label: 'Sessions', cell: ({ session_count }) => session_count },
];

function Users({ first }: { first: ListPage<AdminUser> }) {
  const { items, more } = useMorePages(first);
  return (
    <>
      <DataTable caption={TITLE} columns={COLUMNS} rows={items} />
      {more}
    </>
  );
}
