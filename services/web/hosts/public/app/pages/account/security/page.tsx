import type { SecurityEvent } from '@gatehouse/contract/wire';
import { type ClientActionFunctionArgs, type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { formAction } from '#api/form-action.ts';
import { type PageHandle, read } from '#api/page-reads.ts';
import { type Column, DataTable } from '#design/data-table.tsx';
import { cursorOf } from '#design/list-pages.ts';
import { ListView, loadListPage } from '#design/list-view.tsx';
import { Moment } from '#design/local-time.tsx';
import { EmptyState } from '#design/page.tsx';
import { PageSkeleton } from '#design/page-skeleton.tsx';
import { deviceLabel } from '#design/session-list.tsx';
import { NotMe, reportSession } from '../report-session.tsx';
import { securitySentence } from './security-sentences.ts';

const TITLE = 'Security log';
const LEAD = 'Sign-ins to your account, and changes of how you sign in. Events are kept for 24 months.';

export const handle = {
  reads: ({ url }) => ({
    answer: read('SecurityEventService.ListSecurityEvents', { cursor: cursorOf(url), limit: 50 }),
  }),
} satisfies PageHandle;

export function clientLoader(args: ClientLoaderFunctionArgs) {
  return loadListPage(handle, args);
}

export function clientAction({ request }: ClientActionFunctionArgs) {
  return formAction(request, { report_session: (form) => reportSession(form, request.signal) });
}

export function HydrateFallback() {
  return <PageSkeleton title={TITLE} lead={LEAD} />;
}

/** The events of the user's own account that matter for its security. */
export default function SecurityLogPage() {
  const { answer } = useLoaderData<typeof clientLoader>();
  return (
    <ListView
      title={TITLE}
      answer={answer}
      heading={() => ({
        lead: LEAD,
      })}
      empty={
        <EmptyState title="No events">
          <p>Your next sign-in will be the first one here.</p>
        </EmptyState>
      }
    >
      {(items) => <DataTable caption={TITLE} columns={COLUMNS} rows={items} />}
    </ListView>
  );
}

const COLUMNS: readonly Column<SecurityEvent>[] = [
  { label: 'What', cell: securitySentence },
  { label: 'Where', cell: (event) => <Where event={event} /> },
  { label: 'When', cell: ({ at }) => <Moment at={at} /> },
  {
    label: 'Report',
    isLabelHidden: true,
    cell: ({ session_id, device, at }) =>
      session_id === undefined ? null : <NotMe sessionId={session_id} device={device} at={at} />,
  },
];

/** The browser; events without a session, such as those of a link in a mail, have none. */
function Where({ event: { device, place, address } }: { event: SecurityEvent }) {
  const location = place === '' ? address : place;
  return (
    <>
      {deviceLabel(device)}
      {location === '' ? null : <small>{location}</small>}
    </>
  );
}
