import type { AdminUser } from '@gatehouse/contract/wire';
import { type ClientLoaderFunctionArgs, Link, useLoaderData } from 'react-router';
import { EmptyState, Page, PageSkeleton } from '../../../../../design/page.tsx';
import { PageData } from '../../../../../design/page-data.tsx';
import { loadPage } from '../../../../../session/load-page.ts';
import { MembershipBadge } from '../membership-switch.tsx';
import { NextPage } from '../next-page.tsx';
import { SearchForm } from '../search-form.tsx';
import { TalentAccessBadge } from '../talent-access-change.tsx';

const TITLE = 'People';

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const params = new URL(request.url).searchParams;
  const input = { query: params.get('query') ?? '', cursor: params.get('cursor') ?? '', limit: 50 };
  const answer = await loadPage('AdministrationService.ListAdminUsers', input, request.signal);
  return { answer, query: input.query };
}

export function HydrateFallback() {
  return <PageSkeleton title={TITLE} />;
}

export default function PeoplePage() {
  const { answer, query } = useLoaderData<typeof clientLoader>();
  return (
    <PageData title={TITLE} answer={answer}>
      {({ items, next_cursor }) => (
        <Page title={TITLE}>
          <SearchForm label="Name or e-mail address" query={query} />
          {items.length === 0 ? (
            <EmptyState>
              <p>Nobody has such a name or address.</p>
            </EmptyState>
          ) : (
            <table>
              <thead>
                <tr>
                  <th scope="col">Person</th>
                  <th scope="col">Talent access</th>
                  <th scope="col">Membership</th>
                  <th scope="col">Sessions</th>
                </tr>
              </thead>
              <tbody>
                {items.map((person) => (
                  <PersonRow key={person.id} person={person} />
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

function PersonRow({ person }: { person: AdminUser }) {
  const { id, name, email, talent_access, org_membership, session_count } = person;
  return (
    <tr>
      <td>
        <Link to={`/people/${id}`}>{name}</Link>
        <br />
        <small>{email}</small>
      </td>
      <td data-label="Talent access">
        <TalentAccessBadge state={talent_access.state} />
      </td>
      <td data-label="Membership">
        {org_membership === undefined ? (
          'None'
        ) : (
          <>
            {org_membership.company_name}, {org_membership.role}{' '}
            <MembershipBadge status={org_membership.status} />
          </>
        )}
      </td>
      <td data-label="Sessions">{session_count}</td>
    </tr>
  );
}
