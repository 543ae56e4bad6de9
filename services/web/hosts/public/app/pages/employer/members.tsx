import type { OrgMembership } from '@gatehouse/contract/wire';
import { type ClientActionFunctionArgs, type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { formAction } from '#api/form-action.ts';
import { orReload } from '#api/or-reload.ts';
import { loadReads, optionalRead, type PageHandle, read } from '#api/page-reads.ts';
import { sendChange, sendWrite } from '#api/page-result.ts';
import { type Column, DataTable } from '#design/data-table.tsx';
import { ORG_MEMBERSHIP_STATUS_LABELS, ORG_ROLE_LABELS } from '#design/labels.ts';
import { cursorOf } from '#design/list-pages.ts';
import { PagedRows } from '#design/list-view.tsx';
import { Day } from '#design/local-time.tsx';
import { Badge, Page } from '#design/page.tsx';
import { PageData } from '#design/page-data.tsx';
import { PageSkeleton } from '#design/page-skeleton.tsx';
import { useIdentitiesUserSession } from '../../session-hook.ts';
import { Invitations } from './invitations.tsx';
import { LeaveCompany } from './leave-company.tsx';
import { RoleChange, StatusChange } from './membership-change.tsx';

const TITLE = 'Members';
const ALL = { cursor: '', limit: 100 };

export const handle = {
  reads: ({ url }) => {
    const cursor = cursorOf(url);
    return {
      answer: read('OrgMembershipService.ListOrgMemberships', { cursor, limit: 50 }),
      // Members may not read invitations: their page has none.
      invitations: cursor === '' ? optionalRead('InvitationService.ListInvitations', ALL) : null,
    };
  },
} satisfies PageHandle;

export async function clientLoader(args: ClientLoaderFunctionArgs) {
  const after = cursorOf(args.url);
  const { answer, invitations } = await loadReads(handle, args);
  const isRefused = invitations === null || (!invitations.ok && invitations.refusal.status === 403);
  if (!answer.ok || isRefused) return { answer, after, invitations: null };
  if (!invitations.ok) return { answer: invitations, after, invitations: null };
  return { answer, after, invitations: invitations.data.items };
}

export function clientAction({ request }: ClientActionFunctionArgs) {
  const { signal } = request;
  return formAction(request, {
    invite: (form) => {
      const input = { email: form.text('email').trim(), role: form.choice('role', ORG_ROLE_LABELS) };
      return sendWrite('InvitationService.CreateInvitation', input, signal);
    },
    revoke_invitation: (form) =>
      orReload(sendWrite('InvitationService.DeleteInvitation', { id: form.text('id') }, signal), 'not_found'),
    leave: () => sendWrite('OrgMembershipService.DeleteCurrentOrgMembership', {}, signal),
    set_role: (form) => {
      const input = { id: form.text('id'), role: form.choice('role', ORG_ROLE_LABELS) };
      return orReload(
        sendChange(form, 'OrgMembershipService.UpdateOrgMembership', input, signal),
        'not_found',
      );
    },
    set_status: (form) => {
      const input = { id: form.text('id'), status: form.choice('status', ORG_MEMBERSHIP_STATUS_LABELS) };
      return orReload(
        sendChange(form, 'OrgMembershipService.UpdateOrgMembership', input, signal),
        'not_found',
      );
    },
  });
}

export function HydrateFallback() {
  return <PageSkeleton title={TITLE} />;
}

export default function EmployerMembersPage() {
  const { answer, invitations } = useLoaderData<typeof clientLoader>();
  const session = useIdentitiesUserSession();
  const company = session?.employer_access.company;
  const isOwner = session?.employer_access.role === 'owner';
  const columns = isOwner ? [...COLUMNS, changeColumn(session.identities_user.id)] : COLUMNS;
  return (
    <PageData title={TITLE} answer={answer}>
      {(first) => (
        <Page
          title={TITLE}
          lead={
            isOwner
              ? 'Users who can hire for your company.'
              : 'Users who can hire for your company. Only owners can change this.'
          }
        >
          <div className="stack">
            <PagedRows first={first}>
              {(items) => <DataTable caption={TITLE} columns={columns} rows={items} />}
            </PagedRows>
            {invitations === null ? null : <Invitations invitations={invitations} />}
            {company === undefined ? null : <LeaveCompany companyName={company.name} isOwner={isOwner} />}
          </div>
        </Page>
      )}
    </PageData>
  );
}

const COLUMNS: readonly Column<OrgMembership>[] = [
  {
    label: 'Member',
    cell: ({ user_name, user_email }) => (
      <>
        <span>{user_name}</span>
        <small>{user_email}</small>
      </>
    ),
  },
  { label: 'Role', cell: ({ role }) => ORG_ROLE_LABELS[role] },
  {
    label: 'Status',
    cell: ({ status, revoked_by }) =>
      status === 'active' ? (
        <Badge tone="good">{ORG_MEMBERSHIP_STATUS_LABELS.active}</Badge>
      ) : (
        <>
          <Badge tone="bad">{ORG_MEMBERSHIP_STATUS_LABELS.revoked}</Badge>
          {revoked_by === 'staff' ? <small>by Gatehouse staff</small> : null}
        </>
      ),
  },
  { label: 'Joined', cell: ({ created_at }) => <Day at={created_at} /> },
];

/** @param ownId the owner who looks at the list: leaves by a button of its own. */
function changeColumn(ownId: string): Column<OrgMembership> {
  return {
    label: 'Change',
    isLabelHidden: true,
    cell: (member) => (
      <div className="actions">
        {member.status === 'active' ? <RoleChange member={member} /> : null}
        {member.revoked_by === 'staff' || member.user_id === ownId ? null : <StatusChange member={member} />}
      </div>
    ),
  };
}
