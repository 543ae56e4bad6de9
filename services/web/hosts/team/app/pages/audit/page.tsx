import { type ClientLoaderFunctionArgs, Form, useLoaderData } from 'react-router';
import { formatMoment } from '../../../../../design/dates.ts';
import { SelectField } from '../../../../../design/fields.tsx';
import { EmptyState, Page, PageSkeleton } from '../../../../../design/page.tsx';
import { PageData } from '../../../../../design/page-data.tsx';
import { loadPage } from '../../../../../session/load-page.ts';
import { NextPage } from '../next-page.tsx';

const TITLE = 'Audit trail';

const ACTIONS = [
  'talent_access.changed',
  'talent_access.requested',
  'company.condition_changed',
  'company.created',
  'org_membership.status_changed',
  'org_membership.changed',
  'user.signed_out_everywhere',
  'user.signed_up',
  'user_session.started',
  'user_session.ended',
  'user_session.refused',
  'admin_session.started',
];

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const params = new URL(request.url).searchParams;
  const action = params.get('action') ?? '';
  const input = { action, subject_id: '', cursor: params.get('cursor') ?? '', limit: 50 };
  return { answer: await loadPage('AdministrationService.ListAuditEvents', input, request.signal), action };
}

export function HydrateFallback() {
  return <PageSkeleton title={TITLE} />;
}

export default function AuditPage() {
  const { answer, action } = useLoaderData<typeof clientLoader>();
  return (
    <PageData title={TITLE} answer={answer}>
      {({ items, next_cursor }) => (
        <Page title={TITLE} lead="Lines are added and never changed.">
          <Form className="search" key={action}>
            <SelectField label="Action" name="action" defaultValue={action}>
              <option value="">Every action</option>
              {ACTIONS.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </SelectField>
            <div className="actions">
              <button type="submit">Show</button>
            </div>
          </Form>
          {items.length === 0 ? (
            <EmptyState>
              <p>Nothing of this kind has happened.</p>
            </EmptyState>
          ) : (
            <table>
              <thead>
                <tr>
                  <th scope="col">When</th>
                  <th scope="col">Who</th>
                  <th scope="col">What</th>
                  <th scope="col">Why</th>
                </tr>
              </thead>
              <tbody>
                {items.map((event) => (
                  <tr key={event.id}>
                    <td data-label="When">{formatMoment(event.at)}</td>
                    <td data-label="Who">{event.actor_name === '' ? event.actor_kind : event.actor_name}</td>
                    <td data-label="What">
                      <code>{event.action}</code>
                      <br />
                      <small>{[event.subject_name, event.change].filter(Boolean).join(': ')}</small>
                    </td>
                    <td data-label="Why">{event.reason}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
          <NextPage params={{ action }} cursor={next_cursor} />
        </Page>
      )}
    </PageData>
  );
}
