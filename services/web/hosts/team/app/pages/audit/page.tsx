import type { AuditParty, ListAuditEventsResponse } from '@gatehouse/contract/wire';
import {
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
  Link,
  replace,
  useLoaderData,
} from 'react-router';
import type { ApiAnswer, ApiRefusal } from '#api/api-answer.ts';
import { formAction } from '#api/form-action.ts';
import { loadReads, type PageHandle, read } from '#api/page-reads.ts';
import { countText, resultsText, useResultsAnnouncement } from '#design/feedback/results.ts';
import { PagedRows } from '#design/list-view.tsx';
import { EmptyState, Page } from '#design/page.tsx';
import { PageData } from '#design/page-data.tsx';
import { PageSkeleton } from '#design/page-skeleton.tsx';
import { useIdentitiesAdminSession } from '../../session-hook.ts';
import { type AuditSearch, auditPath, findParties, isId, NO_FILTER, searchOf } from './audit-filter.ts';
import { AuditTable } from './audit-table.tsx';
import { ExportButton } from './export-button.tsx';
import { exportEvents } from './export-events.ts';
import { Filters, HiddenSessions } from './filters.tsx';

const TITLE = 'Audit trail';
const LEAD =
  'Events are added and never changed. Times are in your time zone, the days of the filters in UTC.';

interface AuditData {
  readonly answer: ApiAnswer<ListAuditEventsResponse>;
  readonly search: AuditSearch;
  readonly after: string;
  /** What the search text can mean; one for an id that is known. */
  readonly parties: readonly AuditParty[];
  /** Why the API has refused the filters; the form shows it and keeps them. */
  readonly refusal?: ApiRefusal;
}

const NO_EVENTS = { ok: true, data: { items: [], next_cursor: '' } } as const;

export const handle = {
  reads: ({ url: { searchParams } }) => {
    const { who, ...filter } = searchOf(searchParams);
    // A text is searched for first: what it means decides what is read.
    if (who !== '' && !isId(who)) return { events: null, parties: null };
    const cursor = searchParams.get('cursor') ?? '';
    const input = { ...NO_FILTER, ...filter, party_id: who.toLowerCase(), cursor, limit: 50 };
    return {
      events: read('AdministrationService.ListAuditEvents', input),
      parties: who === '' ? null : read('AdministrationService.FindAuditParties', { query: who }),
    };
  },
} satisfies PageHandle;

export async function clientLoader(args: ClientLoaderFunctionArgs): Promise<AuditData> {
  const { searchParams } = args.url;
  const [search, after] = [searchOf(searchParams), searchParams.get('cursor') ?? ''];
  const { events, parties: found } = await loadReads(handle, args);
  if (events === null) {
    const parties = await findParties(search.who, args.request);
    if (!parties.ok) return { answer: parties, search, after, parties: [] };
    const [only, ...others] = parties.data;
    if (only !== undefined && others.length === 0) throw replace(auditPath({ ...search, who: only.id }));
    return { answer: NO_EVENTS, search, after, parties: parties.data };
  }
  const known = { search, after, parties: found?.ok === true ? found.data.items : [] };
  if (events.ok || events.refusal.status !== 400) return { answer: events, ...known };
  return { answer: NO_EVENTS, refusal: events.refusal, ...known };
}

export function clientAction({ request }: ClientActionFunctionArgs) {
  return formAction(request, { export_events: (form) => exportEvents(form, request.signal) });
}

export function HydrateFallback() {
  return <PageSkeleton title={TITLE} lead={LEAD} />;
}

export default function AuditPage() {
  const { answer, search, parties, refusal } = useLoaderData<typeof clientLoader>();
  const mayExport = useIdentitiesAdminSession()?.identities_admin.role === 'operator';
  const key = JSON.stringify(search);
  const isOpen = search.who !== '' && !isId(search.who);
  const results = isOpen
    ? countText(parties.length, 'match', 'matches')
    : resultsText(answer, 'event', 'events');
  useResultsAnnouncement(answer.ok && refusal === undefined ? results : null);
  return (
    <PageData title={TITLE} answer={answer}>
      {(first) => (
        <Page
          title={TITLE}
          lead={LEAD}
          aside={mayExport && !isOpen && refusal === undefined ? <ExportButton search={search} /> : null}
        >
          <Filters key={`filters ${key}`} search={search} party={parties[0] ?? null} refusal={refusal} />
          {refusal !== undefined || isOpen ? null : <HiddenSessions search={search} />}
          {refusal !== undefined ? null : isOpen ? (
            <Choices search={search} parties={parties} />
          ) : first.items.length === 0 ? (
            <EmptyState title="No events">
              <p>No events match these filters.</p>
            </EmptyState>
          ) : (
            <PagedRows key={key} first={first}>
              {(items) => <AuditTable events={items} />}
            </PagedRows>
          )}
        </Page>
      )}
    </PageData>
  );
}

/** The API finds no more. */
const MAX_PARTIES = 20;

const KIND_LABELS = { user: 'User', admin: 'Staff', company: 'Company' } as const;

/** The users, companies and staff members that the text can mean. */
function Choices({ search, parties }: { search: AuditSearch; parties: readonly AuditParty[] }) {
  if (parties.length === 0) {
    return (
      <EmptyState title="No match">
        <p>
          No user, company or staff member matches “<bdi>{search.who}</bdi>”. Try another part of the name or
          the email address.
        </p>
      </EmptyState>
    );
  }
  return (
    <section className="stack" aria-labelledby="which">
      <h2 id="which">Whose events?</h2>
      <ul className="choices card">
        {parties.map(({ id, kind, name, email }) => (
          <li key={id}>
            <Link to={auditPath({ ...search, who: id })}>
              <bdi>{name}</bdi>
            </Link>
            <small>
              {KIND_LABELS[kind]}
              {email === '' ? null : `, ${email}`}
            </small>
          </li>
        ))}
      </ul>
      {parties.length < MAX_PARTIES ? null : (
        <p className="hint">These are the first {MAX_PARTIES} matches. Enter more of the name for others.</p>
      )}
    </section>
  );
}
