import { type RefObject, useEffect, useRef } from 'react';

/** Scrolls to an element of a page that the address names: the browser looks for it before the page has its data. */
export function useScrollToFragment(fragment: `#${string}`): RefObject<HTMLHeadingElement | null> {
  const element = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (window.location.hash === fragment) element.current?.scrollIntoView();
  }, [fragment]);
  return element;
}
