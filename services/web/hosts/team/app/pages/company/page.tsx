import type { AdminCompanyDetail, AdminOrgMembership } from '@gatehouse/contract/wire';
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
import { MembershipBadge, MembershipSwitch } from '../membership-switch.tsx';
import { sendChange } from '../send-change.ts';

const TITLE = 'Company';

export async function clientLoader({ request, params }: ClientLoaderFunctionArgs) {
  const id = params['id'] ?? '';
  return { answer: await loadPage('AdministrationService.GetAdminCompany', { id }, request.signal) };
}

export function clientAction({ request }: ClientActionFunctionArgs) {
  return sendChange(request);
}

export function HydrateFallback() {
  return <PageSkeleton title={TITLE} />;
}

export default function CompanyPage() {
  const { answer } = useLoaderData<typeof clientLoader>();
  return (
    <PageData title={TITLE} answer={answer}>
      {(detail) => <Company key={detail.company.id} {...detail} />}
    </PageData>
  );
}

function Company({ company, members }: AdminCompanyDetail) {
  const mayChange = useIdentitiesAdminSession()?.identities_admin.role === 'operator';
  return (
    <Page title={company.name}>
      <p className="facts">
        <ConditionBadge condition={company.condition} />
        <span>Since {formatDay(company.created_at)}</span>
        <span>Published job posts: {company.published_job_post_count}</span>
        <Link to={`/audit?subject_id=${company.id}`}>In the audit trail</Link>
      </p>
      {mayChange ? <ConditionSwitch company={company} /> : null}
      <section className="stack">
        <h2>Members</h2>
        {members.length === 0 ? (
          <EmptyState>
            <p>Nobody belongs to this company.</p>
          </EmptyState>
        ) : (
          <Members members={members} mayChange={mayChange} />
        )}
      </section>
    </Page>
  );
}

function Members({ members, mayChange }: { members: readonly AdminOrgMembership[]; mayChange: boolean }) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Person</th>
          <th scope="col">Role</th>
          <th scope="col">Membership</th>
          {mayChange ? (
            <th scope="col">
              <span className="visually-hidden">Change</span>
            </th>
          ) : null}
        </tr>
      </thead>
      <tbody>
        {members.map((member) => (
          <tr key={member.id}>
            <td>
              <Link to={`/people/${member.user_id}`}>{member.user_name}</Link>
              <br />
              <small>{member.user_email}</small>
            </td>
            <td data-label="Role">{member.role}</td>
            <td data-label="Membership">
              <MembershipBadge status={member.status} />
            </td>
            {mayChange ? (
              <td>
                <MembershipSwitch membership={member} />
              </td>
            ) : null}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
