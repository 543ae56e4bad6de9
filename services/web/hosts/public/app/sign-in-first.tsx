import type { ReactNode } from 'react';
import { Form } from 'react-router';
import type { KeptSave } from '#journey/kept-save.ts';

/** A button for a visitor that leads to the sign-in page, and from there back; without scripts, too. */
export function SignInFirst({
  returnTo,
  saves,
  children,
}: {
  returnTo: string;
  /** What is saved after the sign-in: the early script keeps it. */
  saves: KeptSave;
  children: ReactNode;
}) {
  return (
    <Form className="save-job" action="/login" data-saves={JSON.stringify(saves)}>
      <input type="hidden" name="return_to" value={returnTo} />
      <button type="submit">{children}</button>
    </Form>
  );
}
