import { useRef, useState } from 'react';
import { TextField } from '#design/fields.tsx';
import { useFormState } from '#design/form-body.tsx';

/** Asks for a one-time code or a passkey once the API has refused the last one as too old. The form keeps its text and sends both. */
export function FreshCodeField() {
  const { refusal } = useFormState();
  const [isAsked, setIsAsked] = useState(false);
  const factor = useRef<HTMLInputElement>(null);
  if (refusal?.code === 'reauthentication_required' && !isAsked) setIsAsked(true);
  if (!isAsked) return null;
  const sendWithPasskey = () => {
    const field = factor.current;
    if (field === null) return;
    field.value = 'passkey';
    field.form?.requestSubmit();
    // What is sent next has the code that was typed.
    field.value = '';
  };
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
      <input type="hidden" name="factor" ref={factor} />
      {/* No submit button: it would be the form's first, which Enter presses. */}
      <button type="button" onClick={sendWithPasskey}>
        Use a passkey
      </button>
    </>
  );
}
