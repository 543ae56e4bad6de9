import type { AdminUser } from '@gatehouse/contract/wire';
import {
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
  Link,
  useLoaderData,
} from 'react-router';
import { formAction } from '#api/form-action.ts';
import { loadPage } from '#api/load-page.ts';
import { ConfirmChange } from '#design/confirm-change.tsx';
import { formatDay } from '#design/dates.ts';
import { ORG_ROLE_LABELS } from '#design/labels.ts';
import { Badge, Page } from '#design/page.tsx';
import { PageData } from '#design/page-data.tsx';
import { PageSkeleton } from '#design/page-skeleton.tsx';
import { FreshCodeField } from '../changes/fresh-code-field.tsx';
import { MembershipBadge, MembershipSwitch } from '../changes/membership-switch.tsx';
import { endSessions, setMembershipStatus, setTalentAccess } from '../changes/staff-changes.ts';
import { TalentAccessBadge, TalentAccessChange } from '../changes/talent-access-change.tsx';
import { useIdentitiesAdminSession } from '../session-hook.ts';

const TITLE = 'User';

export async function clientLoader({ request, params }: ClientLoaderFunctionArgs) {
  const id = params['id'] ?? '';
  return { answer: await loadPage('AdministrationService.GetAdminUser', { id }, request.signal) };
}

export function clientAction({ request }: ClientActionFunctionArgs) {
  return formAction(request, {
    set_membership_status: (form) => setMembershipStatus(form, request.signal),
    set_talent_access: (form) => setTalentAccess(form, request.signal),
    end_sessions: (form) => endSessions(form, request.signal),
  });
}

export function HydrateFallback() {
  return <PageSkeleton title={TITLE} shape="detail" />;
}

export default function UserPage() {
  const { answer } = useLoaderData<typeof clientLoader>();
  return (
    <PageData title={TITLE} answer={answer}>
      {(user) => <User key={user.id} user={user} />}
    </PageData>
  );
}

function User({ user }: { user: AdminUser }) {
  const { id, name, email, email_verified, created_at, org_membership } = user;
  const mayChange = useIdentitiesAdminSession()?.identities_admin.role === 'operator';
  return (
    <Page title={name} lead={email} back={{ to: '/people', title: 'Users' }}>
      <p className="facts">
        <span>Signed up {formatDay(created_at)}</span>
        {email_verified ? <Badge tone="good">Email confirmed</Badge> : <Badge>Email not confirmed</Badge>}
        <Link to={`/audit?who=${id}`}>View audit trail</Link>
      </p>
      <div className="grid-2">
        <section className="card">
          <h2>Talent access</h2>
          <p>
            <TalentAccessBadge state={user.talent_access.state} />
          </p>
          {mayChange ? <TalentAccessChange user={user} /> : null}
        </section>
        <section className="card">
          <h2>Membership</h2>
          {org_membership === undefined ? (
            <p>Not a member of any company.</p>
          ) : (
            <>
              <p>
                <Link to={`/companies/${org_membership.company_id}`}>{org_membership.company_name}</Link>,{' '}
                {ORG_ROLE_LABELS[org_membership.role].toLowerCase()}{' '}
                <MembershipBadge status={org_membership.status} />{' '}
                {org_membership.company_condition === 'active' ? null : (
                  <Badge tone="bad">Company disabled</Badge>
                )}
              </p>
              {mayChange ? <MembershipSwitch membership={org_membership} /> : null}
            </>
          )}
        </section>
        <Sessions user={user} mayChange={mayChange} />
      </div>
    </Page>
  );
}

function Sessions({ user: { id, name, session_count }, mayChange }: { user: AdminUser; mayChange: boolean }) {
  return (
    <section className="card">
      <h2>Sessions</h2>
      <p>
        {session_count === 0
          ? 'No active sessions.'
          : session_count === 1
            ? '1 active session.'
            : `${session_count} active sessions.`}
      </p>
      {mayChange && session_count > 0 ? (
        <ConfirmChange
          label="Sign out everywhere"
          about={name}
          title={`Sign ${name} out everywhere?`}
          tone="bad"
          intent="end_sessions"
          fields={{ id }}
          done={`${name} is signed out everywhere.`}
        >
          <p>This ends all of their sessions immediately. They can sign in again.</p>
          <FreshCodeField />
        </ConfirmChange>
      ) : null}
    </section>
  );
}
