import type { AdminCompany } from '@gatehouse/contract/wire';
import {
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
  Link,
  useLoaderData,
} from 'react-router';
import { type Column, DataTable } from '../../../../../design/data-table.tsx';
import { formatDay } from '../../../../../design/dates.ts';
import { type ListPage, useMorePages } from '../../../../../design/more-pages.tsx';
import { EmptyState, Page, PageSkeleton } from '../../../../../design/page.tsx';
import { PageData } from '../../../../../design/page-data.tsx';
import { loadPage } from '../../../../../session/load-page.ts';
import { useIdentitiesAdminSession } from '../../session-hook.ts';
import { ConditionBadge, ConditionSwitch } from '../condition-switch.tsx';
import { SearchForm } from '../search-form.tsx';
import { sendChange } from '../send-change.ts';

const TITLE = 'Companies';

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const params = new URL(request.url).searchParams;
  const [query, after] = [params.get('query') ?? '', params.get('cursor') ?? ''];
  const input = { query, cursor: after, limit: 50 };
  const answer = await loadPage('AdministrationService.ListAdminCompanies', input, request.signal);
  return { answer, query, after };
}

export function clientAction({ request }: ClientActionFunctionArgs) {
  return sendChange(request);
}

export function HydrateFallback() {
  return <PageSkeleton title={TITLE} />;
}

export default function CompaniesPage() {
  const { answer, query } = useLoaderData<typeof clientLoader>();
  return (
    <PageData title={TITLE} answer={answer}>
      {(first) => (
        <Page title={TITLE}>
          <SearchForm label="Name" query={query} />
          {first.items.length === 0 ? (
            <EmptyState title="No company">
              <p>No company has such a name.</p>
            </EmptyState>
          ) : (
            <Companies key={query} first={first} />
          )}
        </Page>
      )}
    </PageData>
  );
}

const COLUMNS: readonly Column<AdminCompany>[] = [
  {
    label: 'Company',
    cell: ({ id, name, created_at }) => (
      <>
        <Link to={`/companies/${id}`}>{name}</Link>
        <small>since {formatDay(created_at)}</small>
      </>
    ),
  },
  { label: 'Condition', cell: ({ condition }) => <ConditionBadge condition={condition} /> },
  { label: 'Members', cell: ({ member_count }) => member_count },
  { label: 'Published posts', cell: ({ published_job_post_count }) => published_job_post_count },
];

const CHANGE: Column<AdminCompany> = {
  label: 'Change',
  isLabelHidden: true,
  cell: (company) => <ConditionSwitch company={company} />,
};

function Companies({ first }: { first: ListPage<AdminCompany> }) {
  const mayChange = useIdentitiesAdminSession()?.identities_admin.role === 'operator';
  const { items, more } = useMorePages(first);
  return (
    <>
      <DataTable caption={TITLE} columns={mayChange ? [...COLUMNS, CHANGE] : COLUMNS} rows={items} />
      {more}
    </>
  );
}
