import { useState } from 'react';
import { TextField } from '#design/fields.tsx';
import { useFormState } from '#design/form-body.tsx';
import { SubmitButton } from '#design/submit-button.tsx';

/** Asks for a one-time code or a passkey once the API has refused the last one as too old. The form keeps its text and sends both. */
export function FreshCodeField() {
  const { refusal } = useFormState();
  const [isAsked, setIsAsked] = useState(false);
  if (refusal?.code === 'reauthentication_required' && !isAsked) setIsAsked(true);
  if (!isAsked) return null;
  return (
    <>
      <TextField
        label="One-time code"
        name="totp"
        hint="Your last confirmation is more than 15 minutes old. Enter the six digits from your authenticator app, or use a passkey."
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={10}
      />
      <SubmitButton isBusy={false} name="factor" value="passkey">
        Use a passkey
      </SubmitButton>
    </>
  );
}
