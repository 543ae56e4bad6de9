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
        <Page title={TITLE} lead="Lines are added and never changed.">
          <Filters key={`filters ${key}`} filter={filter} />
          {first.items.length === 0 ? (
            <EmptyState title="No line">
              <p>Nothing of this kind has happened.</p>
            </EmptyState>
          ) : (
            <Lines key={key} first={first} />
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
        <SelectField label="What" name="action" defaultValue={action}>
          <option value="">Everything</option>
          {Object.entries(AUDIT_ACTION_LABELS).map(([name, label]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </SelectField>
        <TextField
          label="By (id)"
          name="actor_id"
          defaultValue={actor_id}
          pattern={ID}
          title="The id of a person or an admin"
          autoComplete="off"
          spellCheck={false}
        />
        <TextField
          label="About (id)"
          name="subject_id"
          defaultValue={subject_id}
          pattern={ID}
          title="The id of a person, a company or a membership"
          autoComplete="off"
          spellCheck={false}
        />
        <div className="actions">
          <button type="submit" className="primary">
            Show
          </button>
          {action === '' && actor_id === '' && subject_id === '' ? null : (
            <Link to="/audit">Show everything</Link>
          )}
        </div>
      </FormBody>
    </Form>
  );
}

function Lines({ first }: { first: ListPage<AuditEvent> }) {
  const { items, more } = useMorePages(first);
  return (
    <>
      <AuditTable events={items} />
      {more}
    </>
  );
}
