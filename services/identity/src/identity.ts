import type { ServiceHandlers, ServiceParts } from '@gatehouse/boundary';
import type { parseConfiguration } from '@gatehouse/runtime';
import { createAddressHash } from './abuse-reports/address-hash.ts';
import { createAbuseReportHandlers } from './abuse-reports/handlers.ts';
import { accountDeletionHandlers } from './account-deletions.ts';
import { createAdminEnrolmentHandlers } from './admin-enrolments/handlers.ts';
import { createAdminPasskeyHandlers } from './admin-passkeys.ts';
import { createAdminSessionHandlers } from './admin-sessions/handlers.ts';
import { administrationHandlers } from './administration/handlers.ts';
import type { identityConfiguration } from './configuration.ts';
import { EXPORT_MILLIS, startExportBuilder } from './data-exports/export-builder.ts';
import { dataExportHandlers } from './data-exports/handlers.ts';
import { createEmailChangeHandlers } from './email-changes/handlers.ts';
import { invitationLookupHandlers } from './invitation-lookups/handlers.ts';
import { OutboxDispatcher } from './mail/outbox-dispatcher.ts';
import { createMailTransport } from './mail/transport.ts';
import { moderationHandlers } from './moderation/handlers.ts';
import { startNotificationReporter } from './notification-mail/reporter.ts';
import { notificationSettingsHandlers } from './notification-mail/settings.ts';
import { createUnsubscribeTokens } from './notification-mail/unsubscribe-token.ts';
import { createMailUnsubscriptionHandlers, unsubscribeLinks } from './notification-mail/unsubscriptions.ts';
import { notificationHandlers } from './notifications.ts';
import { createPasskeyHandlers } from './passkeys/handlers.ts';
import { relyingPartiesOf } from './passkeys/relying-party.ts';
import { createPasswordHasher } from './passwords/password-hasher.ts';
import { observeRetention } from './retention-progress.ts';
import { createSecondFactors } from './second-factor/second-factors.ts';
import { createSeedEncryption } from './second-factor/seed-encryption.ts';
import { startSeedReencryption } from './second-factor/seed-reencryption.ts';
import { securityEventHandlers } from './security-events.ts';
import { createStaffAccountHandlers } from './staff-accounts/handlers.ts';
import { statisticsHandlers } from './statistics/get-statistics.ts';
import { startStatisticsRecorder } from './statistics/recorder.ts';
import { createThrottles } from './throttle/throttles.ts';
import { createUserSessionHandlers } from './user-sessions/handlers.ts';
import { createUserHandlers } from './users/handlers.ts';

/** The identity service's endpoints, with what runs beside them: throttles and the mail dispatcher. */
export function createIdentity(
  configuration: ReturnType<typeof parseConfiguration<typeof identityConfiguration>>,
  { log, pool, writePool }: ServiceParts,
): { handlers: ServiceHandlers<'identity'>; onMailQueued: () => void; stop: () => Promise<void> } {
  const passwords = createPasswordHasher();
  const throttles = createThrottles(configuration, log);
  const origin = `${configuration.PUBLIC_SCHEME}://${configuration.PUBLIC_HOST}`;
  const tokens = createUnsubscribeTokens(configuration.SECRETS_KEY);
  const dispatcher = new OutboxDispatcher(writePool, createMailTransport(configuration, log), {
    log,
    unsubscribeLinks: unsubscribeLinks(tokens, { origin, apiBasePath: configuration.API_BASE_PATH }),
  });
  dispatcher.start();
  const reporter = startNotificationReporter(writePool, { origin, log });
  const retention = observeRetention(writePool);
  const recorder = startStatisticsRecorder(writePool, log);
  const exportPool = pool('export', { maxConnections: 1, statementTimeoutMillis: EXPORT_MILLIS });
  const exportBuilder = startExportBuilder(exportPool, origin, log);
  const encryption = createSeedEncryption(configuration.SECRETS_KEY);
  const reencryption = startSeedReencryption(writePool, encryption, log);
  const secondFactors = createSecondFactors(encryption);
  const relyingParties = relyingPartiesOf(configuration);
  return {
    handlers: {
      ...createUserSessionHandlers({
        passwords,
        relyingParty: relyingParties.user,
        throttle: throttles.userSignIn,
        lifetime: {
          absoluteSeconds: configuration.USER_SESSION_SECONDS,
          idleSeconds: configuration.USER_SESSION_IDLE_SECONDS,
        },
      }),
      ...createUserHandlers({
        passwords,
        signUpThrottle: throttles.signUp,
        emailThrottle: throttles.signUpForEmail,
        signInThrottle: throttles.userSignIn,
        resetThrottle: throttles.passwordReset,
        relyingParty: relyingParties.user,
      }),
      ...createEmailChangeHandlers({
        passwords,
        throttle: throttles.emailChange,
        signInThrottle: throttles.userSignIn,
      }),
      ...createPasskeyHandlers({
        relyingParty: relyingParties.user,
        challengeThrottle: throttles.passkeyChallenge,
      }),
      ...createAdminSessionHandlers({
        passwords,
        secondFactors,
        throttle: throttles.adminSignIn,
        relyingParty: relyingParties.admin,
        isPasskeyRequired: configuration.ADMIN_PASSKEY_REQUIRED,
        lifetime: {
          absoluteSeconds: configuration.ADMIN_SESSION_SECONDS,
          idleSeconds: configuration.ADMIN_SESSION_IDLE_SECONDS,
        },
      }),
      ...createAdminEnrolmentHandlers({
        passwords,
        throttle: throttles.signUp,
        encryption,
        secondFactors,
        relyingParty: relyingParties.admin,
        isPasskeyRequired: configuration.ADMIN_PASSKEY_REQUIRED,
      }),
      ...createAdminPasskeyHandlers({
        relyingParty: relyingParties.admin,
        challengeThrottle: throttles.passkeyChallenge,
        isRequired: configuration.ADMIN_PASSKEY_REQUIRED,
      }),
      ...createStaffAccountHandlers({ isPasskeyRequired: configuration.ADMIN_PASSKEY_REQUIRED }),
      ...administrationHandlers,
      ...moderationHandlers,
      ...statisticsHandlers,
      ...createAbuseReportHandlers({
        addresses: throttles.report,
        accounts: throttles.reportOfAccount,
        hashOf: createAddressHash(configuration.SECRETS_KEY),
      }),
      ...invitationLookupHandlers,
      ...dataExportHandlers,
      ...accountDeletionHandlers,
      ...securityEventHandlers,
      ...notificationHandlers,
      ...notificationSettingsHandlers,
      ...createMailUnsubscriptionHandlers({ tokens, origin }),
    },
    onMailQueued: () => dispatcher.wake(),
    stop: async () => {
      await reencryption.stop();
      await exportBuilder.stop();
      await reporter.stop();
      await recorder.stop();
      await dispatcher.stop();
      retention.stop();
      throttles.stop();
    },
  };
}
