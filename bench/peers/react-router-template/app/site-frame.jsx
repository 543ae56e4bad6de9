import { Link, NavLink } from 'react-router';

/** What stands around a page of the product: the site's name, its pages, its end. */
export function SiteFrame({ pages, person, children }) {
  return (
    <>
      <header className="site-header">
        <a className="brand" href="/">
          Gatehouse
        </a>
        <nav className="site-nav" aria-label="Main">
          {pages.map(({ to, title }) => (
            <NavLink key={to} to={to}>
              {title}
            </NavLink>
          ))}
        </nav>
        <div className="person">{person}</div>
      </header>
      <main id="main">{children}</main>
      <footer className="site-footer">
        <p>Gatehouse, a talent marketplace with two doors.</p>
        <ul>
          <li>
            <Link to="/jobs">Find work</Link>
          </li>
          <li>
            <Link to="/dashboard">For companies</Link>
          </li>
        </ul>
      </footer>
    </>
  );
}
