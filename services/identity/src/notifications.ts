import { type HandlersOf, newestFirst, onlyRow, readPage, statement } from '@gatehouse/boundary';
import type { Notification } from '@gatehouse/contract';

interface NotificationRow extends Omit<Notification, 'at'> {
  readonly at: Date;
}

/** Those whose change can still be undone are not seen yet. */
const IS_SEEN = 'n.at <= now()';

const NEWEST = newestFirst('n.id');

/** The names are read for the rows of the page alone, as the user may see them now. */
const LIST_NOTIFICATIONS = statement<NotificationRow>(
  'list_notifications',
  `select n.id, n.kind, n.at, n.read_at is not null as is_read, split_part(n.value, ' ', 1) as value, n.subject_id,
          coalesce(s.company_name, '') as company_name, coalesce(s.job_post_title, '') as job_post_title
     from (select * from identity.notifications n
            where n.user_id = $1 and ${NEWEST.after(2)} and ${IS_SEEN}
            ${NEWEST.orderBy}
            limit $3) n
     left join lateral (
       select * from identity.find_notification_subject(n.user_id, n.kind, n.subject_id)
       union all select * from identity.find_conversation_subject(n.user_id, n.kind, n.subject_id)) s on true
    ${NEWEST.orderBy}`,
  { indexes: ['notifications_user_id_id_idx'] },
);

const COUNT_UNREAD = statement<{ count: number }>(
  'count_unread_notifications',
  `select count(*)::int as count
     from (select from identity.notifications n where n.user_id = $1 and n.read_at is null and ${IS_SEEN} limit 100) n`,
  { indexes: ['notifications_unread_key'] },
);

/** What one transaction marks: a revocation of the caller waits for it (G1), and unread ones have no bound. */
const MAX_MARKED = 500;

const MARK_SOME_READ = statement<{ id: string }>(
  'mark_some_notifications_read',
  `update identity.notifications n set read_at = now()
    where n.id = any (array(select m.id from identity.notifications m
                             where m.user_id = $1 and m.read_at is null and m.id <= $2 and m.at <= now()
                             limit ${MAX_MARKED}))
   returning n.id`,
  { indexes: ['notifications_unread_key'] },
);

/** A second mark keeps the time of the first. */
const MARK_READ = statement<{ id: string }>(
  'mark_notification_read',
  `update identity.notifications n set read_at = coalesce(n.read_at, now())
    where n.id = $2 and n.user_id = $1 and ${IS_SEEN}
   returning n.id`,
  { indexes: ['notifications_pkey'] },
);

/** The notifications of the caller. */
export const notificationHandlers: HandlersOf<'NotificationService'> = {
  'NotificationService.ListNotifications': ({ read, facts }, input) =>
    readPage(input, {
      order: NEWEST,
      find: (after, count) => read.query(LIST_NOTIFICATIONS, [facts.identities_user.id, ...after, count]),
      present: (row) => ({ ...row, at: row.at.toISOString() }),
    }),

  'NotificationService.GetUnreadNotificationCount': async ({ read, facts }) =>
    onlyRow(await read.query(COUNT_UNREAD, [facts.identities_user.id]), 'a count'),

  'NotificationService.MarkNotificationsRead': async (context, { newest_id }) => {
    let marked: readonly { id: string }[];
    do {
      marked = await context.transaction((tx) =>
        tx.query(MARK_SOME_READ, [tx.facts.identities_user.id, newest_id]),
      );
    } while (marked.length === MAX_MARKED);
    return null;
  },

  'NotificationService.MarkNotificationRead': (context, { id }) =>
    context.transaction(async (tx) => {
      const [marked] = await tx.query(MARK_READ, [tx.facts.identities_user.id, id]);
      if (marked === undefined) return context.refuse('not_found');
      return null;
    }),
};
