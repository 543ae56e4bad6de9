import { NavLink } from 'react-router';

/** The pages of one area, above each of them. */
export function AreaNav({
  label,
  pages,
}: {
  label: string;
  /** `isExact`: marked on its own address only, not below it. */
  pages: readonly { readonly to: string; readonly title: string; readonly isExact?: boolean }[];
}) {
  return (
    <nav className="area-nav" aria-label={label}>
      <ul>
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
