import { type Context, type HandlersOf, onlyRow, statement } from '@gatehouse/boundary';
import type { NotificationSettings } from '@gatehouse/contract';
import type { NotificationMail } from '@gatehouse/mail';
import type { MakeUnsubscribeLinks } from '../mail/unsubscribable.ts';
import {
  CHOSEN_KINDS,
  FIND_SETTINGS,
  lockSettings,
  type MailChoices,
  writeSettings,
} from './settings-row.ts';
import type { UnsubscribeTokens } from './unsubscribe-token.ts';

/** Mail that the settings of notifications stop. */
type SettingsMail = Exclude<NotificationMail, 'saved_search'>;

const HAS_SAVED_SEARCH_MAIL = statement<{ has_mail: boolean }>(
  'has_saved_search_mail',
  'select identity.has_saved_search_mail($1) as has_mail',
);

const STOP_SAVED_SEARCH_MAIL = statement<{ stopped: number }>(
  'stop_saved_search_mail',
  'select identity.stop_saved_search_mail($1) as stopped',
);

/** The links of mails to users. @param origin of the public host. */
export function unsubscribeLinks(
  tokens: UnsubscribeTokens,
  { origin, apiBasePath }: { readonly origin: string; readonly apiBasePath: string },
): MakeUnsubscribeLinks {
  return (userId, notification) => {
    const token = tokens.make({ userId, notification });
    return {
      oneClick: `${origin}${apiBasePath}/identities/mail_unsubscriptions/${token}`,
      page: pageOf(origin, token, notification),
      settings: `${origin}${notification === 'saved_search' ? '/saved/searches' : '/account/notifications/settings'}`,
    };
  };
}

/**
 * Unsubscription by a link, without a session. Its token is checked before anything is read from the database; whether its
 * user exists and what the user had chosen before, no answer tells.
 */
export function createMailUnsubscriptionHandlers({
  tokens,
  origin,
}: {
  tokens: UnsubscribeTokens;
  origin: string;
}): HandlersOf<'MailUnsubscriptionService'> {
  return {
    'MailUnsubscriptionService.OpenMailUnsubscription': async (_context, { token }) => ({
      location: pageOf(origin, token, tokens.read(token)?.notification),
    }),

    'MailUnsubscriptionService.CreateMailUnsubscription': async (context, input) => {
      const unsubscription = tokens.read(input.token);
      // Its mails go on: the client must not report a success.
      if (unsubscription === null) return context.refuse('token_invalid');
      const { userId, notification } = unsubscription;
      if (notification === 'saved_search') return stopSavedSearches(context, userId);
      // G6: a link that is used again and again costs a read, and no lock.
      const [stored] = await context.read.query(FIND_SETTINGS, [userId]);
      if (stored !== undefined && isStopped(notification, stored)) return null;
      return context.transaction(
        async (tx) => {
          const before = await lockSettings(tx, userId);
          if (before === null) return null;
          await writeSettings(tx, userId, { before, after: without(notification, before), by: 'link' });
          return null;
        },
        { locks: [{ kind: 'user', id: userId, mode: 'shared' }] },
      );
    },
  };
}

/** Each saved search has its own frequency, so there is no setting for all of them: each is set to none. */
async function stopSavedSearches(
  context: Pick<Context<'MailUnsubscriptionService.CreateMailUnsubscription'>, 'read' | 'transaction'>,
  userId: string,
): Promise<null> {
  const [found] = await context.read.query(HAS_SAVED_SEARCH_MAIL, [userId]);
  if (found?.has_mail !== true) return null;
  return context.transaction(
    async (tx) => {
      const { stopped } = onlyRow(await tx.query(STOP_SAVED_SEARCH_MAIL, [userId]), 'the count');
      if (stopped === 0) return null;
      await tx.audit({
        action: 'user.mail_settings_changed',
        subject_kind: 'user',
        subject_id: userId,
        actor: { kind: 'user', id: userId },
        change: 'saved searches: none, by a link in a mail',
      });
      return null;
    },
    { locks: [{ kind: 'user', id: userId, mode: 'shared' }] },
  );
}

/**
 * The token in the fragment: neither servers nor pages of other origins see it. With what it stops, for the page to say.
 * @param notification undefined: the token is not ours.
 */
function pageOf(origin: string, token: string, notification: NotificationMail | undefined): string {
  const mails = notification === undefined ? '' : `&mails=${notification}`;
  return `${origin}/unsubscribe#token=${token}${mails}`;
}

/** The kinds that a token stops: its own, or all that the digest has. */
function kindsOf(notification: SettingsMail, settings: NotificationSettings) {
  return notification === 'digest'
    ? CHOSEN_KINDS.filter((kind) => settings[kind] === 'daily')
    : [notification];
}

function isStopped(notification: SettingsMail, settings: NotificationSettings): boolean {
  return kindsOf(notification, settings).every((kind) => settings[kind] === 'never');
}

function without(notification: SettingsMail, before: NotificationSettings): MailChoices {
  const { etag: _, ...after } = before;
  for (const kind of kindsOf(notification, before)) after[kind] = 'never';
  return after;
}
