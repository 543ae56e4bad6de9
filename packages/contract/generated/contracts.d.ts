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
<<<<<<< HEAD
  employer: 'ApplicationNoteService' | 'ApplicationService' | 'CompanyService' | 'InterviewService' | 'InvitationService' | 'JobPostService' | 'MessageTemplateService' | 'ApplicationMessageService' | 'OrgMembershipService';
=======
  employer: 'ApplicationEvaluationService' | 'ApplicationNoteService' | 'ApplicationService' | 'CompanyService' | 'InvitationService' | 'JobPostService' | 'OrgMembershipService';
>>>>>>> 3687453 (Rate applications and assign them to a member: for active members alone, and never for the applicant)
  identity: 'AccountDeletionService' | 'AdminEnrolmentService' | 'AdminPasskeyService' | 'AdminSessionService' | 'AdministrationService' | 'DataExportService' | 'EmailChangeService' | 'InvitationLookupService' | 'MailUnsubscriptionService' | 'NotificationSettingsService' | 'NotificationService' | 'PasskeyService' | 'SecurityEventService' | 'StaffAccountService' | 'UserSessionService' | 'UserService';
  talent: 'TalentApplicationService' | 'PublicCompanyService' | 'CvService' | 'TalentInterviewService' | 'PublicJobPostService' | 'TalentMessageService' | 'ProfileService' | 'SavedJobPostService' | 'SavedSearchService';
}
