import type { ServiceHandlers, ServiceParts } from '@gatehouse/boundary';
import { createAddressHash } from './abuse-reports/address-hash.ts';
import { createAbuseReportHandlers } from './abuse-reports/handlers.ts';
import { accountDeletionHandlers } from './account-deletions.ts';
import { createAdminEnrolmentHandlers } from './admin-enrolments/handlers.ts';
import { createAdminPasskeyHandlers } from './admin-passkeys.ts';
import { createAdminSessionHandlers } from './admin-sessions/handlers.ts';
import { administrationHandlers } from './administration/handlers.ts';
import { startBackgroundWork } from './background-work.ts';
import { createCompanyNameHandlers } from './company-names.ts';
import type { IdentityConfiguration } from './configuration.ts';
import { dataExportHandlers } from './data-exports/handlers.ts';
import { createEmailChangeHandlers } from './email-changes/handlers.ts';
import { invitationLookupHandlers } from './invitation-lookups/handlers.ts';
import { moderationHandlers } from './moderation/handlers.ts';
import { createNotificationSettingsHandlers } from './notification-mail/settings.ts';
import { createUnsubscribeTokens, type UnsubscribeTokens } from './notification-mail/unsubscribe-token.ts';
import { createMailUnsubscriptionHandlers } from './notification-mail/unsubscriptions.ts';
import { notificationHandlers } from './notifications.ts';
import { createPasskeyHandlers } from './passkeys/handlers.ts';
import { relyingPartiesOf } from './passkeys/relying-party.ts';
import { createPasswordHasher, type PasswordHasher } from './passwords/password-hasher.ts';
import { createSecondFactors } from './second-factor/second-factors.ts';
import { createSeedEncryption, type SeedEncryption } from './second-factor/seed-encryption.ts';
import { securityEventHandlers } from './security-events.ts';
import { createStaffAccountHandlers } from './staff-accounts/handlers.ts';
import { statisticsHandlers } from './statistics/get-statistics.ts';
import { createThrottles } from './throttle/throttles.ts';
import { createUserSessionHandlers } from './user-sessions/handlers.ts';
import { createUserHandlers } from './users/handlers.ts';

/** What the endpoints share. */
interface Shared {
  readonly origin: string;
  readonly passwords: PasswordHasher;
  readonly throttles: ReturnType<typeof createThrottles>;
  readonly tokens: UnsubscribeTokens;
  readonly encryption: SeedEncryption;
  readonly relyingParties: ReturnType<typeof relyingPartiesOf>;
}

/** The identity service's endpoints, with what runs beside them. */
export function createIdentity(
  configuration: IdentityConfiguration,
  parts: ServiceParts,
): { handlers: ServiceHandlers<'identity'>; onMailQueued: () => void; stop: () => Promise<void> } {
  const shared: Shared = {
    origin: `${configuration.PUBLIC_SCHEME}://${configuration.PUBLIC_HOST}`,
    passwords: createPasswordHasher(parts.work),
    throttles: createThrottles(configuration, parts.log),
    tokens: createUnsubscribeTokens(configuration.SECRETS_KEY),
    encryption: createSeedEncryption(configuration.SECRETS_KEY),
    relyingParties: relyingPartiesOf(configuration),
  };
  const work = startBackgroundWork(configuration, shared, parts);
  return {
    handlers: { ...userHandlers(configuration, shared), ...staffHandlers(configuration, shared) },
    onMailQueued: work.onMailQueued,
    stop: async () => {
      shared.throttles.stop();
      await work.stop();
    },
  };
}

function userHandlers(
  configuration: IdentityConfiguration,
  { origin, passwords, throttles, tokens, relyingParties }: Shared,
) {
  return {
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
      linkThrottle: throttles.passwordLink,
      resetThrottle: throttles.passwordReset,
      changeOfAccount: throttles.changeOfAccount,
      relyingParty: relyingParties.user,
    }),
    ...createEmailChangeHandlers({
      passwords,
      throttle: throttles.emailChange,
      newAddresses: throttles.newAddressOfAccount,
      signInThrottle: throttles.userSignIn,
      linkThrottle: throttles.passwordLink,
    }),
    ...createPasskeyHandlers({
      relyingParty: relyingParties.user,
      challengeThrottle: throttles.userChallenge,
      challengeOfAccount: throttles.challengeOfAccount,
      changeOfAccount: throttles.changeOfAccount,
    }),
    ...createAbuseReportHandlers({
      addresses: throttles.report,
      accounts: throttles.reportOfAccount,
      hashOf: createAddressHash(configuration.SECRETS_KEY),
    }),
    ...invitationLookupHandlers,
    ...createCompanyNameHandlers({ accounts: throttles.companyNameOfAccount }),
    ...dataExportHandlers,
    ...accountDeletionHandlers,
    ...securityEventHandlers,
    ...notificationHandlers,
    ...createNotificationSettingsHandlers({ changeOfAccount: throttles.changeOfAccount }),
    ...createMailUnsubscriptionHandlers({ tokens, origin }),
  };
}

function staffHandlers(
  configuration: IdentityConfiguration,
  { passwords, throttles, encryption, relyingParties }: Shared,
) {
  const secondFactors = createSecondFactors(encryption);
  return {
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
      challengeThrottle: throttles.adminChallenge,
      challengeOfAccount: throttles.challengeOfAccount,
      isRequired: configuration.ADMIN_PASSKEY_REQUIRED,
    }),
    ...createStaffAccountHandlers({ isPasskeyRequired: configuration.ADMIN_PASSKEY_REQUIRED }),
    ...administrationHandlers,
    ...moderationHandlers,
    ...statisticsHandlers,
  };
}
