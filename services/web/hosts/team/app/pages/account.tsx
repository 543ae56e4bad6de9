import type { Passkey } from '@gatehouse/contract/wire';
import {
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
  useFetcher,
  useLoaderData,
} from 'react-router';
import { addAdminPasskey } from '#api/admin-passkeys.ts';
import { formAction } from '#api/form-action.ts';
import { loadReads, type PageHandle, read } from '#api/page-reads.ts';
import { type ActionResult, actionResult, sendWrite } from '#api/page-result.ts';
import { ConfirmChange } from '#design/confirm-change.tsx';
import { formatDay, formatMoment } from '#design/dates.ts';
import { TextField } from '#design/fields.tsx';
import { FormBody } from '#design/form-body.tsx';
import { Badge, Page } from '#design/page.tsx';
import { PageData } from '#design/page-data.tsx';
import { PageSkeleton } from '#design/page-skeleton.tsx';
import { DoneNote, SubmitButton } from '#design/submit-button.tsx';
import { FreshCodeField } from '../changes/fresh-code-field.tsx';
import { refuseOldCode } from '../changes/staff-changes.ts';

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
    rename_passkey: async (form) =>
      (await refuseOldCode(form, signal)) ??
      sendWrite(
        'AdminPasskeyService.UpdateAdminPasskey',
        { id: form.text('id'), name: form.text('name') },
        signal,
      ),
    remove_passkey: async (form) =>
      (await refuseOldCode(form, signal)) ??
      sendWrite('AdminPasskeyService.DeleteAdminPasskey', { id: form.text('id') }, signal),
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
          <section className="card" aria-labelledby="passkeys">
            <h2 id="passkeys">Passkeys</h2>
            {passkeys.length === 0 ? <p>You have no passkey yet.</p> : null}
            <ul className="sessions">
              {passkeys.map((passkey) => (
                <PasskeyRow key={passkey.id} passkey={passkey} />
              ))}
            </ul>
            <AddPasskey />
          </section>
        </Page>
      )}
    </PageData>
  );
}

function PasskeyRow({ passkey: { id, name, backed_up, created_at, last_used_at } }: { passkey: Passkey }) {
  const used = last_used_at === undefined ? 'not used yet' : `last used ${formatMoment(last_used_at)}`;
  return (
    <li>
      <p>
        <span dir="auto">{name}</span> {backed_up ? <Badge>Synced</Badge> : null}
        <small>
          Added {formatDay(created_at)}, {used}
        </small>
      </p>
      <div className="actions">
        <ConfirmChange
          label="Rename"
          about={name}
          title="Rename passkey"
          intent="rename_passkey"
          fields={{ id }}
          done="Passkey renamed."
          description="Choose a name that tells you which device has it."
        >
          <TextField label="Name" name="name" defaultValue={name} required maxLength={60} />
          <FreshCodeField />
        </ConfirmChange>
        <ConfirmChange
          label="Remove"
          about={name}
          title={`Remove ${name}?`}
          tone="bad"
          intent="remove_passkey"
          fields={{ id }}
          done="Passkey removed."
          description="It no longer signs in, and other sessions that began with it end."
        >
          <FreshCodeField />
        </ConfirmChange>
      </div>
    </li>
  );
}

function AddPasskey() {
  const fetcher = useFetcher<ActionResult>();
  const { data, state } = fetcher;
  return (
    <fetcher.Form method="post">
      <FormBody intent="add_passkey" refusal={data?.refusal}>
        <FreshCodeField />
        <div className="actions">
          <SubmitButton isBusy={state !== 'idle'} busyLabel="Waiting for your device…">
            Add a passkey
          </SubmitButton>
          <DoneNote result={data}>Passkey added.</DoneNote>
        </div>
      </FormBody>
    </fetcher.Form>
  );
}
