import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useFetcher } from 'react-router';
import type { ActionResult } from '../session/page-result.ts';
import { FormBody } from './form-body.tsx';
import { useToast } from './toast.tsx';

/**
 * A button that opens a dialog which asks before a change: the dialog holds the form, says what the change does, and
 * stays open with what was typed when the change is refused. A toast says when it is done.
 */
export function ConfirmChange({
  label,
  about,
  title,
  tone = 'plain',
  fields,
  action,
  done,
  children,
}: {
  label: string;
  /** Whom or what it is about, for those who hear a list of equal buttons. */
  about: string;
  title: string;
  tone?: 'plain' | 'bad';
  /** Hidden values that go with the form. */
  fields: Readonly<Record<string, string>>;
  /** The address whose action makes the change, where it is not this page. */
  action?: string;
  /** What the toast says. */
  done: string;
  children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const fetcher = useFetcher<ActionResult>();
  const say = useToast();
  const headingId = useId();
  const { data, state } = fetcher;
  const announced = useRef<ActionResult | undefined>(undefined);
  useEffect(() => {
    // Not only when all is idle again: what was changed may leave the page with the reload that follows.
    if (data === undefined || announced.current === data) return;
    announced.current = data;
    if (data.refusal !== undefined) return;
    dialog.current?.close();
    form.current?.reset();
    say(done);
  }, [data, say, done]);
  const tones = tone === 'bad' ? 'primary bad' : 'primary';
  return (
    <>
      <button type="button" className={tone} onClick={() => dialog.current?.showModal()}>
        {label}
        <span className="visually-hidden"> {about}</span>
      </button>
      <dialog ref={dialog} aria-labelledby={headingId}>
        <h2 id={headingId}>{title}</h2>
        <fetcher.Form method="post" ref={form} {...(action === undefined ? {} : { action })}>
          {Object.entries(fields).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <FormBody refusal={data?.refusal}>{children}</FormBody>
          <div className="actions">
            <button type="submit" className={tones} disabled={state !== 'idle'}>
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
