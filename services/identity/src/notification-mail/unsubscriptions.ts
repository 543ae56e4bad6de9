import type { HandlersOf } from '@gatehouse/boundary';
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

/** The links of mails to users. @param origin of the public host. */
export function unsubscribeLinks(
  tokens: UnsubscribeTokens,
  { origin, apiBasePath }: { readonly origin: string; readonly apiBasePath: string },
): MakeUnsubscribeLinks {
  return (userId, notification) => {
    const token = tokens.make({ userId, notification });
    return {
      oneClick: `${origin}${apiBasePath}/identities/mail_unsubscriptions/${token}`,
      page: pageOf(origin, token),
      settings: `${origin}/account/notifications/settings`,
    };
  };
}

/**
 * Unsubscription by a link, without a session. Its token is checked before anything is read from the database; whether it is
 * ours, whether its user exists and what the user had chosen before, no answer tells.
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
      location: pageOf(origin, token),
    }),

    'MailUnsubscriptionService.CreateMailUnsubscription': async (context, input) => {
      const unsubscription = tokens.read(input.token);
      if (unsubscription === null) return null;
      const { userId, notification } = unsubscription;
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

/** The token in the fragment: neither servers nor pages of other origins see it. */
function pageOf(origin: string, token: string): string {
  return `${origin}/unsubscribe#token=${token}`;
}

/** The kinds that a token stops: its own, or all that the digest has. */
function kindsOf(notification: NotificationMail, settings: NotificationSettings) {
  return notification === 'digest'
    ? CHOSEN_KINDS.filter((kind) => settings[kind] === 'daily')
    : [notification];
}

function isStopped(notification: NotificationMail, settings: NotificationSettings): boolean {
  return kindsOf(notification, settings).every((kind) => settings[kind] === 'never');
}

function without(notification: NotificationMail, before: NotificationSettings): MailChoices {
  const { etag: _, ...after } = before;
  for (const kind of kindsOf(notification, before)) after[kind] = 'never';
  return after;
}
