import type { AdminCompany } from '@gatehouse/contract/wire';
import {
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
  Link,
  useLoaderData,
} from 'react-router';
import { formatDay } from '../../../../../design/dates.ts';
import { EmptyState, Page, PageSkeleton } from '../../../../../design/page.tsx';
import { PageData } from '../../../../../design/page-data.tsx';
import { loadPage } from '../../../../../session/load-page.ts';
import { useIdentitiesAdminSession } from '../../session-hook.ts';
import { ConditionBadge, ConditionSwitch } from '../condition-switch.tsx';
import { NextPage } from '../next-page.tsx';
import { SearchForm } from '../search-form.tsx';
import { sendChange } from '../send-change.ts';

const TITLE = 'Companies';

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const params = new URL(request.url).searchParams;
  const input = { query: params.get('query') ?? '', cursor: params.get('cursor') ?? '', limit: 50 };
  const answer = await loadPage('AdministrationService.ListAdminCompanies', input, request.signal);
  return { answer, query: input.query };
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
      {({ items, next_cursor }) => (
        <Page title={TITLE}>
          <SearchForm label="Name" query={query} />
          {items.length === 0 ? (
            <EmptyState>
              <p>No company has such a name.</p>
            </EmptyState>
          ) : (
            <table>
              <thead>
                <tr>
                  <th scope="col">Company</th>
                  <th scope="col">Condition</th>
                  <th scope="col">Members</th>
                  <th scope="col">Published posts</th>
                  <th scope="col">
                    <span className="visually-hidden">Change</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {items.map((company) => (
                  <CompanyRow key={company.id} company={company} />
                ))}
              </tbody>
            </table>
          )}
          <NextPage params={{ query }} cursor={next_cursor} />
        </Page>
      )}
    </PageData>
  );
}

function CompanyRow({ company }: { company: AdminCompany }) {
  const { id, name, condition, created_at, member_count, published_job_post_count } = company;
  const mayChange = useIdentitiesAdminSession()?.identities_admin.role === 'operator';
  return (
    <tr>
      <td>
        <Link to={`/companies/${id}`}>{name}</Link>
        <br />
        <small>since {formatDay(created_at)}</small>
      </td>
      <td data-label="Condition">
        <ConditionBadge condition={condition} />
      </td>
      <td data-label="Members">{member_count}</td>
      <td data-label="Published posts">{published_job_post_count}</td>
      <td>{mayChange ? <ConditionSwitch company={company} /> : null}</td>
    </tr>
  );
}
