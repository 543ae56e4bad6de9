import { useEffect } from 'react';
import { usePagePrefetch } from './page-prefetch.ts';

/** A pointer or the focus that rests on a link this long means it. */
const REST_MILLIS = 80;

/** A finger is on a link before each tap, and at the start of each scroll: the browser cancels the latter. */
const TOUCH_MILLIS = 30;

/** Parameters of addresses that search. A search costs much, and a link is rarely the one that follows. */
const SEARCHED = ['query', 'who', 'location'] as const;

/**
 * For the document: prefetches the page of a link that the user is about to follow. The intent is seen here for all links,
 * so that no link has to declare it.
 */
export function PrefetchOnIntent() {
  const prefetch = usePagePrefetch();
  useEffect(() => {
    if (savesData()) return undefined;
    const listening = new AbortController();
    let intent = new AbortController();
    /** Where the pointer was seen last: a page that moves below a resting pointer is no intent. */
    let place = '';
    const forget = () => intent.abort();
    const expect = (target: EventTarget | null, restMillis: number) => {
      forget();
      const page = target instanceof Element ? pageBehind(target.closest('a')) : null;
      if (page === null) return;
      intent = new AbortController();
      const { signal } = intent;
      const timer = setTimeout(() => void prefetch(page, signal), restMillis);
      signal.addEventListener('abort', () => clearTimeout(timer));
    };
    const onPointer = ({ type, pointerType, target, clientX, clientY }: PointerEvent) => {
      const before = place;
      place = `${clientX} ${clientY}`;
      if (pointerType === 'touch') {
        if (type === 'pointerdown') expect(target, TOUCH_MILLIS);
      } else if (type === 'pointerover' && place !== before) expect(target, REST_MILLIS);
    };
    const onFocus = ({ target }: FocusEvent) => {
      if (target instanceof Element && target.matches(':focus-visible')) expect(target, REST_MILLIS);
    };
    const options = { passive: true, capture: true, signal: listening.signal };
    document.addEventListener('pointerover', onPointer, options);
    document.addEventListener('pointerdown', onPointer, options);
    document.addEventListener('focusin', onFocus, options);
    for (const end of ['pointerout', 'pointercancel', 'focusout', 'click'] as const) {
      document.addEventListener(end, forget, options);
    }
    return () => {
      forget();
      listening.abort();
    };
  }, [prefetch]);
  return null;
}

/** Whether the user has asked for less data (`Save-Data`). */
function savesData(): boolean {
  const { connection } = navigator as Navigator & { readonly connection?: { readonly saveData?: boolean } };
  return connection?.saveData === true;
}

/** The page that a click on a link shows in this document; null: none, the shown one, or a search. */
function pageBehind(link: HTMLAnchorElement | null): URL | null {
  // React Router marks its links. Any other one loads a document, and that one its own data.
  if (link?.dataset['discover'] !== 'true' || link.target !== '') return null;
  const page = new URL(link.href, location.href);
  const isShown = page.pathname === location.pathname && page.search === location.search;
  const isSearch = SEARCHED.some((name) => page.searchParams.has(name));
  return page.origin !== location.origin || isShown || isSearch ? null : page;
}
