import type { Passkey } from '@gatehouse/contract/wire';
import type { ReactNode } from 'react';
import { useFetcher } from 'react-router';
import type { ActionResult } from '#api/page-result.ts';
import { ConfirmChange } from './confirm-change.tsx';
import { TextField } from './fields.tsx';
import { FormBody } from './form-body.tsx';
import { Day, Moment } from './local-time.tsx';
import { Badge } from './page.tsx';
import { DoneNote, SubmitButton } from './submit-button.tsx';

const GONE = 'This passkey has already been removed.';

/**
 * The passkeys of the caller's account: added, renamed, removed. The page's action has the intents `add_passkey`,
 * `rename_passkey` and `remove_passkey`.
 */
export function PasskeyCard({
  passkeys,
  hint,
  children,
}: {
  passkeys: readonly Passkey[];
  hint?: string;
  /** Further fields of each form. */
  children?: ReactNode;
}) {
  return (
    <section className="card" aria-labelledby="passkeys">
      <h2 id="passkeys">Passkeys</h2>
      {hint === undefined ? null : <p className="hint">{hint}</p>}
      {passkeys.length === 0 ? (
        <p>You have no passkey yet.</p>
      ) : (
        <ul className="sessions">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey}>
              {children}
            </PasskeyRow>
          ))}
        </ul>
      )}
      <AddPasskey>{children}</AddPasskey>
    </section>
  );
}

function PasskeyRow({
  passkey: { id, name, backed_up, created_at, last_used_at },
  children,
}: {
  passkey: Passkey;
  children: ReactNode;
}) {
  return (
    <li>
      <p>
        <span dir="auto">{name}</span> {backed_up ? <Badge>Synced</Badge> : null}
        <small>
          Added <Day at={created_at} />,{' '}
          {last_used_at === undefined ? (
            'not used yet'
          ) : (
            <>
              last used <Moment at={last_used_at} />
            </>
          )}
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
          gone={GONE}
          description="Choose a name that tells you which device or password manager has it."
        >
          <TextField label="Name" name="name" defaultValue={name} required maxLength={60} />
          {children}
        </ConfirmChange>
        <ConfirmChange
          label="Remove"
          about={name}
          title={`Remove ${name}?`}
          tone="bad"
          intent="remove_passkey"
          fields={{ id }}
          done="Passkey removed."
          gone={GONE}
          description="It no longer signs in, and other sessions that began with it end. Your device may still offer it: delete it there, too."
        >
          {children}
        </ConfirmChange>
      </div>
    </li>
  );
}

function AddPasskey({ children }: { children: ReactNode }) {
  const fetcher = useFetcher<ActionResult>();
  const { data, state } = fetcher;
  return (
    <fetcher.Form method="post">
      <FormBody intent="add_passkey" refusal={data?.refusal}>
        {children}
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
