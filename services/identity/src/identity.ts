import type { HandlersOf, ServiceParts } from '@gatehouse/boundary';
import type { parseConfiguration } from '@gatehouse/runtime';
import { createAdminEnrolmentHandlers } from './admin-enrolments/handlers.ts';
import { createAdminSessionHandlers } from './admin-sessions/handlers.ts';
import { listAuditEvents } from './administration/audit-events.ts';
import { getAdminCompany, listAdminCompanies, updateCompanyCondition } from './administration/companies.ts';
import { updateOrgMembershipStatus } from './administration/org-memberships.ts';
import { getAdminOverview } from './administration/overview.ts';
import {
  deleteAdminUserSessions,
  getAdminUser,
  listAdminUsers,
  updateTalentAccess,
} from './administration/people.ts';
import type { identityConfiguration } from './configuration.ts';
import { lookUpInvitation } from './invitation-lookups/handlers.ts';
import { OutboxDispatcher } from './mail/outbox-dispatcher.ts';
import { createMailTransport } from './mail/transport.ts';
import { createPasswordHasher } from './passwords/password-hasher.ts';
import { createSecondFactors } from './second-factor/second-factors.ts';
import { createSeedEncryption } from './second-factor/seed-encryption.ts';
import { startSeedReencryption } from './second-factor/seed-reencryption.ts';
import { createThrottles } from './throttle/throttles.ts';
import { createUserSessionHandlers } from './user-sessions/handlers.ts';
import { createUserHandlers } from './users/handlers.ts';
import { createPasswordHandlers } from './users/password-handlers.ts';

type IdentityHandlers = HandlersOf<
  | 'UserSessionService'
  | 'UserService'
  | 'AdminSessionService'
  | 'AdminEnrolmentService'
  | 'AdministrationService'
  | 'InvitationLookupService'
>;

/** The identity service's endpoints and what runs beside them: throttles, and the dispatcher of mail. */
export function createIdentity(
  configuration: ReturnType<typeof parseConfiguration<typeof identityConfiguration>>,
  { log, writePool }: ServiceParts,
): { handlers: IdentityHandlers; stop: () => Promise<void> } {
  const passwords = createPasswordHasher();
  const throttles = createThrottles(configuration, log);
  const dispatcher = new OutboxDispatcher(writePool, createMailTransport(configuration, log), log);
  dispatcher.start();
  const publicOrigin = `${configuration.PUBLIC_SCHEME}://${configuration.PUBLIC_HOST}`;
  const userSessions = createUserSessionHandlers({
    passwords,
    throttle: throttles.userSignIn,
    lifetime: {
      absoluteSeconds: configuration.USER_SESSION_SECONDS,
      idleSeconds: configuration.USER_SESSION_IDLE_SECONDS,
    },
  });
  const encryption = createSeedEncryption(configuration.SECRETS_KEY);
  const reencryption = startSeedReencryption(writePool, encryption, log);
  const secondFactors = createSecondFactors(encryption);
  const onMailQueued = () => dispatcher.wake();
  const adminSessions = createAdminSessionHandlers({
    passwords,
    secondFactors,
    onMailQueued,
    throttle: throttles.adminSignIn,
    lifetime: {
      absoluteSeconds: configuration.ADMIN_SESSION_SECONDS,
      idleSeconds: configuration.ADMIN_SESSION_IDLE_SECONDS,
    },
  });
  const adminEnrolments = createAdminEnrolmentHandlers({
    passwords,
    throttle: throttles.signUp,
    encryption,
    secondFactors,
    onMailQueued,
  });
  const users = createUserHandlers({
    passwords,
    throttle: throttles.signUp,
    publicOrigin,
    onMailQueued,
  });
  const ownPasswords = createPasswordHandlers({
    passwords,
    signInThrottle: throttles.userSignIn,
    resetThrottle: throttles.passwordReset,
    publicOrigin,
    onMailQueued,
  });
  return {
    handlers: {
      ...userSessions,
      ...adminSessions,
      ...adminEnrolments,
      ...users,
      ...ownPasswords,
      'AdministrationService.ListAdminUsers': listAdminUsers,
      'AdministrationService.GetAdminUser': getAdminUser,
      'AdministrationService.UpdateTalentAccess': updateTalentAccess,
      'AdministrationService.DeleteAdminUserSessions': deleteAdminUserSessions,
      'AdministrationService.ListAdminCompanies': listAdminCompanies,
      'AdministrationService.GetAdminCompany': getAdminCompany,
      'AdministrationService.UpdateCompanyCondition': updateCompanyCondition,
      'AdministrationService.UpdateOrgMembershipStatus': updateOrgMembershipStatus,
      'AdministrationService.GetAdminOverview': getAdminOverview,
      'AdministrationService.ListAuditEvents': listAuditEvents,
      'InvitationLookupService.LookUpInvitation': lookUpInvitation,
    },
    stop: async () => {
      await reencryption.stop();
      await dispatcher.stop();
      throttles.stop();
    },
  };
}
