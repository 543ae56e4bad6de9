import { Dialog } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import { DialogShell } from './dialog-shell.tsx';
import type { PreviewProps } from './preview-button.tsx';

/** The dialog of a `PreviewButton`: loaded on demand, never rendered on the server. */
export function PreviewDialog<Shown>({
  preview: { isOpen, shown, opener, onClose },
  description,
  children,
}: {
  preview: PreviewProps<Shown>;
  description: string;
  children: (shown: Shown) => ReactNode;
}) {
  return (
    <DialogShell isWide isOpen={isOpen} onClose={onClose} finalFocus={opener}>
      <div className="page-heading">
        <Dialog.Title>Preview</Dialog.Title>
        <Dialog.Close>Close preview</Dialog.Close>
      </div>
      <Dialog.Description>{description}</Dialog.Description>
      {shown === null ? null : children(shown)}
    </DialogShell>
  );
}
