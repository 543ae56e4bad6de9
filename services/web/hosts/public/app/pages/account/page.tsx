import type { UserSession } from '@gatehouse/contract/wire';
import {
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
  Link,
  useLoaderData,
} from 'react-router';
import { callApiSignedIn } from '#api/call-signed-in.ts';
import { formAction } from '#api/form-action.ts';
import { orReload } from '#api/or-reload.ts';
import { type PageHandle, read } from '#api/page-reads.ts';
import { actionResult, sendWrite } from '#api/page-result.ts';
import { addPasskey } from '#api/passkeys.ts';
import { ConfirmChange } from '#design/confirm-change.tsx';
import { cursorOf } from '#design/list-pages.ts';
import { loadListPage } from '#design/list-view.tsx';
import { type ListPage, useMorePages } from '#design/more-pages.tsx';
import { Page } from '#design/page.tsx';
import { PageData } from '#design/page-data.tsx';
import { PageSkeleton } from '#design/page-skeleton.tsx';
import { SessionList } from '#design/session-list.tsx';
import { useIdentitiesUserSession } from '../../session-hook.ts';
import { DeleteAccount } from './delete-account.tsx';
import { OwnData } from './own-data.tsx';
import { OwnEmail } from './own-email.tsx';
import { OwnName } from './own-name.tsx';
import { OwnPassword } from './own-password.tsx';
import { Passkeys } from './passkeys.tsx';
import { NotMe, reportSession } from './report-session.tsx';

const TITLE = 'Your account';

export const handle = {
  reads: ({ url }) => ({
    answer: read('UserSessionService.ListUserSessions', { cursor: cursorOf(url), limit: 20 }),
    dataExport: read('DataExportService.GetDataExport', {}),
    deletion: read('AccountDeletionService.GetAccountDeletion', {}),
    credentials: read('PasskeyService.GetCurrentUserCredentials', {}),
  }),
} satisfies PageHandle;

export function clientLoader(args: ClientLoaderFunctionArgs) {
  return loadListPage(handle, args);
}

export function clientAction({ request }: ClientActionFunctionArgs) {
  const { signal } = request;
  return formAction(request, {
    save_name: (form) => sendWrite('UserService.UpdateCurrentUser', { name: form.text('name') }, signal),
    change_email: (form) =>
      sendWrite('EmailChangeService.CreateEmailChange', { email: form.text('email').trim() }, signal),
    change_password: async (form) => {
      const current_password = form.text('current_password');
      // The form asks for the password already: the dialog would ask twice.
      const proved = await callApiSignedIn(
        'UserSessionService.ReauthenticateCurrentUserSession',
        { password: current_password },
        signal,
      );
      if (!proved.ok) return actionResult(proved);
      const input = { current_password, new_password: form.text('new_password') };
      return sendWrite('UserService.UpdateCurrentUserPassword', input, signal);
    },
    send_password_link: (form) =>
      sendWrite('UserService.CreatePasswordReset', { email: form.text('email') }, signal),
    add_passkey: async () => actionResult(await addPasskey(signal)),
    rename_passkey: (form) =>
      orReload(
        sendWrite('PasskeyService.UpdatePasskey', { id: form.text('id'), name: form.text('name') }, signal),
        'not_found',
      ),
    remove_passkey: (form) =>
      orReload(sendWrite('PasskeyService.DeletePasskey', { id: form.text('id') }, signal), 'not_found'),
    request_data_export: () => sendWrite('DataExportService.CreateDataExport', {}, signal),
    delete_account: (form) => {
      const close_company_id = form.text('company_id');
      const closes = form.text('close_company') === 'on' && close_company_id !== '';
      return sendWrite(
        'AccountDeletionService.CreateAccountDeletion',
        closes ? { close_company_id } : {},
        signal,
      );
    },
    cancel_deletion: () => sendWrite('AccountDeletionService.DeleteAccountDeletion', {}, signal),
    end_session: (form) =>
      orReload(
        sendWrite('UserSessionService.DeleteUserSession', { id: form.text('id') }, signal),
        'not_found',
      ),
    report_session: (form) => reportSession(form, signal),
    end_other_sessions: () => sendWrite('UserSessionService.DeleteOtherUserSessions', {}, signal),
  });
}

export function HydrateFallback() {
  return <PageSkeleton title={TITLE} shape="detail" />;
}

export default function AccountPage() {
  const { answer, credentials, dataExport, deletion } = useLoaderData<typeof clientLoader>();
  const session = useIdentitiesUserSession();
  return (
    <PageData title={TITLE} answer={answer}>
      {(first) => (
        <Page title={TITLE}>
          <div className="stack">
            {session === null ? null : (
              <div className="grid-2">
                <OwnName name={session.identities_user.name} />
                <OwnEmail email={session.identities_user.email} />
                <PageData title={TITLE} answer={credentials}>
                  {({ has_password, passkeys }) => (
                    <>
                      <OwnPassword email={session.identities_user.email} hasPassword={has_password} />
                      <Passkeys passkeys={passkeys} />
                    </>
                  )}
                </PageData>
              </div>
            )}
            <Sessions first={first} />
            <OwnData answer={dataExport} />
            <DeleteAccount answer={deletion} />
          </div>
        </Page>
      )}
    </PageData>
  );
}

function Sessions({ first }: { first: ListPage<UserSession> }) {
  const { items, more } = useMorePages(first);
  return (
    <section className="card">
      <h2>Active sessions</h2>
      <p>
        Your <Link to="/account/security">security log</Link> shows earlier sign-ins and changes, too.
      </p>
      <SessionList
        sessions={items}
        description="Using it again will require a new sign-in."
        beside={({ id, device, last_seen_at }) => <NotMe sessionId={id} device={device} at={last_seen_at} />}
      />
      {more}
      {items.length > 1 ? (
        <ConfirmChange
          label="Sign out everywhere else"
          about="every other session"
          title="Sign out everywhere else?"
          tone="bad"
          intent="end_other_sessions"
          done="Signed out everywhere else."
          description="This ends every session except this one."
        />
      ) : null}
    </section>
  );
}
