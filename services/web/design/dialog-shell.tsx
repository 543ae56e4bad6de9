import { AlertDialog } from '@base-ui/react/alert-dialog';
import { Dialog } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';

/**
 * The shell of each dialog: it covers the page, holds the focus and gives it back. Its children have an `AlertDialog.Title` or
 * `Dialog.Title`, and a description. Loaded on demand, never rendered on the server.
 */
export function DialogShell({
  isAlert = false,
  isWide = false,
  isOpen = true,
  onClose,
  children,
  ...popup
}: {
  /** Asks for an answer: a click beside it does not close it. */
  isAlert?: boolean;
  isWide?: boolean;
  isOpen?: boolean;
  /** Absent: only its buttons end it. */
  onClose?: () => void;
  children: ReactNode;
} & Pick<Dialog.Popup.Props, 'ref' | 'initialFocus' | 'finalFocus'>) {
  const Root = isAlert ? AlertDialog.Root : Dialog.Root;
  return (
    <Root open={isOpen} onOpenChange={onClose}>
      <Dialog.Portal>
        {/* Above another dialog, too. */}
        <Dialog.Backdrop className="dialog-backdrop" forceRender />
        <Dialog.Viewport className="dialog-place">
          <Dialog.Popup className={isWide ? 'dialog wide' : 'dialog'} {...popup}>
            {children}
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Root>
  );
}
