import { Link, NavLink } from 'react-router';

/** The frame of the product's pages: header, navigation, footer. */
export function SiteFrame({ pages, person, children }) {
  return (
    <>
      <a className="skip-link" href="#main">
        Skip to the content
      </a>
      <header className="site-header">
        <div>
          <a className="brand" href="/">
            <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
              <path d="M2 23V2h4v3h4V2h4v3h4V2h4v21h-5v-7a5 5 0 0 0-10 0v7z" />
            </svg>
            Gatehouse
          </a>
          <nav className="site-nav" aria-label="Main">
            {pages.map(({ to, title }) => (
              <NavLink key={to} to={to}>
                {title}
              </NavLink>
            ))}
          </nav>
          {person}
        </div>
      </header>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <footer className="site-footer">
        <div>
          <p>Gatehouse, a talent marketplace with two doors.</p>
          <nav aria-label="At the end of each page">
            <ul>
              <li>
                <Link to="/jobs">Find work</Link>
              </li>
              <li>
                <Link to="/dashboard">For companies</Link>
              </li>
              <li>
                <Link to="/privacy">Privacy</Link>
              </li>
              <li>
                <Link to="/terms">Terms</Link>
              </li>
              <li>
                <Link to="/accessibility">Accessibility</Link>
              </li>
              <li>
                <a href="mailto:help@gatehouse.invalid">Write to us</a>
              </li>
            </ul>
          </nav>
        </div>
      </footer>
    </>
  );
}
