import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useFetcher } from 'react-router';
import type { ActionResult } from '../session/page-result.ts';
import { FormBody } from './fields.tsx';

/**
 * A button that opens a dialog which asks before a change: the dialog holds the form, says what the change does, and
 * stays open with what was typed when the change is refused.
 */
export function ConfirmChange({
  label,
  title,
  tone = 'plain',
  fields,
  children,
}: {
  label: string;
  title: string;
  tone?: 'plain' | 'bad';
  /** Hidden values that go with the form. */
  fields: Readonly<Record<string, string>>;
  children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const fetcher = useFetcher<ActionResult>();
  const headingId = useId();
  const { data, state } = fetcher;
  useEffect(() => {
    if (state === 'idle' && data !== undefined && data.refusal === undefined) dialog.current?.close();
  }, [data, state]);
  return (
    <>
      <button type="button" className={tone} onClick={() => dialog.current?.showModal()}>
        {label}
      </button>
      <dialog ref={dialog} aria-labelledby={headingId}>
        <h2 id={headingId}>{title}</h2>
        <fetcher.Form method="post">
          {Object.entries(fields).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <FormBody refusal={data?.refusal}>{children}</FormBody>
          <div className="actions">
            <button
              type="submit"
              className={tone === 'bad' ? 'primary bad' : 'primary'}
              disabled={state !== 'idle'}
            >
              {state === 'idle' ? label : 'Working …'}
            </button>
            <button type="button" onClick={() => dialog.current?.close()}>
              Cancel
            </button>
          </div>
        </fetcher.Form>
      </dialog>
    </>
  );
}
