import type { ReactNode } from 'react';
import { Form } from 'react-router';

/** A button for a visitor that leads to the sign-in page, and from there back; without scripts, too. */
export function SignInFirst({
  returnTo,
  onSubmit,
  children,
}: {
  returnTo: string;
  /** Keeps what the visitor wants to do. */
  onSubmit?: () => void;
  children: ReactNode;
}) {
  return (
    <Form className="save-job" action="/login" onSubmit={onSubmit}>
      <input type="hidden" name="return_to" value={returnTo} />
      <button type="submit">{children}</button>
    </Form>
  );
}
