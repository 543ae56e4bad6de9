import { useRef, useState } from 'react';
import { useOnDemand } from '#design/on-demand.ts';
import { PartNotLoaded } from '#design/part-not-loaded.tsx';
import { ShortcutKey, useShortcut } from '#design/shortcuts.tsx';

const loadDialog = () => import('./shortcuts-dialog.tsx');

/** Opens the dialog that lists the keys of the page, also with `?`. */
export function ShortcutsButton({
  keys,
}: {
  /** What each key of the page does. */
  keys: Readonly<Record<string, string>>;
}) {
  const { part, hasFailed, want } = useOnDemand(loadDialog);
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const open = () => {
    want();
    setIsOpen(true);
  };
  useShortcut('?', open);
  return (
    <>
      <button
        type="button"
        ref={button}
        aria-haspopup="dialog"
        data-pending={isOpen && part === null && !hasFailed ? '' : undefined}
        aria-keyshortcuts="?"
        onPointerEnter={want}
        onFocus={want}
        onClick={open}
      >
        Keyboard shortcuts
        <ShortcutKey value="?" />
      </button>
      {part === null ? null : (
        <part.ShortcutsDialog keys={keys} isOpen={isOpen} opener={button} onClose={() => setIsOpen(false)} />
      )}
      {hasFailed && isOpen ? <PartNotLoaded as="span" /> : null}
    </>
  );
}
