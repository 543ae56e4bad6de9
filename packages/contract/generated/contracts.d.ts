import type { DescService } from "@bufbuild/protobuf";

// Generated from proto by protoc-gen-gatehouse. Do not edit.

/** The services of each proto package that has some. */
export declare const contracts: {
  readonly employer: readonly DescService[];
  readonly identity: readonly DescService[];
  readonly talent: readonly DescService[];
};

/** Their names. */
export interface ContractServices {
  employer: 'ApplicationEvaluationService' | 'ApplicationNoteService' | 'ApplicationService' | 'CompanyService' | 'CompanyLogoService' | 'InterviewService' | 'InvitationService' | 'JobPostService' | 'MessageTemplateService' | 'ApplicationMessageService' | 'OrgMembershipService';
  identity: 'AbuseReportService' | 'AccountDeletionService' | 'AdminEnrolmentService' | 'AdminPasskeyService' | 'AdminSessionService' | 'AdministrationService' | 'CompanyNameService' | 'DataExportService' | 'EmailChangeService' | 'InvitationLookupService' | 'MailUnsubscriptionService' | 'ModerationService' | 'NotificationSettingsService' | 'NotificationService' | 'PasskeyService' | 'SecurityEventService' | 'StaffAccountService' | 'StatisticsService' | 'UserSessionService' | 'UserService';
  talent: 'TalentApplicationService' | 'PublicCompanyService' | 'CvService' | 'TalentInterviewService' | 'PublicJobPostService' | 'TalentMessageService' | 'ProfileService' | 'SavedJobPostService' | 'SavedSearchService';
}
