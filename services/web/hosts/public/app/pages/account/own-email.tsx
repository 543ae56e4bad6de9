import { useRef } from 'react';
import { useFetcher } from 'react-router';
import { resetUnlessChanged } from '#api/changed-forms.ts';
import type { ActionResult } from '#api/page-result.ts';
import { TextField } from '#design/fields.tsx';
import { FormBody } from '#design/form-body.tsx';
import { DoneNote, SubmitButton, useOnDone } from '#design/submit-button.tsx';

/** The address with which the user signs in; a new one is confirmed by a mail to it. */
export function OwnEmail({ email }: { email: string }) {
  const fetcher = useFetcher<ActionResult>();
  const form = useRef<HTMLFormElement>(null);
  const { data, state } = fetcher;
  useOnDone(data, () => resetUnlessChanged(form.current));
  return (
    <section className="card" aria-labelledby="email">
      <h2 id="email">Email address</h2>
      <fetcher.Form method="post" ref={form}>
        <FormBody intent="change_email" refusal={data?.refusal}>
          <dl className="facts-list">
            <dt>Current</dt>
            <dd>{email}</dd>
          </dl>
          <TextField
            label="New email address"
            name="email"
            type="email"
            hint="We will email you a link to confirm it. Until then nothing changes."
            autoComplete="email"
            required
            maxLength={254}
          />
          <div className="actions">
            <SubmitButton isBusy={state !== 'idle'} busyLabel="Sending…">
              Send confirmation link
            </SubmitButton>
            <DoneNote result={data}>Sent to the new address. The link expires in one hour.</DoneNote>
          </div>
        </FormBody>
      </fetcher.Form>
    </section>
  );
}
