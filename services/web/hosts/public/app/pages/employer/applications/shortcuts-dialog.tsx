import { Dialog } from '@base-ui/react/dialog';
import { Fragment, type RefObject } from 'react';
import { DialogShell } from '#design/dialog-shell.tsx';
import { ShortcutsSwitch } from '#design/shortcuts.tsx';

const KEYS = {
  J: 'Next row',
  K: 'Row before',
  X: 'Select the row',
  Enter: 'Open the application of the row',
  '?': 'This list',
} as const;

/** The keys of the list: loaded on demand, never rendered on the server. */
export function ShortcutsDialog({
  isOpen,
  opener,
  onClose,
}: {
  isOpen: boolean;
  /** Gets the focus back. */
  opener: RefObject<HTMLElement | null>;
  onClose: () => void;
}) {
  return (
    <DialogShell isOpen={isOpen} onClose={onClose} finalFocus={opener}>
      <Dialog.Title>Keyboard shortcuts</Dialog.Title>
      <Dialog.Description>Single keys work while no field has the focus.</Dialog.Description>
      <dl className="facts-list">
        {Object.entries(KEYS).map(([key, what]) => (
          <Fragment key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </Fragment>
        ))}
      </dl>
      <ShortcutsSwitch />
      <div className="actions">
        <Dialog.Close>Close</Dialog.Close>
      </div>
    </DialogShell>
  );
}
