import type { AdminCompany, AdminCompanyOrder } from '@gatehouse/contract/wire';
import {
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
  Link,
  useLoaderData,
} from 'react-router';
import { findChoice } from '#api/choice.ts';
import { formAction } from '#api/form-action.ts';
import { loadReads, type PageHandle, read } from '#api/page-reads.ts';
import { type Column, DataTable } from '#design/data-table.tsx';
import { resultsText, useResultsAnnouncement } from '#design/feedback/results.ts';
import { FilterLinks } from '#design/filter-links.tsx';
import { COMPANY_CONDITION_LABELS } from '#design/labels.ts';
import { PagedRows } from '#design/list-view.tsx';
import { Day } from '#design/local-time.tsx';
import { EmptyState, Page } from '#design/page.tsx';
import { PageData } from '#design/page-data.tsx';
import { PageSkeleton } from '#design/page-skeleton.tsx';
import { SearchChoice, SearchForm } from '#design/search-form.tsx';
import { CompanyBadge } from '../changes/company-badge.tsx';
import { ConditionSwitch } from '../changes/condition-switch.tsx';
import { setCondition } from '../changes/staff-changes.ts';
import { useIdentitiesAdminSession } from '../session-hook.ts';

const TITLE = 'Companies';

const ORDER_LABELS: Record<AdminCompanyOrder, string> = { name: 'Name', newest: 'Newest' };

function searchOf({ searchParams }: URL) {
  return {
    query: searchParams.get('query') ?? '',
    after: searchParams.get('cursor') ?? '',
    condition: findChoice(COMPANY_CONDITION_LABELS, searchParams.get('condition')),
    order: findChoice(ORDER_LABELS, searchParams.get('order')) ?? 'name',
  };
}

export const handle = {
  reads: ({ url }) => {
    const { query, after, condition, order } = searchOf(url);
    return {
      answer: read('AdministrationService.ListAdminCompanies', {
        query,
        cursor: after,
        limit: 50,
        ...(condition === null ? {} : { condition }),
        ...(order === 'name' ? {} : { order }),
      }),
    };
  },
} satisfies PageHandle;

export async function clientLoader(args: ClientLoaderFunctionArgs) {
  return { ...(await loadReads(handle, args)), ...searchOf(args.url) };
}

export function clientAction({ request }: ClientActionFunctionArgs) {
  return formAction(request, {
    set_condition: (form) => setCondition(form, request.signal),
  });
}

export function HydrateFallback() {
  return <PageSkeleton title={TITLE} />;
}

export default function CompaniesPage() {
  const { answer, query, condition, order } = useLoaderData<typeof clientLoader>();
  const mayChange = useIdentitiesAdminSession()?.identities_admin.role === 'operator';
  useResultsAnnouncement(resultsText(answer, 'company', 'companies'));
  return (
    <PageData title={TITLE} answer={answer}>
      {(first) => (
        <Page title={TITLE}>
          <SearchForm label="Name" query={query} kept={{ condition: condition ?? '' }}>
            <SearchChoice label="Sort by" name="order" value={order} choices={ORDER_LABELS} />
          </SearchForm>
          <FilterLinks label="Companies by status" name="condition" choices={COMPANY_CONDITION_LABELS} />
          {first.items.length === 0 ? (
            <EmptyState title="No companies found">
              <p>Try another name{condition === null ? '' : ' or status'}.</p>
            </EmptyState>
          ) : (
            <PagedRows key={JSON.stringify([query, condition, order])} first={first}>
              {(items) => (
                <DataTable
                  caption={TITLE}
                  columns={mayChange ? [...COLUMNS, CHANGE] : COLUMNS}
                  rows={items}
                />
              )}
            </PagedRows>
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
        <small>
          Created <Day at={created_at} />
        </small>
      </>
    ),
  },
  { label: 'Status', cell: (company) => <CompanyBadge company={company} /> },
  { label: 'Members', cell: ({ member_count }) => member_count },
  {
    label: 'Published job posts',
    cell: ({ condition, review_state, published_job_post_count: count }) =>
      count === 0 || (condition === 'active' && (review_state ?? 'approved') === 'approved')
        ? count
        : `0 (${count} hidden)`,
  },
];

const CHANGE: Column<AdminCompany> = {
  label: 'Change',
  isLabelHidden: true,
  cell: (company) => <ConditionSwitch company={company} />,
};
