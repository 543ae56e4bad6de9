import type { OrgMembership } from '@gatehouse/contract/wire';
import { type ClientActionFunctionArgs, type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { callApi } from '#api/browser-api.ts';
import { formAction } from '#api/form-action.ts';
import { loadPage } from '#api/load-page.ts';
import { sendChange, sendWrite } from '#api/page-result.ts';
import { type Column, DataTable } from '#design/data-table.tsx';
import { formatDay } from '#design/dates.ts';
import { ORG_MEMBERSHIP_STATUS_LABELS, ORG_ROLE_LABELS } from '#design/labels.ts';
import { type ListPage, useMorePages } from '#design/more-pages.tsx';
import { Badge, Page } from '#design/page.tsx';
import { PageData } from '#design/page-data.tsx';
import { PageSkeleton } from '#design/page-skeleton.tsx';
import { useIdentitiesUserSession } from '../../session-hook.ts';
import { Invitations } from './invitations.tsx';
import { RoleChange, StatusChange } from './membership-change.tsx';

const TITLE = 'Members';

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const after = new URL(request.url).searchParams.get('cursor') ?? '';
  const input = { cursor: after, limit: 50 };
  const [answer, invitations] = await Promise.all([
    loadPage('OrgMembershipService.ListOrgMemberships', input, request.signal),
    after === '' ? callApi('InvitationService.ListInvitations', ALL, request.signal) : null,
  ]);
  // Members may not read invitations: their page has none, and the refusal is no reason to reload.
  const isRefused = invitations === null || (!invitations.ok && invitations.refusal.status === 403);
  if (!answer.ok || isRefused) return { answer, after, invitations: null };
  if (!invitations.ok) return { answer: invitations, after, invitations: null };
  return { answer, after, invitations: invitations.data.items };
}

const ALL = { cursor: '', limit: 100 };

export function clientAction({ request }: ClientActionFunctionArgs) {
  const { signal } = request;
  return formAction(request, {
    invite: (form) => {
      const input = { email: form.text('email').trim(), role: form.choice('role', ORG_ROLE_LABELS) };
      return sendWrite('InvitationService.CreateInvitation', input, signal);
    },
    revoke_invitation: (form) =>
      sendWrite('InvitationService.DeleteInvitation', { id: form.text('id') }, signal),
    set_role: (form) => {
      const input = { id: form.text('id'), role: form.choice('role', ORG_ROLE_LABELS) };
      return sendChange(form, 'OrgMembershipService.UpdateOrgMembership', input, signal);
    },
    set_status: (form) => {
      const input = { id: form.text('id'), status: form.choice('status', ORG_MEMBERSHIP_STATUS_LABELS) };
      return sendChange(form, 'OrgMembershipService.UpdateOrgMembership', input, signal);
    },
  });
}

export function HydrateFallback() {
  return <PageSkeleton title={TITLE} />;
}

export default function EmployerMembersPage() {
  const { answer, invitations } = useLoaderData<typeof clientLoader>();
  const isOwner = useIdentitiesUserSession()?.employer_access.role === 'owner';
  return (
    <PageData title={TITLE} answer={answer}>
      {(first) => (
        <Page
          title={TITLE}
          lead={
            isOwner
              ? 'Users who can act for your company.'
              : 'Users who can act for your company. Only owners can change this.'
          }
        >
          <div className="stack">
            <Members first={first} isOwner={isOwner} />
            {invitations === null ? null : <Invitations invitations={invitations} />}
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
  { label: 'Joined', cell: ({ created_at }) => formatDay(created_at) },
];

const CHANGE: Column<OrgMembership> = {
  label: 'Change',
  isLabelHidden: true,
  cell: (member) => (
    <div className="actions">
      {member.status === 'active' ? <RoleChange member={member} /> : null}
      {member.revoked_by === 'staff' ? null : <StatusChange member={member} />}
    </div>
  ),
};

function Members({ first, isOwner }: { first: ListPage<OrgMembership>; isOwner: boolean }) {
  const { items, more } = useMorePages(first);
  return (
    <>
      <DataTable caption={TITLE} columns={isOwner ? [...COLUMNS, CHANGE] : COLUMNS} rows={items} />
      {more}
    </>
  );
}
