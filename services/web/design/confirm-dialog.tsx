import { AlertDialog } from '@base-ui/react/alert-dialog';
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useFetcher, useNavigate } from 'react-router';
import { isChanged } from '#api/changed-forms.ts';
import type { ActionResult } from '#api/page-result.ts';
import { DialogShell } from './dialog-shell.tsx';
import { FormBody } from './form-body.tsx';
import { LeaveDialog } from './leave-dialog.tsx';
import { SubmitButton, useOnDone } from './submit-button.tsx';
import { useToast } from './toast.tsx';

/** A change that needs a confirmation: its texts and the form that it sends. `Done`: what its action returns. */
export interface Change<Done = unknown> {
  /** On the button that opens the dialog, and on the one that confirms. */
  readonly label: string;
  /** On the one that confirms, when it is another label. */
  readonly confirmLabel?: string;
  /** What it is about, for screen readers: tells equal buttons apart. */
  readonly about: string;
  readonly title: string;
  readonly tone?: 'plain' | 'primary' | 'bad';
  /** A letter that opens the dialog. */
  readonly shortcut?: string;
  /** What the form asks its action for. */
  readonly intent: string;
  /** Further hidden values of the form. */
  readonly fields?: Readonly<Record<string, string>>;
  /** The address whose action makes the change; absent: this page. */
  readonly action?: string;
  /** The toast's text, also as a function of what the action returns; absent: the page says it in another place. */
  readonly done?: string | ((done: Done) => string) | undefined;
  /** What the page makes of the change, as the dialog closes. `sent`: what its form holds then. */
  readonly onDone?: (done: Done, sent: FormData) => void;
  /** Something that the user should see first is on its way. */
  readonly isLoading?: boolean;
  /** The change cannot be made any more, as the description says: the dialog stays with what was typed, and offers no button for it. */
  readonly isBlocked?: boolean;
  /**
   * The toast's text when what the change is about no longer exists, and the action has the page read again. Also as a
   * function of the form, of which it can keep what was typed.
   */
  readonly gone?: string | ((form: FormData) => string);
  /** The page to open after success, for a change that removes this one. */
  readonly after?: string;
  /** What the change does; the dialog's description. */
  readonly description: ReactNode;
  /** The form's fields. */
  readonly children?: ReactNode;
}

/**
 * The dialog of a `ConfirmChange`: loaded on demand, never rendered on the server. It asks before the user closes it with text
 * that is not saved (G8).
 */
export function ConfirmDialog<Done>({
  change,
  isOpen,
  onOpenChange,
  opener,
}: {
  change: Change<Done>;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** Gets the focus back. */
  opener: RefObject<HTMLElement | null>;
}) {
  const popup = useRef<HTMLDivElement>(null);
  const cancel = useRef<HTMLButtonElement>(null);
  const [isAsking, setIsAsking] = useState(false);
  const close = () => {
    setIsAsking(false);
    onOpenChange(false);
  };
  const closeUnlessChanged = () => {
    const form = popup.current?.querySelector('form');
    if (form != null && isChanged(form)) setIsAsking(true);
    else close();
  };
  return (
    <DialogShell
      isAlert
      isOpen={isOpen}
      onClose={closeUnlessChanged}
      ref={popup}
      initialFocus={() => popup.current?.querySelector<HTMLElement>(FIELDS) ?? cancel.current}
      // Not from where the page has moved the focus while the dialog closes. If the button has gone, the page finds the place: null would
      // mean where the focus was before an earlier dialog (G10).
      finalFocus={() => document.activeElement?.closest('main') == null && (opener.current ?? false)}
    >
      <AlertDialog.Title>{change.title}</AlertDialog.Title>
      <ConfirmForm change={change} onDone={close}>
        <AlertDialog.Close ref={cancel}>Cancel</AlertDialog.Close>
      </ConfirmForm>
      <LeaveDialog what="dialog" isOpen={isAsking} onLeave={close} onStay={() => setIsAsking(false)} />
    </DialogShell>
  );
}

const FIELDS = 'input:not([type=hidden]), textarea, select';

/** Clicked, and not passed by: it sends nothing while the form is on its way. */
function submitButtonOf(form: HTMLFormElement): HTMLButtonElement | null {
  return form.querySelector('button[type="submit"]');
}

/** Mounted while the dialog is open: the next one starts without an old refusal. */
function ConfirmForm<Done>({
  change: {
    label,
    confirmLabel = label,
    tone,
    intent,
    fields = {},
    action,
    done,
    onDone: onChanged,
    isLoading = false,
    isBlocked = false,
    gone,
    after,
    description,
    children: body,
  },
  onDone,
  children,
}: {
  change: Change<Done>;
  onDone: () => void;
  /** Beside the button that confirms. */
  children: React.ReactNode;
}) {
  const fetcher = useFetcher<ActionResult<Done>>();
  const showToast = useToast();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const { data, state } = fetcher;
  // Immediately: the reload that follows may remove the row that the dialog belongs to.
  useOnDone(data, (made) => {
    if (done !== undefined) showToast(typeof done === 'string' ? done : done(made));
    onChanged?.(made, new FormData(form.current ?? undefined));
    onDone();
    if (after !== undefined) void navigate(after);
  });
  const isGone = gone !== undefined && data?.refusal?.code === 'not_found';
  const onGone = useEffectEvent(() => {
    if (gone === undefined || form.current === null) return;
    showToast(typeof gone === 'string' ? gone : gone(new FormData(form.current)));
    onDone();
  });
  useEffect(() => {
    if (isGone) onGone();
  }, [isGone]);
  return (
    <fetcher.Form
      method="post"
      ref={form}
      {...(action === undefined ? {} : { action })}
      onKeyDown={({ key, ctrlKey, metaKey, currentTarget }) => {
        // Enter alone starts a new line in a text of several lines.
        if (key === 'Enter' && (ctrlKey || metaKey)) submitButtonOf(currentTarget)?.click();
      }}
    >
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <FormBody intent={intent} refusal={isGone ? undefined : data?.refusal}>
        <AlertDialog.Description>{description}</AlertDialog.Description>
        {body}
      </FormBody>
      <div className="actions">
        {isBlocked ? null : (
          <SubmitButton
            className={tone === 'bad' ? 'primary bad' : 'primary'}
            isBusy={isLoading || state === 'submitting'}
            busyLabel={isLoading ? 'Loading…' : 'Saving…'}
          >
            {confirmLabel}
          </SubmitButton>
        )}
        {children}
      </div>
    </fetcher.Form>
  );
}
