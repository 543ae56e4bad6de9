import { Dialog } from '@base-ui/react/dialog';
import { Fragment, type RefObject } from 'react';
import { DialogShell } from '#design/dialog-shell.tsx';
import { ShortcutsSwitch } from '#design/shortcuts.tsx';

/** The keys of a page: loaded on demand, never rendered on the server. */
export function ShortcutsDialog({
  keys,
  isOpen,
  opener,
  onClose,
}: {
  keys: Readonly<Record<string, string>>;
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
        {Object.entries({ ...keys, '?': 'This list' }).map(([key, what]) => (
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
