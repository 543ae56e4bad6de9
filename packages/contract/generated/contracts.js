import { ApplicationEvaluationService } from "./gatehouse/employer/v1/application_evaluations_pb.js";
import { ApplicationNoteService } from "./gatehouse/employer/v1/application_notes_pb.js";
import { ApplicationService } from "./gatehouse/employer/v1/applications_pb.js";
import { CompanyService } from "./gatehouse/employer/v1/companies_pb.js";
import { CompanyLogoService } from "./gatehouse/employer/v1/company_logos_pb.js";
import { InterviewService } from "./gatehouse/employer/v1/interviews_pb.js";
import { InvitationService } from "./gatehouse/employer/v1/invitations_pb.js";
import { JobPostService } from "./gatehouse/employer/v1/job_posts_pb.js";
import { MessageTemplateService } from "./gatehouse/employer/v1/message_templates_pb.js";
import { ApplicationMessageService } from "./gatehouse/employer/v1/messages_pb.js";
import { OrgMembershipService } from "./gatehouse/employer/v1/org_memberships_pb.js";
import { AbuseReportService } from "./gatehouse/identity/v1/abuse_reports_pb.js";
import { AccountDeletionService } from "./gatehouse/identity/v1/account_deletions_pb.js";
import { AdminEnrolmentService } from "./gatehouse/identity/v1/admin_enrolments_pb.js";
import { AdminPasskeyService } from "./gatehouse/identity/v1/admin_passkeys_pb.js";
import { AdminSessionService } from "./gatehouse/identity/v1/admin_sessions_pb.js";
import { AdministrationService } from "./gatehouse/identity/v1/administration_pb.js";
import { CompanyNameService } from "./gatehouse/identity/v1/company_name_checks_pb.js";
import { DataExportService } from "./gatehouse/identity/v1/data_exports_pb.js";
import { EmailChangeService } from "./gatehouse/identity/v1/email_changes_pb.js";
import { InvitationLookupService } from "./gatehouse/identity/v1/invitation_lookups_pb.js";
import { MailUnsubscriptionService } from "./gatehouse/identity/v1/mail_unsubscriptions_pb.js";
import { ModerationService } from "./gatehouse/identity/v1/moderation_pb.js";
import { NotificationSettingsService } from "./gatehouse/identity/v1/notification_settings_pb.js";
import { NotificationService } from "./gatehouse/identity/v1/notifications_pb.js";
import { PasskeyService } from "./gatehouse/identity/v1/passkeys_pb.js";
import { SecurityEventService } from "./gatehouse/identity/v1/security_events_pb.js";
import { StaffAccountService } from "./gatehouse/identity/v1/staff_accounts_pb.js";
import { StatisticsService } from "./gatehouse/identity/v1/statistics_pb.js";
import { UserSessionService } from "./gatehouse/identity/v1/user_sessions_pb.js";
import { UserService } from "./gatehouse/identity/v1/users_pb.js";
import { TalentApplicationService } from "./gatehouse/talent/v1/applications_pb.js";
import { PublicCompanyService } from "./gatehouse/talent/v1/companies_pb.js";
import { CvService } from "./gatehouse/talent/v1/cvs_pb.js";
import { TalentInterviewService } from "./gatehouse/talent/v1/interviews_pb.js";
import { PublicJobPostService } from "./gatehouse/talent/v1/job_posts_pb.js";
import { TalentMessageService } from "./gatehouse/talent/v1/messages_pb.js";
import { ProfileService } from "./gatehouse/talent/v1/profiles_pb.js";
import { SavedJobPostService } from "./gatehouse/talent/v1/saved_job_posts_pb.js";
import { SavedSearchService } from "./gatehouse/talent/v1/saved_searches_pb.js";

// Generated from proto by protoc-gen-gatehouse. Do not edit.

export const contracts = {
  employer: [
    ApplicationEvaluationService,
    ApplicationNoteService,
    ApplicationService,
    CompanyService,
    CompanyLogoService,
    InterviewService,
    InvitationService,
    JobPostService,
    MessageTemplateService,
    ApplicationMessageService,
    OrgMembershipService,
  ],
  identity: [
    AbuseReportService,
    AccountDeletionService,
    AdminEnrolmentService,
    AdminPasskeyService,
    AdminSessionService,
    AdministrationService,
    CompanyNameService,
    DataExportService,
    EmailChangeService,
    InvitationLookupService,
    MailUnsubscriptionService,
    ModerationService,
    NotificationSettingsService,
    NotificationService,
    PasskeyService,
    SecurityEventService,
    StaffAccountService,
    StatisticsService,
    UserSessionService,
    UserService,
  ],
  talent: [
    TalentApplicationService,
    PublicCompanyService,
    CvService,
    TalentInterviewService,
    PublicJobPostService,
    TalentMessageService,
    ProfileService,
    SavedJobPostService,
    SavedSearchService,
  ],
};
