import { useFetcher } from 'react-router';
import type { ActionResult } from '#api/page-result.ts';
import { TextField } from '#design/fields.tsx';
import { FormBody } from '#design/form-body.tsx';
import { DoneNote, SubmitButton } from '#design/submit-button.tsx';

/** The user's name. */
export function OwnName({ name }: { name: string }) {
  const fetcher = useFetcher<ActionResult>();
  const { data, state } = fetcher;
  return (
    <section className="card" aria-labelledby="you">
      <h2 id="you">Your details</h2>
      <fetcher.Form method="post">
        <FormBody intent="save_name" refusal={data?.refusal}>
          <TextField
            label="Name"
            name="name"
            hint="Shown to companies with your applications, and to colleagues in your company."
            autoComplete="name"
            defaultValue={name}
            required
            maxLength={100}
          />
          <div className="actions">
            <SubmitButton isBusy={state !== 'idle'} busyLabel="Saving…">
              Save name
            </SubmitButton>
            <DoneNote result={data}>Saved.</DoneNote>
          </div>
        </FormBody>
      </fetcher.Form>
    </section>
  );
}
