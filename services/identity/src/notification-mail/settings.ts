import type { HandlersOf } from '@gatehouse/boundary';
import { DEFAULT_SETTINGS, FIND_SETTINGS, lockSettings, writeSettings } from './settings-row.ts';

/** Which notifications the caller gets by mail, and when. */
export const notificationSettingsHandlers: HandlersOf<'NotificationSettingsService'> = {
  'NotificationSettingsService.GetNotificationSettings': async ({ read, facts }) => {
    const [row] = await read.query(FIND_SETTINGS, [facts.identities_user.id]);
    return row ?? DEFAULT_SETTINGS;
  },

  'NotificationSettingsService.UpdateNotificationSettings': (context, input) =>
    context.transaction(async (tx) => {
      const { id } = tx.facts.identities_user;
      const before = await lockSettings(tx, id);
      if (before === null) throw new Error('the caller has no row');
      await tx.requireVersion(before, { subjectId: id, actions: ['user.mail_settings_changed'] });
      return writeSettings(tx, id, { before, after: { ...before, ...input }, by: 'page' });
    }),
};
