import { type ClientActionFunctionArgs, type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { addAdminPasskey } from '#api/admin-passkeys.ts';
import { formAction } from '#api/form-action.ts';
import { loadReads, type PageHandle, read } from '#api/page-reads.ts';
import { actionResult } from '#api/page-result.ts';
import { Page } from '#design/page.tsx';
import { PageData } from '#design/page-data.tsx';
import { PageSkeleton } from '#design/page-skeleton.tsx';
import { PasskeyCard } from '#design/passkey-card.tsx';
import { FreshCodeField } from '../changes/fresh-code-field.tsx';
import { refuseOldCode, sendStaffWrite } from '../changes/staff-form.ts';

const TITLE = 'Your sign-in';

export const handle = {
  reads: () => ({ answer: read('AdminPasskeyService.GetCurrentAdminCredentials', {}) }),
} satisfies PageHandle;

export function clientLoader(args: ClientLoaderFunctionArgs) {
  return loadReads(handle, args);
}

export function clientAction({ request }: ClientActionFunctionArgs) {
  const { signal } = request;
  return formAction(request, {
    add_passkey: async (form) =>
      (await refuseOldCode(form, signal)) ?? actionResult(await addAdminPasskey(signal)),
    rename_passkey: (form) =>
      sendStaffWrite(
        form,
        'AdminPasskeyService.UpdateAdminPasskey',
        { id: form.text('id'), name: form.text('name') },
        signal,
      ),
    remove_passkey: (form) =>
      sendStaffWrite(form, 'AdminPasskeyService.DeleteAdminPasskey', { id: form.text('id') }, signal),
  });
}

export function HydrateFallback() {
  return <PageSkeleton title={TITLE} shape="detail" />;
}

export default function StaffAccountPage() {
  const { answer } = useLoaderData<typeof clientLoader>();
  return (
    <PageData title={TITLE} answer={answer}>
      {({ passkeys, passkey_required }) => (
        <Page
          title={TITLE}
          lead={
            passkey_required
              ? 'You sign in with your password and a passkey.'
              : 'You sign in with your password, and a passkey or a one-time code.'
          }
        >
          <PasskeyCard passkeys={passkeys} hint="Adding or removing a passkey ends your other sessions.">
            <FreshCodeField />
          </PasskeyCard>
        </Page>
      )}
    </PageData>
  );
}
