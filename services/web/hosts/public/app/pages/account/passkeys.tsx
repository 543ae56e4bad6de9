import type { Passkey } from '@gatehouse/contract/wire';
import { useFetcher } from 'react-router';
import type { ActionResult } from '#api/page-result.ts';
import { ConfirmChange } from '#design/confirm-change.tsx';
import { formatDay, formatMoment } from '#design/dates.ts';
import { TextField } from '#design/fields.tsx';
import { FormBody } from '#design/form-body.tsx';
import { Badge } from '#design/page.tsx';
import { DoneNote, SubmitButton } from '#design/submit-button.tsx';

/** The user's passkeys: added, named, removed. */
export function Passkeys({ passkeys }: { passkeys: readonly Passkey[] }) {
  return (
    <section className="card" aria-labelledby="passkeys">
      <h2 id="passkeys">Passkeys</h2>
      <p className="hint">
        Sign in with your fingerprint, face or screen lock. A passkey cannot be guessed, and works on this
        site alone.
      </p>
      {passkeys.length === 0 ? null : (
        <ul className="sessions">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      <AddPasskey />
    </section>
  );
}

function PasskeyRow({ passkey: { id, name, backed_up, created_at, last_used_at } }: { passkey: Passkey }) {
  const used = last_used_at === undefined ? 'not used yet' : `last used ${formatMoment(last_used_at)}`;
  return (
    <li>
      <p>
        <span dir="auto">{name}</span> {backed_up ? <Badge tone="plain">Synced</Badge> : null}
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
          description="Choose a name that tells you which device or password manager has it."
        >
          <TextField label="Name" name="name" defaultValue={name} required maxLength={60} />
        </ConfirmChange>
        <ConfirmChange
          label="Remove"
          about={name}
          title={`Remove ${name}?`}
          tone="bad"
          intent="remove_passkey"
          fields={{ id }}
          done="Passkey removed."
          description="It no longer signs in, and other sessions that began with it end. Your device may still offer it: delete it there, too."
        />
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
