import type { Invitation } from '@gatehouse/contract/wire';
import { useRef } from 'react';
import { useFetcher } from 'react-router';
import { resetUnlessChanged } from '#api/changed-forms.ts';
import type { ActionResult } from '#api/page-result.ts';
import { ConfirmChange } from '#design/confirm-change.tsx';
import { type Column, DataTable } from '#design/data-table.tsx';
import { SelectField, TextField } from '#design/fields.tsx';
import { FormBody } from '#design/form-body.tsx';
import { ORG_ROLE_LABELS } from '#design/labels.ts';
import { Day } from '#design/local-time.tsx';
import { SubmitButton, useOnDone } from '#design/submit-button.tsx';
import { useToast } from '#design/toast.tsx';

/** Open invitations, and the form for another one. For owners. */
export function Invitations({ invitations }: { invitations: readonly Invitation[] }) {
  return (
    <section className="stack" aria-labelledby="invitations">
      <h2 id="invitations">Invitations</h2>
      <InviteForm />
      {invitations.length === 0 ? (
        <p>No open invitations.</p>
      ) : (
        <DataTable caption="Open invitations" columns={COLUMNS} rows={invitations} />
      )}
    </section>
  );
}

const COLUMNS: readonly Column<Invitation>[] = [
  {
    label: 'Email',
    cell: ({ email, invited_by_name }) => (
      <>
        <span>{email}</span>
        <small>Invited by {invited_by_name}</small>
      </>
    ),
  },
  { label: 'Role', cell: ({ role }) => ORG_ROLE_LABELS[role] },
  { label: 'Expires', cell: ({ expires_at }) => <Day at={expires_at} /> },
  {
    label: 'Change',
    isLabelHidden: true,
    cell: ({ id, email }) => (
      <ConfirmChange
        label="Revoke invitation"
        about={email}
        title={`Revoke the invitation to ${email}?`}
        tone="bad"
        intent="revoke_invitation"
        fields={{ id }}
        done="Invitation revoked."
        gone="This invitation is no longer open."
        description="The link in the email stops working. You can invite this address again."
      />
    ),
  },
];

function InviteForm() {
  const fetcher = useFetcher<ActionResult<Invitation>>();
  const form = useRef<HTMLFormElement>(null);
  const showToast = useToast();
  const { data, state } = fetcher;
  useOnDone(data, ({ email }) => {
    resetUnlessChanged(form.current);
    showToast(`Invitation sent to ${email}.`);
  });
  return (
    <fetcher.Form method="post" className="card" ref={form}>
      <h3>Invite a colleague</h3>
      <FormBody intent="invite" refusal={data?.refusal}>
        <div className="field-row">
          <TextField label="Email address" name="email" type="email" required maxLength={254} />
          <SelectField
            label="Role"
            name="role"
            hint="Owners can manage the company and its members."
            defaultValue="member"
          >
            <option value="member">Member</option>
            <option value="owner">Owner</option>
          </SelectField>
        </div>
        <SubmitButton className="primary" isBusy={state !== 'idle'} busyLabel="Sending…">
          Send invitation
        </SubmitButton>
      </FormBody>
    </fetcher.Form>
  );
}
