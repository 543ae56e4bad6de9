import type { AuditEvent } from '@gatehouse/contract/wire';
import { type ClientLoaderFunctionArgs, Form, Link, useLoaderData } from 'react-router';
import { loadPage } from '#api/load-page.ts';
import { SelectField, TextField } from '#design/fields.tsx';
import { FormBody } from '#design/form-body.tsx';
import { type ListPage, useMorePages } from '#design/more-pages.tsx';
import { EmptyState, Page } from '#design/page.tsx';
import { PageData } from '#design/page-data.tsx';
import { PageSkeleton } from '#design/page-skeleton.tsx';
import { AUDIT_ACTION_LABELS } from './audit-actions.ts';
import { AuditTable } from './audit-table.tsx';

const TITLE = 'Audit trail';

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const params = new URL(request.url).searchParams;
  const text = (name: string) => (params.get(name) ?? '').trim();
  const filter = { action: text('action'), actor_id: text('actor_id'), subject_id: text('subject_id') };
  const after = params.get('cursor') ?? '';
  const input = { ...filter, cursor: after, limit: 50 };
  const answer = await loadPage('AdministrationService.ListAuditEvents', input, request.signal);
  return { answer, filter, after };
}

export function HydrateFallback() {
  return <PageSkeleton title={TITLE} />;
}

export default function AuditPage() {
  const { answer, filter } = useLoaderData<typeof clientLoader>();
  const key = JSON.stringify(filter);
  return (
    <PageData title={TITLE} answer={answer}>
      {(first) => (
        <Page title={TITLE} lead="Events are added and never changed.">
          <Filters key={`filters ${key}`} filter={filter} />
          {first.items.length === 0 ? (
            <EmptyState title="No events">
              <p>No events match these filters.</p>
            </EmptyState>
          ) : (
            <Events key={key} first={first} />
          )}
        </Page>
      )}
    </PageData>
  );
}

const ID = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}';

function Filters({
  filter: { action, actor_id, subject_id },
}: {
  filter: { action: string; actor_id: string; subject_id: string };
}) {
  return (
    <Form className="search card" role="search">
      <FormBody>
        <SelectField label="Action" name="action" defaultValue={action}>
          <option value="">All actions</option>
          {Object.entries(AUDIT_ACTION_LABELS).map(([name, label]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </SelectField>
        <TextField
          label="Actor ID"
          name="actor_id"
          defaultValue={actor_id}
          pattern={ID}
          title="ID of a user or an admin"
          autoComplete="off"
          spellCheck={false}
        />
        <TextField
          label="Subject ID"
          name="subject_id"
          defaultValue={subject_id}
          pattern={ID}
          title="ID of a user, a company or a membership"
          autoComplete="off"
          spellCheck={false}
        />
        <div className="actions">
          <button type="submit" className="primary">
            Apply filters
          </button>
          {action === '' && actor_id === '' && subject_id === '' ? null : (
            <Link to="/audit">Clear filters</Link>
          )}
        </div>
      </FormBody>
    </Form>
  );
}

function Events({ first }: { first: ListPage<AuditEvent> }) {
  const { items, more } = useMorePages(first);
  return (
    <>
      <AuditTable events={items} />
      {more}
    </>
  );
}
