import type { StaffAccount, StaffRequest } from '@gatehouse/contract/wire';
import { type ClientActionFunctionArgs, type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import type { ApiAnswer } from '#api/api-answer.ts';
import { formAction } from '#api/form-action.ts';
import { loadReads, type PageHandle, read } from '#api/page-reads.ts';
import type { ListPage } from '#design/more-pages.tsx';
import { Page } from '#design/page.tsx';
import { PageData } from '#design/page-data.tsx';
import { PageSkeleton } from '#design/page-skeleton.tsx';
import {
  approveStaffRequest,
  endStaffRequest,
  inviteStaff,
  resetStaffFactor,
  setStaffCondition,
  setStaffRole,
} from '../../changes/staff-account-changes.ts';
import { useIdentitiesAdminSession } from '../../session-hook.ts';
import { Accounts } from './accounts.tsx';
import { InviteButton } from './invite-button.tsx';
import { Requests } from './requests.tsx';

const TITLE = 'Staff';
const LEAD = 'One operator can take access away. Giving an operator’s power needs a second one.';

interface Staff {
  readonly accounts: ListPage<StaffAccount>;
  readonly requests: readonly StaffRequest[];
}

export const handle = {
  reads: ({ url }) => ({
    accounts: read('StaffAccountService.ListStaffAccounts', {
      cursor: url.searchParams.get('cursor') ?? '',
      limit: 50,
    }),
    requests: read('StaffAccountService.ListStaffRequests', { cursor: '', limit: 100 }),
  }),
} satisfies PageHandle;

export async function clientLoader(args: ClientLoaderFunctionArgs): Promise<{ answer: ApiAnswer<Staff> }> {
  const { accounts, requests } = await loadReads(handle, args);
  if (!accounts.ok) return { answer: accounts };
  if (!requests.ok) return { answer: requests };
  return { answer: { ok: true, data: { accounts: accounts.data, requests: requests.data.items } } };
}

export function clientAction({ request }: ClientActionFunctionArgs) {
  const { signal } = request;
  return formAction(request, {
    invite_staff: (form) => inviteStaff(form, signal),
    set_staff_role: (form) => setStaffRole(form, signal),
    set_staff_condition: (form) => setStaffCondition(form, signal),
    reset_staff_factor: (form) => resetStaffFactor(form, signal),
    approve_staff_request: (form) => approveStaffRequest(form, signal),
    end_staff_request: (form) => endStaffRequest(form, signal),
  });
}

export function HydrateFallback() {
  return <PageSkeleton title={TITLE} lead={LEAD} />;
}

export default function StaffPage() {
  const { answer } = useLoaderData<typeof clientLoader>();
  const own = useIdentitiesAdminSession()?.identities_admin;
  const operatorId = own?.role === 'operator' ? own.id : null;
  return (
    <PageData title={TITLE} answer={answer}>
      {({ accounts, requests }) => (
        <Page title={TITLE} lead={LEAD} aside={operatorId === null ? null : <InviteButton />}>
          <div className="stack">
            {requests.length === 0 ? null : <Requests requests={requests} operatorId={operatorId} />}
            <section className="stack" aria-labelledby="accounts">
              <h2 id="accounts">Accounts</h2>
              <Accounts first={accounts} operatorId={operatorId} />
            </section>
          </div>
        </Page>
      )}
    </PageData>
  );
}
