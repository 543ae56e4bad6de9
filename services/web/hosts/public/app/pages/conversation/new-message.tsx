import { type RefObject, useEffect, useRef } from 'react';
import { useFetcher } from 'react-router';
import { resetUnlessChanged } from '#api/changed-forms.ts';
import type { ActionResult } from '#api/page-result.ts';
import { TextArea } from '#design/fields.tsx';
import { FormBody } from '#design/form-body.tsx';
import { DoneNote, SubmitButton, useOnDone } from '#design/submit-button.tsx';

const MAX_LENGTH = 4000;

/** The form for another message. */
export function NewMessage({
  action,
  otherName,
  field,
}: {
  action: string | undefined;
  otherName: string;
  field: RefObject<HTMLTextAreaElement | null>;
}) {
  const fetcher = useFetcher<ActionResult>();
  const form = useRef<HTMLFormElement>(null);
  const { data, state } = fetcher;
  useOnDone(data, () => resetUnlessChanged(form.current));
  // A message that appears above moves the form down, out of view on a page that is not scrolled (G10).
  useEffect(() => {
    const used = document.activeElement;
    if (state === 'idle' && form.current?.contains(used)) used?.scrollIntoView({ block: 'nearest' });
  }, [state]);
  return (
    <fetcher.Form method="post" {...(action === undefined ? {} : { action })} ref={form}>
      <FormBody intent="send_message" refusal={data?.refusal}>
        <TextArea
          label="New message"
          name="text"
          hint={`${otherName} sees it after a minute. Until then you can undo it.`}
          required
          maxLength={MAX_LENGTH}
          rows={4}
          ref={field}
        />
        <div className="actions">
          <SubmitButton className="primary" isBusy={state !== 'idle'} busyLabel="Sending…">
            Send message
          </SubmitButton>
          <DoneNote result={data}>Sent.</DoneNote>
        </div>
      </FormBody>
    </fetcher.Form>
  );
}
