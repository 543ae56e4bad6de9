import type { OwnAdminSession } from '@gatehouse/contract/wire';
import { type ClientActionFunctionArgs, type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { addAdminPasskey } from '#api/admin-passkeys.ts';
import { formAction } from '#api/form-action.ts';
import { orReload } from '#api/or-reload.ts';
import { type PageHandle, read } from '#api/page-reads.ts';
import { actionResult } from '#api/page-result.ts';
import { cursorOf } from '#design/list-pages.ts';
import { loadListPage } from '#design/list-view.tsx';
import { type ListPage, useMorePages } from '#design/more-pages.tsx';
import { Page } from '#design/page.tsx';
import { PageData } from '#design/page-data.tsx';
import { PageSkeleton } from '#design/page-skeleton.tsx';
import { PasskeyCard } from '#design/passkey-card.tsx';
import { SessionList } from '#design/session-list.tsx';
import { FreshCodeField } from '../changes/fresh-code-field.tsx';
import { refuseOldCode, sendStaffWrite } from '../changes/staff-form.ts';

const TITLE = 'Your sign-in';

export const handle = {
  reads: ({ url }) => ({
    answer: read('AdminSessionService.ListAdminSessions', { cursor: cursorOf(url), limit: 20 }),
    credentials: read('AdminPasskeyService.GetCurrentAdminCredentials', {}),
  }),
} satisfies PageHandle;

export function clientLoader(args: ClientLoaderFunctionArgs) {
  return loadListPage(handle, args);
}

export function clientAction({ request }: ClientActionFunctionArgs) {
  const { signal } = request;
  return formAction(request, {
    add_passkey: async (form) =>
      (await refuseOldCode(form, signal)) ?? actionResult(await addAdminPasskey(signal)),
    rename_passkey: (form) =>
      orReload(
        sendStaffWrite(
          form,
          'AdminPasskeyService.UpdateAdminPasskey',
          { id: form.text('id'), name: form.text('name') },
          signal,
        ),
        'not_found',
      ),
    remove_passkey: (form) =>
      orReload(
        sendStaffWrite(form, 'AdminPasskeyService.DeleteAdminPasskey', { id: form.text('id') }, signal),
        'not_found',
      ),
    end_session: (form) =>
      orReload(
        sendStaffWrite(form, 'AdminSessionService.DeleteAdminSession', { id: form.text('id') }, signal),
        'not_found',
      ),
  });
}

export function HydrateFallback() {
  return <PageSkeleton title={TITLE} shape="detail" />;
}

export default function StaffAccountPage() {
  const { answer, credentials } = useLoaderData<typeof clientLoader>();
  return (
    <PageData title={TITLE} answer={credentials}>
      {({ passkeys, passkey_required }) => (
        <Page
          title={TITLE}
          lead={
            passkey_required
              ? 'You sign in with your password and a passkey.'
              : 'You sign in with your password, and a passkey or a one-time code.'
          }
        >
          <div className="stack">
            <PasskeyCard passkeys={passkeys} hint="Adding or removing a passkey ends your other sessions.">
              <FreshCodeField />
            </PasskeyCard>
            <PageData title={TITLE} answer={answer}>
              {(first) => <Sessions first={first} />}
            </PageData>
          </div>
        </Page>
      )}
    </PageData>
  );
}

function Sessions({ first }: { first: ListPage<OwnAdminSession> }) {
  const { items, more } = useMorePages(first);
  return (
    <section className="card" aria-labelledby="sessions">
      <h2 id="sessions">Active sessions</h2>
      <SessionList
        sessions={items}
        description="If you did not sign in there, ask an operator to reset your second factor: the link that you get sets a new password, too."
      >
        <FreshCodeField />
      </SessionList>
      {more}
    </section>
  );
}
