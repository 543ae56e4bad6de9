import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { readStored, store } from '#journey/browser-storage.ts';

/** The browser keeps the choice; a user of speech input or with a tremor can turn single keys off (WCAG 2.1.4). */
const STORED_AS = 'keyboard-shortcuts';
const CHANGED = 'gatehouse:shortcuts';

/** The choice of this document, where the browser cannot store it. */
let unstored = '';

function areOn(): boolean {
  return (unstored || readStored('localStorage', STORED_AS)) !== 'off';
}

function subscribe(onChange: () => void): () => void {
  addEventListener(CHANGED, onChange);
  addEventListener('storage', onChange);
  return () => {
    removeEventListener(CHANGED, onChange);
    removeEventListener('storage', onChange);
  };
}

/** Whether this browser's user has keyboard shortcuts on. */
function useShortcutsOn(): boolean {
  return useSyncExternalStore(subscribe, areOn, () => true);
}

/** What keeps single keys for itself: text fields, dialogs and menus. */
const TAKES_KEYS = 'input:not([type="checkbox"]), textarea, select, [contenteditable]';
/** One that fades out is closed already. */
const OPEN_OVERLAY = ':is([role="dialog"], [role="alertdialog"], [role="menu"]):not(.toast, [data-closed])';

/**
 * Runs `run` when the user presses a key alone: not while typing, not while a dialog or a menu is open, and not while
 * shortcuts are off.
 * @param key one lower-case letter, or a sign such as `?`; absent: no shortcut.
 */
export function useShortcut(key: string | undefined, run: () => void): void {
  const isOn = useShortcutsOn() && key !== undefined;
  const onPress = useEffectEvent((event: KeyboardEvent) => {
    const { ctrlKey, metaKey, altKey, repeat, target } = event;
    if (event.key.toLowerCase() !== key || ctrlKey || metaKey || altKey || repeat) return;
    if (target instanceof Element && target.closest(TAKES_KEYS) !== null) return;
    if (document.querySelector(OPEN_OVERLAY) !== null) return;
    event.preventDefault();
    run();
  });
  useEffect(() => {
    if (!isOn) return;
    const onKeyDown = (event: KeyboardEvent) => onPress(event);
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [isOn]);
}

/** The key of a shortcut, on its button; nothing while shortcuts are off. */
export function ShortcutKey({ value }: { value: string }) {
  return useShortcutsOn() ? (
    <span className="key" aria-hidden="true">
      {value.toUpperCase()}
    </span>
  ) : null;
}

/** Turns the shortcuts of this browser off and on. */
export function ShortcutsSwitch() {
  const isOn = useShortcutsOn();
  return (
    <label className="check">
      <input
        type="checkbox"
        checked={isOn}
        onChange={({ target }) => {
          const choice = target.checked ? 'on' : 'off';
          unstored = store('localStorage', STORED_AS, choice) ? '' : choice;
          dispatchEvent(new Event(CHANGED));
        }}
      />
      Keyboard shortcuts
    </label>
  );
}
