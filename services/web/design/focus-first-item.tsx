import { useEffect, useRef } from 'react';

/** Inside a menu's popup: focuses its first item. Base UI does this only for its own trigger, which would have to be in the first load. */
export function FocusFirstItem() {
  const mark = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    mark.current?.parentElement?.querySelector<HTMLElement>('[role="menuitem"]')?.focus();
  }, []);
  return <span ref={mark} hidden />;
}
