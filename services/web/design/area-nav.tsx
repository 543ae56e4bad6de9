import { useLayoutEffect, useRef } from 'react';
import { NavLink, useLocation } from 'react-router';

/** The pages of one area, above each of them, in one row: a narrow screen scrolls it. */
export function AreaNav({
  label,
  pages,
}: {
  label: string;
  /** `isExact`: marked on its own address only, not below it. */
  pages: readonly { readonly to: string; readonly title: string; readonly isExact?: boolean }[];
}) {
  const list = useRef<HTMLUListElement>(null);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has another current link.
  useLayoutEffect(() => {
    const [row, current] = [list.current, list.current?.querySelector<HTMLElement>('.active')];
    // `scrollIntoView` would also scroll the page.
    if (row && current) row.scrollLeft = current.offsetLeft - (row.clientWidth - current.offsetWidth) / 2;
  }, [pathname]);
  return (
    <nav className="area-nav" aria-label={label}>
      <ul ref={list}>
        {pages.map(({ to, title, isExact = false }) => (
          <li key={to}>
            <NavLink to={to} end={isExact}>
              {title}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
