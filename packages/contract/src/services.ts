import { ApplicationService } from '../generated/gatehouse/employer/v1/applications_pb.js';
import { CompanyService } from '../generated/gatehouse/employer/v1/companies_pb.js';
import { InvitationService } from '../generated/gatehouse/employer/v1/invitations_pb.js';
import { JobPostService } from '../generated/gatehouse/employer/v1/job_posts_pb.js';
import { OrgMembershipService } from '../generated/gatehouse/employer/v1/org_memberships_pb.js';
import { AdminEnrolmentService } from '../generated/gatehouse/identity/v1/admin_enrolments_pb.js';
import { AdminSessionService } from '../generated/gatehouse/identity/v1/admin_sessions_pb.js';
import { AdministrationService } from '../generated/gatehouse/identity/v1/administration_pb.js';
import { InvitationLookupService } from '../generated/gatehouse/identity/v1/invitation_lookups_pb.js';
import { UserSessionService } from '../generated/gatehouse/identity/v1/user_sessions_pb.js';
import { UserService } from '../generated/gatehouse/identity/v1/users_pb.js';
import { TalentApplicationService } from '../generated/gatehouse/talent/v1/applications_pb.js';
import { PublicJobPostService } from '../generated/gatehouse/talent/v1/job_posts_pb.js';
import { ProfileService } from '../generated/gatehouse/talent/v1/profiles_pb.js';

/** The contract's services behind `/identities`. */
export const identityContract = [
  UserSessionService,
  UserService,
  AdminSessionService,
  AdminEnrolmentService,
  AdministrationService,
  InvitationLookupService,
] as const;

/** The contract's services behind `/employer`. */
export const employerContract = [
  OrgMembershipService,
  InvitationService,
  CompanyService,
  JobPostService,
  ApplicationService,
] as const;

/** The contract's services behind `/talent`. */
export const talentContract = [PublicJobPostService, ProfileService, TalentApplicationService] as const;
