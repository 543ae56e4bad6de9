import { AlertDialog } from '@base-ui/react/alert-dialog';
import { useRef } from 'react';

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
  return (
    <AlertDialog.Root open={isOpen} onOpenChange={onStay}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="dialog-backdrop" />
        <AlertDialog.Viewport className="dialog-place">
          <AlertDialog.Popup className="dialog" initialFocus={stay}>
            <AlertDialog.Title>Leave without saving?</AlertDialog.Title>
            <AlertDialog.Description>What you entered on this page is not saved yet.</AlertDialog.Description>
            <div className="actions">
              <AlertDialog.Close className="primary" ref={stay}>
                Stay on this page
              </AlertDialog.Close>
              <button type="button" className="bad" onClick={onLeave}>
                Leave without saving
              </button>
            </div>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
