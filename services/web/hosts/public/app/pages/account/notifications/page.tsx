import type { Notification } from '@gatehouse/contract/wire';
import {
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
  Link,
  useFetcher,
  useLoaderData,
} from 'react-router';
import { formAction } from '#api/form-action.ts';
import { type PageHandle, read } from '#api/page-reads.ts';
import { type ActionResult, sendWrite } from '#api/page-result.ts';
import { FormBody } from '#design/form-body.tsx';
import { cursorOf } from '#design/list-pages.ts';
import { ListView, loadListPage } from '#design/list-view.tsx';
import { EmptyState } from '#design/page.tsx';
import { PageSkeleton } from '#design/page-skeleton.tsx';
import { RelativeTime } from '#design/relative-time.tsx';
import { DoneNote, SubmitButton } from '#design/submit-button.tsx';
import { newsOf } from './news.ts';

const TITLE = 'Notifications';
const LEAD = 'What has happened to your applications, your company and your account. Kept for 90 days.';

export const handle = {
  reads: ({ url }) => ({
    answer: read('NotificationService.ListNotifications', { cursor: cursorOf(url), limit: 20 }),
  }),
} satisfies PageHandle;

export function clientLoader(args: ClientLoaderFunctionArgs) {
  return loadListPage(handle, args);
}

export function clientAction({ request }: ClientActionFunctionArgs) {
  const { signal } = request;
  return formAction(request, {
    mark_read: (form) =>
      sendWrite('NotificationService.MarkNotificationRead', { id: form.text('id') }, signal),
    mark_all_read: (form) =>
      sendWrite('NotificationService.MarkNotificationsRead', { newest_id: form.text('newest_id') }, signal),
  });
}

export function HydrateFallback() {
  return <PageSkeleton title={TITLE} lead={LEAD} />;
}

/** The user's notifications of 90 days. */
export default function NotificationsPage() {
  const { answer } = useLoaderData<typeof clientLoader>();
  const { submit } = useFetcher<ActionResult>();
  return (
    <ListView
      title={TITLE}
      answer={answer}
      heading={({ items: [newest] }) => ({
        lead: LEAD,
        aside: newest === undefined ? undefined : <MarkAllRead newestId={newest.id} />,
      })}
      empty={
        <EmptyState title="No notifications">
          <p>When there is news for you, you will find it here.</p>
        </EmptyState>
      }
    >
      {(items) => (
        <ul className="notifications">
          {items.map((notification) => (
            <NotificationItem
              key={notification.id}
              notification={notification}
              onOpen={(id) => void submit({ intent: 'mark_read', id }, { method: 'post' })}
            />
          ))}
        </ul>
      )}
    </ListView>
  );
}

/** It stays when all are read: it has the focus. */
function MarkAllRead({ newestId }: { newestId: string }) {
  const fetcher = useFetcher<ActionResult>();
  return (
    <fetcher.Form method="post">
      <FormBody intent="mark_all_read" refusal={fetcher.data?.refusal}>
        <input type="hidden" name="newest_id" value={newestId} />
        <SubmitButton isBusy={fetcher.state !== 'idle'} busyLabel="Marking…">
          Mark all as read
        </SubmitButton>
        <DoneNote result={fetcher.data}>Marked as read.</DoneNote>
      </FormBody>
    </fetcher.Form>
  );
}

/** Opening the page that a notification leads to marks it as read. */
function NotificationItem({
  notification,
  onOpen,
}: {
  notification: Notification;
  onOpen: (id: string) => void;
}) {
  const { id, at, is_read } = notification;
  const { text, to } = newsOf(notification);
  return (
    <li className={is_read ? undefined : 'unread'}>
      <p>
        {is_read ? null : <span className="visually-hidden">Unread: </span>}
        {to === undefined ? (
          text
        ) : (
          <Link to={to} onClick={is_read ? undefined : () => onOpen(id)}>
            {text}
          </Link>
        )}
      </p>
      <small>
        <RelativeTime at={at} />
      </small>
    </li>
  );
}
