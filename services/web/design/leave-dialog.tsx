import { AlertDialog } from '@base-ui/react/alert-dialog';
import { useRef } from 'react';
import { DialogShell } from './dialog-shell.tsx';

const TEXTS = {
  page: {
    title: 'Leave without saving?',
    description: 'What you entered on this page is not saved yet.',
    stay: 'Stay on this page',
    leave: 'Leave without saving',
  },
  dialog: {
    title: 'Close without saving?',
    description: 'What you entered in this dialog is not saved yet.',
    stay: 'Keep editing',
    leave: 'Close without saving',
  },
};

/** Asks whether the user wants to leave what is not saved: loaded on demand, never rendered on the server. */
export function LeaveDialog({
  what = 'page',
  isOpen,
  onLeave,
  onStay,
}: {
  /** What the user leaves. */
  what?: keyof typeof TEXTS;
  isOpen: boolean;
  onLeave: () => void;
  onStay: () => void;
}) {
  const texts = TEXTS[what];
  const stay = useRef<HTMLButtonElement>(null);
  return (
    <DialogShell isAlert isOpen={isOpen} onClose={onStay} initialFocus={stay}>
      <AlertDialog.Title>{texts.title}</AlertDialog.Title>
      <AlertDialog.Description>{texts.description}</AlertDialog.Description>
      <div className="actions">
        <AlertDialog.Close className="primary" ref={stay}>
          {texts.stay}
        </AlertDialog.Close>
        <button type="button" className="bad" onClick={onLeave}>
          {texts.leave}
        </button>
      </div>
    </DialogShell>
  );
}
