import { AlertDialog } from '@base-ui/react/alert-dialog';
import { useRef } from 'react';
import { focusOn, pageHeading } from './feedback/focus.ts';

/** Asks whether the user wants to leave what is not saved: loaded on demand, never rendered on the server. */
export function LeaveDialog({
  isOpen,
  onLeave,
  onStay,
}: {
  isOpen: boolean;
  onLeave: () => void;
  onStay: () => void;
}) {
  const stay = useRef<HTMLButtonElement>(null);
  const isLeft = useRef(false);
  /** The next page may have come before the dialog is closed: the focus must not go back to what led there (G10). */
  const focusAfter = () => {
    if (!isLeft.current) return true;
    const heading = pageHeading();
    if (heading !== null) focusOn(heading);
    return false;
  };
  const choose = (leaves: boolean) => {
    isLeft.current = leaves;
    if (leaves) onLeave();
    else onStay();
  };
  return (
    <AlertDialog.Root open={isOpen} onOpenChange={() => choose(false)}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="dialog-backdrop" />
        <AlertDialog.Viewport className="dialog-place">
          <AlertDialog.Popup className="dialog" initialFocus={stay} finalFocus={focusAfter}>
            <AlertDialog.Title>Leave without saving?</AlertDialog.Title>
            <AlertDialog.Description>What you entered on this page is not saved yet.</AlertDialog.Description>
            <div className="actions">
              <AlertDialog.Close className="primary" ref={stay}>
                Stay on this page
              </AlertDialog.Close>
              <button type="button" className="bad" onClick={() => choose(true)}>
                Leave without saving
              </button>
            </div>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
