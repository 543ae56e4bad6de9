import { useEffect, useRef } from 'react';
import { type Location, useLocation, useNavigation, useNavigationType } from 'react-router';
import { announce } from './announcer.tsx';
import { focusOn, isFocusLost, pageHeading } from './focus.ts';

/**
 * After a navigation: announces the new page's title, and moves the focus to its heading. It stays on a link with `data-keeps-focus`, which
 * changes a part of its page, and in a field of the same page that the user has entered meanwhile. After Back and Forward the focus returns
 * to the link that had led away. Nothing here scrolls: that is the router's scroll restoration (G10).
 */
export function useFocusAfterNavigation(): void {
  const location = useLocation();
  const type = useNavigationType();
  const shown = useRef<{ location: Location; title: string } | null>(null);
  const links = useLinksLeftBy();
  const destination = useNavigation().location?.key;
  const focusedAtStart = useRef<Element | null>(null);
  useEffect(() => {
    if (destination !== undefined) focusedAtStart.current = document.activeElement;
  }, [destination]);
  useEffect(() => {
    const before = shown.current;
    shown.current = { location, title: document.title };
    if (before === null || before.location.key === location.key) return;
    const link = links.note(before.location.key, location.key);
    const isSamePage = before.location.pathname === location.pathname;
    if (!isSamePage || before.title !== document.title) announce(document.title);
    const keepsFocus =
      isSameAddress(before.location, location) || isInPart() || isInOtherField(focusedAtStart.current);
    focusedAtStart.current = null;
    if (isSamePage && !isFocusLost() && keepsFocus) return;
    const target = type === 'POP' ? (link ?? pageHeading()) : pageHeading();
    if (target === null) return;
    // Not before the next task: a dialog or menu that closes with this navigation first gives the focus back to what opened it.
    const timer = setTimeout(focusOn, 0, target);
    return () => clearTimeout(timer);
  }, [location, type, links]);
}

function isSameAddress(one: Location, other: Location): boolean {
  return one.search === other.search && one.hash === other.hash;
}

function isInPart(): boolean {
  return document.activeElement?.closest('[data-keeps-focus]') != null;
}

function isInOtherField(former: Element | null): boolean {
  const { activeElement } = document;
  return (
    former !== null && activeElement !== former && activeElement?.matches('input, textarea, select') === true
  );
}

/** A link, and which of those with its address it is. */
interface LeftBy {
  readonly href: string;
  readonly index: number;
}

function linksTo(href: string): readonly HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(`main a[href="${CSS.escape(href)}"]`)];
}

/** Remembers by which link the user has left each entry of the history. */
function useLinksLeftBy() {
  const links = useRef({
    clicked: null as LeftBy | null,
    leftBy: new Map<string, LeftBy>(),
    /** Notes the way between two entries of the history, by their keys. @returns the link that had led away from `to`. */
    note(from: string, to: string): HTMLElement | null {
      if (this.clicked !== null) this.leftBy.set(from, this.clicked);
      this.clicked = null;
      const link = this.leftBy.get(to);
      return link === undefined ? null : (linksTo(link.href)[link.index] ?? null);
    },
  });
  useEffect(() => {
    const { current } = links;
    const onClick = ({ target }: MouseEvent) => {
      const link = target instanceof Element ? target.closest<HTMLElement>('a[href]') : null;
      const href = link?.getAttribute('href') ?? null;
      current.clicked = href === null || link === null ? null : { href, index: linksTo(href).indexOf(link) };
    };
    document.addEventListener('click', onClick, true);
    return () => document.removeEventListener('click', onClick, true);
  }, []);
  return links.current;
}
