import { Link, NavLink } from 'react-router';
import { SiteFrame } from './site-frame.jsx';

const PAGES = [
  { to: '/jobs', title: 'Jobs' },
  { to: '/talent', title: 'Talent' },
  { to: '/dashboard', title: 'Hire' },
];
const AREA = [
  { to: '/dashboard', title: 'Overview' },
  { to: '/dashboard/jobs', title: 'Job posts' },
  { to: '/dashboard/applications', title: 'Applications' },
  { to: '/dashboard/templates', title: 'Templates' },
  { to: '/dashboard/members', title: 'Members' },
  { to: '/dashboard/company', title: 'Company' },
];

/** The frame of the product's employer pages: header, account, area navigation. */
export function EmployerFrame({ session, children }) {
  return (
    <SiteFrame
      pages={PAGES}
      person={
        <>
          <Bell />
          <Person name={session.identities_user.name} />
        </>
      }
    >
      <nav className="area-nav" aria-label="Your company">
        <ul>
          {AREA.map(({ to, title }) => (
            <li key={to}>
              <NavLink to={to} end={to === '/dashboard'}>
                {title}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      {children}
    </SiteFrame>
  );
}

function Bell() {
  return (
    <Link className="bell" to="/account/notifications">
      <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        <path d="M18 16v-5a6 6 0 1 0-12 0v5l-2 2h16zM10 21h4" />
      </svg>
      <span className="visually-hidden">Notifications</span>
    </Link>
  );
}

function Person({ name }) {
  return (
    <button type="button" className="account" aria-haspopup="menu" aria-expanded="false">
      <span className="initials" aria-hidden="true">
        {name.replace(/\B\w+|\s/g, '')}
      </span>
      <span className="account-name">{name}</span>
      <span className="visually-hidden"> account menu</span>
      <svg className="chevron" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        <path d="M6 9l6 6 6-6" />
      </svg>
    </button>
  );
}
