import type { HandlersOf } from '@gatehouse/boundary';
import { countAccountUse } from '../throttle/count-account-use.ts';
import type { Limiter } from '../throttle/limiters.ts';
import { DEFAULT_SETTINGS, FIND_SETTINGS, lockSettings, writeSettings } from './settings-row.ts';

/**
 * Which notifications the caller gets by mail, and when.
 * @param changeOfAccount limits the changes of one account, each of which is an audit event.
 */
export const createNotificationSettingsHandlers = ({
  changeOfAccount,
}: {
  changeOfAccount: Limiter;
}): HandlersOf<'NotificationSettingsService'> => ({
  'NotificationSettingsService.GetNotificationSettings': async ({ read, facts }) => {
    const [row] = await read.query(FIND_SETTINGS, [facts.identities_user.id]);
    return row ?? DEFAULT_SETTINGS;
  },

  'NotificationSettingsService.UpdateNotificationSettings': async (context, input) => {
    await countAccountUse(context, changeOfAccount, context.facts.identities_user.id);
    return context.transaction(async (tx) => {
      const { id } = tx.facts.identities_user;
      const before = await lockSettings(tx, id);
      if (before === null) throw new Error('the caller has no row');
      await tx.requireVersion(before, { subjectId: id, actions: ['user.mail_settings_changed'] });
      return writeSettings(tx, id, { before, after: { ...before, ...input }, by: 'page' });
    });
  },
});
