import { ConfirmChange } from '#design/confirm-change.tsx';
import { SelectField, TextField } from '#design/fields.tsx';
import { ADMIN_ROLE_LABELS } from '#design/labels.ts';
import { FreshCodeField } from '../../changes/fresh-code-field.tsx';
import { ReasonField } from '../../changes/reason-field.tsx';

/** Invites a colleague by mail. */
export function InviteButton() {
  return (
    <ConfirmChange
      label="Invite"
      about="a colleague"
      title="Invite a colleague"
      tone="primary"
      intent="invite_staff"
      done="The invitation is saved."
      description="A viewer gets a link by email now, an operator once a second operator has approved. The link works once, within 24 hours."
    >
      <TextField label="Name" name="name" required maxLength={120} autoComplete="off" />
      <TextField
        label="Email address"
        name="email"
        type="email"
        required
        maxLength={254}
        autoComplete="off"
      />
      <SelectField label="Role" name="role" defaultValue="viewer" choices={ADMIN_ROLE_LABELS} />
      <ReasonField />
      <FreshCodeField />
    </ConfirmChange>
  );
}
