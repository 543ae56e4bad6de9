import type { ReactNode } from 'react';
import { Form } from 'react-router';

/** A button for a visitor that leads to the sign-in page, and from there back; without scripts, too. */
export function SignInFirst({
  returnTo,
  savesJob,
  children,
}: {
  returnTo: string;
  /** The job post that is saved after the sign-in: the early script keeps it. */
  savesJob?: string;
  children: ReactNode;
}) {
  return (
    <Form className="save-job" action="/login" data-saves-job={savesJob}>
      <input type="hidden" name="return_to" value={returnTo} />
      <button type="submit">{children}</button>
    </Form>
  );
}
