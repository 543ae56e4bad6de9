import type { AdminCompany } from '@gatehouse/contract/wire';
import { type ClientActionFunctionArgs, type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { ConfirmChange } from '../../../../../design/confirm-change.tsx';
import { formatDay } from '../../../../../design/dates.ts';
import { TextArea } from '../../../../../design/fields.tsx';
import { Badge, EmptyState, Page, PageSkeleton } from '../../../../../design/page.tsx';
import { PageData } from '../../../../../design/page-data.tsx';
import { loadPage } from '../../../../../session/load-page.ts';
import { sendWrite } from '../../../../../session/page-result.ts';
import { useIdentitiesAdminSession } from '../../session-hook.ts';
import { NextPage } from '../next-page.tsx';
import { SearchForm } from '../search-form.tsx';

const TITLE = 'Companies';

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const params = new URL(request.url).searchParams;
  const input = { query: params.get('query') ?? '', cursor: params.get('cursor') ?? '', limit: 50 };
  const answer = await loadPage('AdministrationService.ListAdminCompanies', input, request.signal);
  return { answer, query: input.query };
}

export async function clientAction({ request }: ClientActionFunctionArgs) {
  const form = await request.formData();
  const condition = form.get('condition') === 'disabled' ? 'disabled' : 'active';
  const input = { id: String(form.get('id')), condition, reason: String(form.get('reason')) } as const;
  return sendWrite('AdministrationService.UpdateCompanyCondition', input, request.signal);
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
        <strong>{name}</strong>
        <br />
        <small>since {formatDay(created_at)}</small>
      </td>
      <td data-label="Condition">
        <Badge tone={condition === 'active' ? 'good' : 'bad'}>
          {condition === 'active' ? 'Active' : 'Switched off'}
        </Badge>
      </td>
      <td data-label="Members">{member_count}</td>
      <td data-label="Published posts">{published_job_post_count}</td>
      <td>{mayChange ? <ConditionSwitch id={id} name={name} condition={condition} /> : null}</td>
    </tr>
  );
}

function ConditionSwitch({ id, name, condition }: Pick<AdminCompany, 'id' | 'name' | 'condition'>) {
  const isOn = condition === 'active';
  return (
    <ConfirmChange
      label={isOn ? 'Switch off' : 'Switch on'}
      title={isOn ? `Switch ${name} off?` : `Switch ${name} on?`}
      tone={isOn ? 'bad' : 'plain'}
      fields={{ id, condition: isOn ? 'disabled' : 'active' }}
    >
      <p>
        {isOn
          ? 'From the answer on nobody acts for this company, and its job posts are hidden. Nobody is signed out.'
          : 'Its members may act for it again, and its published job posts show.'}
      </p>
      <TextArea
        label="Reason"
        name="reason"
        hint="Stands in the audit trail."
        required
        maxLength={500}
        rows={3}
      />
    </ConfirmChange>
  );
}
