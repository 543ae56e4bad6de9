import { AlertDialog } from '@base-ui/react/alert-dialog';
import { useEffect, useRef } from 'react';
import { useFetcher } from 'react-router';
import { DialogShell } from '#design/dialog-shell.tsx';
import { SubmitButton } from '#design/submit-button.tsx';
import type { clientLoader as loadApplication } from './application.tsx';
import type { AskedMove } from './asked-moves.ts';
import { MailPreview } from './mail-preview.tsx';

const TEXTS = {
  offer: {
    one: (name: string) => `Make ${name} an offer?`,
    several: (count: number) => `Make ${count} applicants an offer?`,
    confirm: 'Make offer',
    className: 'primary',
  },
  rejected: {
    one: (name: string) => `Decline ${name}’s application?`,
    several: (count: number) => `Decline ${count} applications?`,
    confirm: 'Decline',
    className: 'primary bad',
  },
} as const;

/** Asks before a move whose email is a decision, with that email (U7): loaded on demand, never rendered on the server. */
export function MailFirstDialog({
  asked: { stage, applications },
  onConfirm,
  onClose,
  returnTo,
}: {
  asked: AskedMove;
  onConfirm: () => void;
  onClose: () => void;
  /** What gets the focus back. */
  returnTo: () => HTMLElement | null;
}) {
  const cancel = useRef<HTMLButtonElement>(null);
  const texts = TEXTS[stage];
  const [first, ...others] = applications;
  const { load, data } = useFetcher<typeof loadApplication>();
  const id = first?.id ?? '';
  useEffect(() => void load(`/employer/applications/${id}`), [load, id]);
  return (
    <DialogShell isAlert onClose={onClose} initialFocus={cancel} finalFocus={() => returnTo() ?? false}>
      <AlertDialog.Title>
        {others.length === 0 ? texts.one(first?.name ?? '') : texts.several(applications.length)}
      </AlertDialog.Title>
      <AlertDialog.Description>
        {others.length === 0
          ? `${first?.name} gets this email after one minute. Until then you can undo the move.`
          : 'Each of them gets an email after one minute. Until then you can undo the move.'}
      </AlertDialog.Description>
      {others.length === 0 ? null : <p dir="auto">{applications.map(({ name }) => name).join(', ')}</p>}
      <FirstMail stage={stage} answer={data?.answer} />
      {others.length === 0 ? (
        <p className="hint">To add a message of your own, move it on the page of the application.</p>
      ) : (
        <p className="hint">
          This is the email to {first?.name}. The others get it with their own name and job post.
        </p>
      )}
      <form
        className="actions"
        onSubmit={(event) => {
          event.preventDefault();
          onConfirm();
        }}
      >
        <SubmitButton className={texts.className} isBusy={data === undefined} busyLabel="Loading…">
          {texts.confirm}
        </SubmitButton>
        <AlertDialog.Close ref={cancel}>Cancel</AlertDialog.Close>
      </form>
    </DialogShell>
  );
}

function FirstMail({
  stage,
  answer,
}: {
  stage: AskedMove['stage'];
  /** Undefined: it is on its way. */
  answer: Awaited<ReturnType<typeof loadApplication>>['answer'] | undefined;
}) {
  if (answer === undefined) return <p role="status">Loading the email…</p>;
  if (!answer.ok) {
    return <p className="field-error">The email cannot be shown: {answer.refusal.title.toLowerCase()}.</p>;
  }
  const mail = answer.data.mails.find((one) => one.stage === stage);
  return mail === undefined ? null : <MailPreview mail={mail} />;
}
