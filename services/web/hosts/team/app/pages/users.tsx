import type { AdminUser } from '@gatehouse/contract/wire';
import { type ClientLoaderFunctionArgs, Link, useLoaderData } from 'react-router';
import { findChoice } from '#api/choice.ts';
import { loadReads, type PageHandle, read } from '#api/page-reads.ts';
import { type Column, DataTable } from '#design/data-table.tsx';
import { resultsText, useResultsAnnouncement } from '#design/feedback/results.ts';
import { FilterLinks } from '#design/filter-links.tsx';
import { ORG_ROLE_LABELS } from '#design/labels.ts';
import { PagedRows } from '#design/list-view.tsx';
import { EmptyState, Page } from '#design/page.tsx';
import { PageData } from '#design/page-data.tsx';
import { PageSkeleton } from '#design/page-skeleton.tsx';
import { SearchForm } from '#design/search-form.tsx';
import { MembershipBadge } from '../changes/membership-switch.tsx';
import { TALENT_ACCESS_LABELS, TalentAccessBadge } from '../changes/talent-access-badge.tsx';

const TITLE = 'Users';

function searchOf({ searchParams }: URL) {
  return {
    query: searchParams.get('query') ?? '',
    after: searchParams.get('cursor') ?? '',
    state: findChoice(TALENT_ACCESS_LABELS, searchParams.get('talent_access')),
  };
}

export const handle = {
  reads: ({ url }) => {
    const { query, after, state } = searchOf(url);
    const filter = state === null ? {} : { talent_access: state };
    return {
      answer: read('AdministrationService.ListAdminUsers', { query, cursor: after, limit: 50, ...filter }),
    };
  },
} satisfies PageHandle;

export async function clientLoader(args: ClientLoaderFunctionArgs) {
  return { ...(await loadReads(handle, args)), ...searchOf(args.url) };
}

export function HydrateFallback() {
  return <PageSkeleton title={TITLE} />;
}

export default function UsersPage() {
  const { answer, query, state } = useLoaderData<typeof clientLoader>();
  useResultsAnnouncement(resultsText(answer, 'user', 'users'));
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
            <PagedRows key={`${query} ${state}`} first={first}>
              {(items) => <DataTable caption={TITLE} columns={COLUMNS} rows={items} />}
            </PagedRows>
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
          <MembershipBadge membership={org_membership} />
          <small>{ORG_ROLE_LABELS[org_membership.role]}</small>
        </>
      ),
  },
  { label: 'Sessions', cell: ({ session_count }) => session_count },
];
