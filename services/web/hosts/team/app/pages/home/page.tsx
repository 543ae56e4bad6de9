import { type ClientLoaderFunctionArgs, Link, useLoaderData } from 'react-router';
import { EmptyState, Page, PageSkeleton } from '../../../../../design/page.tsx';
import { PageData } from '../../../../../design/page-data.tsx';
import { loadPage } from '../../../../../session/load-page.ts';
import { useIdentitiesAdminSession } from '../../session-hook.ts';
import { AuditTable } from '../audit-table.tsx';

const TITLE = 'Team';
const NEWEST = { action: '', actor_id: '', subject_id: '', cursor: '', limit: 6 };

const AREAS = [
  { to: '/companies', title: 'Companies', text: 'Who hires here, and whether a company may be used at all.' },
  {
    to: '/people',
    title: 'People',
    text: 'Talent access, memberships, and signing somebody out everywhere.',
  },
  { to: '/audit', title: 'Audit trail', text: 'Who did what to whom, when and why.' },
];

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  return { answer: await loadPage('AdministrationService.ListAuditEvents', NEWEST, request.signal) };
}

export function HydrateFallback() {
  return <PageSkeleton title={TITLE} />;
}

export default function TeamHomePage() {
  const { answer } = useLoaderData<typeof clientLoader>();
  const name = useIdentitiesAdminSession()?.identities_admin.name ?? '';
  return (
    <PageData title={TITLE} answer={answer}>
      {({ items }) => (
        <Page
          title={TITLE}
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
          <section className="stack">
            <h2>Lately</h2>
            {items.length === 0 ? (
              <EmptyState title="No line yet">
                <p>Nothing has happened so far.</p>
              </EmptyState>
            ) : (
              <AuditTable events={items} />
            )}
          </section>
        </Page>
      )}
    </PageData>
  );
}
