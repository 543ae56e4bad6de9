import { useState } from 'react';
import { TextField } from '#design/fields.tsx';
import { useFormState } from '#design/form-body.tsx';

/**
 * Asks for a one-time code once the API has said that the last one is too old. What has been typed into the form stays,
 * and the same button sends both.
 */
export function FreshCodeField() {
  const { refusal } = useFormState();
  const [isAsked, setIsAsked] = useState(false);
  if (refusal?.code === 'reauthentication_required' && !isAsked) setIsAsked(true);
  if (!isAsked) return null;
  return (
    <TextField
      label="One-time code"
      name="totp"
      hint="Your last one is older than 15 minutes. The six digits that your authenticator app shows now."
      autoComplete="one-time-code"
      inputMode="numeric"
      maxLength={10}
    />
  );
}
