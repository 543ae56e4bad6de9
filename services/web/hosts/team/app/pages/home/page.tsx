import { Link } from 'react-router';
import { Page } from '../../../../../design/page.tsx';
import { useIdentitiesAdminSession } from '../../session-hook.ts';

const AREAS = [
  { to: '/companies', title: 'Companies', text: 'Who hires here, and whether a company may be used at all.' },
  {
    to: '/people',
    title: 'People',
    text: 'Talent access, memberships, and signing somebody out everywhere.',
  },
  { to: '/audit', title: 'Audit trail', text: 'Who did what to whom, when and why.' },
];

export default function TeamHomePage() {
  const name = useIdentitiesAdminSession()?.identities_admin.name ?? '';
  return (
    <Page
      title="Team"
      lead={`Good to see you, ${name}. A change here is in force for every request after its answer.`}
    >
      <ul className="cards">
        {AREAS.map(({ to, title, text }) => (
          <li className="card" key={to}>
            <h2>
              <Link to={to}>{title}</Link>
            </h2>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </Page>
  );
}
