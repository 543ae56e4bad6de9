// Generated from proto by protoc-gen-gatehouse. Do not edit.

/**
 * The two identity systems.
 *
 * @generated from enum gatehouse.access.v1.AccessRule.Public.System
 */
export type PublicSystem =
  | 'user'
  | 'admin';

/**
 * Roles in a company, weakest first.
 *
 * @generated from enum gatehouse.access.v1.AccessRule.Employer.OrgRole
 */
export type EmployerOrgRole =
  | 'member'
  | 'owner';

/**
 * What a talent access state can grant. A rule name has a dot for the first underscore: `talent:profile.read`.
 *
 * @generated from enum gatehouse.access.v1.AccessRule.Talent.Permission
 */
export type TalentPermission =
  | 'profile_read'
  | 'profile_write'
  | 'applications_read'
  | 'applications_write';

/**
 * Roles of admins, weakest first.
 *
 * @generated from enum gatehouse.access.v1.AccessRule.Admin.Role
 */
export type AdminRole =
  | 'viewer'
  | 'operator';

/**
 * What the endpoint does to the caller's session. Only these endpoints set a cookie (W7).
 *
 * @generated from enum gatehouse.access.v1.Answer.SessionEffect
 */
export type AnswerSessionEffect =
  | 'starts_user'
  | 'ends_user'
  | 'starts_admin'
  | 'ends_admin'
  | 'begins_user'
  | 'begins_admin';

/**
 * The one registry of codes: a code's number never changes its meaning.
 *
 * @generated from enum gatehouse.access.v1.Refusal.Code
 */
export type RefusalCode =
  | 'session_required'
  | 'org_membership_required'
  | 'org_membership_inactive'
  | 'org_company_disabled'
  | 'org_role_required'
  | 'talent_access_required'
  | 'talent_access_pending'
  | 'talent_access_suspended'
  | 'admin_role_required'
  | 'reauthentication_required'
  | 'totp_required'
  | 'fresh_authentication_required'
  | 'passkey_required'
  | 'csrf_origin_denied'
  | 'csrf_guard_missing'
  | 'https_required'
  | 'account_changed'
  | 'email_unverified'
  | 'invitation_address_mismatch'
  | 'input_invalid'
  | 'not_found'
  | 'method_not_allowed'
  | 'body_too_large'
  | 'media_type_unsupported'
  | 'headers_too_large'
  | 'request_timeout'
  | 'precondition_required'
  | 'credentials_invalid'
  | 'password_common'
  | 'token_invalid'
  | 'totp_invalid'
  | 'email_unchanged'
  | 'passkey_invalid'
  | 'application_incomplete'
  | 'questions_changed'
  | 'org_membership_exists'
  | 'org_last_owner'
  | 'talent_access_exists'
  | 'job_post_state_conflict'
  | 'application_withdrawn'
  | 'job_post_incomplete'
  | 'job_post_quota_reached'
  | 'application_exists'
  | 'invitation_exists'
  | 'job_post_closed'
  | 'job_post_hidden'
  | 'org_membership_revoked_by_staff'
  | 'edit_conflict'
  | 'stage_change_final'
  | 'passkey_exists'
  | 'passkey_quota_reached'
  | 'last_credential'
  | 'staff_account_exists'
  | 'staff_account_disabled'
  | 'staff_last_operator'
  | 'staff_request_exists'
  | 'second_operator_required'
  | 'offer_not_open'
  | 'offer_accepted'
  | 'note_author_required'
  | 'own_application'
  | 'assignee_unavailable'
  | 'file_invalid'
  | 'image_invalid'
  | 'logo_removed_by_staff'
  | 'file_quota_reached'
  | 'saved_quota_reached'
  | 'message_delivered'
  | 'conversation_closed'
  | 'message_quota_reached'
  | 'interview_not_open'
  | 'interview_exists'
  | 'interview_quota_reached'
  | 'rate_limited'
  | 'internal_error'
  | 'dependency_unavailable';

/**
 * @generated from enum gatehouse.employer.v1.Rating.Value
 */
export type Rating =
  | 'strong_no'
  | 'no'
  | 'yes'
  | 'strong_yes';

/**
 * @generated from enum gatehouse.employer.v1.QuestionKind.Value
 */
export type QuestionKind =
  | 'short_text'
  | 'long_text'
  | 'yes_no';

/**
 * @generated from enum gatehouse.employer.v1.ApplicationStage.Value
 */
export type ApplicationStage =
  | 'submitted'
  | 'in_review'
  | 'interview'
  | 'offer'
  | 'rejected';

/**
 * @generated from enum gatehouse.employer.v1.OfferAnswer.Value
 */
export type OfferAnswer =
  | 'accepted'
  | 'declined';

/**
 * @generated from enum gatehouse.employer.v1.ApplicationOrder.Value
 */
export type ApplicationOrder =
  | 'newest'
  | 'oldest'
  | 'rating';

/**
 * @generated from enum gatehouse.employer.v1.MoveOutcome.Value
 */
export type MoveOutcome =
  | 'moved'
  | 'unchanged'
  | 'edit_conflict'
  | 'offer_answered'
  | 'stage_change_final'
  | 'application_withdrawn'
  | 'not_found'
  | 'own_application';

/**
 * @generated from enum gatehouse.employer.v1.ApplicationEventKind.Value
 */
export type ApplicationEventKind =
  | 'stage_changed'
  | 'stage_change_undone'
  | 'offer_accepted'
  | 'offer_declined'
  | 'note_added'
  | 'note_deleted'
  | 'interview_proposed'
  | 'interview_accepted'
  | 'interview_declined'
  | 'interview_cancelled';

/**
 * @generated from enum gatehouse.employer.v1.PayPeriod.Value
 */
export type PayPeriod =
  | 'hour'
  | 'day'
  | 'month'
  | 'year';

/**
 * @generated from enum gatehouse.employer.v1.RemoteMode.Value
 */
export type RemoteMode =
  | 'on_site'
  | 'hybrid'
  | 'remote';

/**
 * @generated from enum gatehouse.employer.v1.Seniority.Value
 */
export type Seniority =
  | 'entry'
  | 'mid'
  | 'senior'
  | 'lead';

/**
 * @generated from enum gatehouse.employer.v1.JobPost.State
 */
export type JobPostState =
  | 'draft'
  | 'published'
  | 'closed';

/**
 * @generated from enum gatehouse.employer.v1.JobPost.Kind
 */
export type JobPostKind =
  | 'full_time'
  | 'part_time'
  | 'contract'
  | 'internship';

/**
 * @generated from enum gatehouse.employer.v1.JobPostOrder.Value
 */
export type JobPostOrder =
  | 'newest'
  | 'title'
  | 'applications';

/**
 * @generated from enum gatehouse.employer.v1.PublishedAs.Value
 */
export type PublishedAs =
  | 'visible'
  | 'expired'
  | 'hidden';

/**
 * Decided by the staff.
 *
 * @generated from enum gatehouse.identity.v1.TalentAccess.State
 */
export type TalentAccessState =
  | 'none'
  | 'pending'
  | 'active'
  | 'suspended';

/**
 * Each state but `active` means exactly one refusal code: none - org_membership_required,
 * membership_inactive - org_membership_inactive, company_disabled - org_company_disabled.
 *
 * @generated from enum gatehouse.identity.v1.EmployerAccess.State
 */
export type EmployerAccessState =
  | 'none'
  | 'active'
  | 'membership_inactive'
  | 'company_disabled';

/**
 * @generated from enum gatehouse.identity.v1.AuditParty.Kind
 */
export type AuditPartyKind =
  | 'user'
  | 'admin'
  | 'company';

/**
 * @generated from enum gatehouse.identity.v1.CompanyReviewState.Value
 */
export type CompanyReviewState =
  | 'pending'
  | 'approved'
  | 'refused';

/**
 * @generated from enum gatehouse.identity.v1.CompanyCondition.Value
 */
export type CompanyCondition =
  | 'active'
  | 'disabled';

/**
 * @generated from enum gatehouse.identity.v1.OrgMembershipStatus.Value
 */
export type OrgMembershipStatus =
  | 'active'
  | 'revoked';

/**
 * @generated from enum gatehouse.identity.v1.OrgMembershipRevoker.Value
 */
export type OrgMembershipRevoker =
  | 'staff'
  | 'owner';

/**
 * @generated from enum gatehouse.identity.v1.AdminCompanyOrder.Value
 */
export type AdminCompanyOrder =
  | 'name'
  | 'newest';

/**
 * Who acted.
 *
 * @generated from enum gatehouse.identity.v1.AuditEvent.ActorKind
 */
export type AuditEventActorKind =
  | 'user'
  | 'admin'
  | 'system';

/**
 * @generated from enum gatehouse.employer.v1.InterviewState.Value
 */
export type InterviewState =
  | 'proposed'
  | 'accepted'
  | 'declined'
  | 'cancelled';

/**
 * @generated from enum gatehouse.employer.v1.MessageSide.Value
 */
export type MessageSide =
  | 'company'
  | 'applicant';

/**
 * @generated from enum gatehouse.identity.v1.ReportedKind.Value
 */
export type ReportedKind =
  | 'job_post'
  | 'company';

/**
 * @generated from enum gatehouse.identity.v1.ReportReason.Value
 */
export type ReportReason =
  | 'scam'
  | 'fee'
  | 'discrimination'
  | 'offensive'
  | 'not_a_job'
  | 'other';

/**
 * @generated from enum gatehouse.identity.v1.AccountDeletion.State
 */
export type AccountDeletionState =
  | 'none'
  | 'scheduled';

/**
 * @generated from enum gatehouse.identity.v1.DataExport.State
 */
export type DataExportState =
  | 'none'
  | 'running'
  | 'ready';

/**
 * @generated from enum gatehouse.identity.v1.JobPostVisibility.Value
 */
export type JobPostVisibility =
  | 'shown'
  | 'hidden';

/**
 * @generated from enum gatehouse.identity.v1.AdminJobPostExposure.Value
 */
export type AdminJobPostExposure =
  | 'visible'
  | 'hidden';

/**
 * As of the company's job posts; never a draft.
 *
 * @generated from enum gatehouse.identity.v1.AdminJobPost.State
 */
export type AdminJobPostState =
  | 'published'
  | 'closed';

/**
 * As of the company's job posts.
 *
 * @generated from enum gatehouse.identity.v1.AdminJobPost.Kind
 */
export type AdminJobPostKind =
  | 'full_time'
  | 'part_time'
  | 'contract'
  | 'internship';

/**
 * Where the work is done.
 *
 * @generated from enum gatehouse.identity.v1.AdminJobPostTerms.RemoteMode
 */
export type AdminJobPostTermsRemoteMode =
  | 'on_site'
  | 'hybrid'
  | 'remote';

/**
 * How much experience the work needs.
 *
 * @generated from enum gatehouse.identity.v1.AdminJobPostTerms.Seniority
 */
export type AdminJobPostTermsSeniority =
  | 'entry'
  | 'mid'
  | 'senior'
  | 'lead';

/**
 * What pay is for.
 *
 * @generated from enum gatehouse.identity.v1.AdminJobPostTerms.Pay.Period
 */
export type AdminJobPostTermsPayPeriod =
  | 'hour'
  | 'day'
  | 'month'
  | 'year';

/**
 * @generated from enum gatehouse.identity.v1.MailChoice.Value
 */
export type MailChoice =
  | 'at_once'
  | 'daily'
  | 'never';

/**
 * @generated from enum gatehouse.identity.v1.NotificationKind.Value
 */
export type NotificationKind =
  | 'access_decided'
  | 'application_received'
  | 'application_moved'
  | 'invitation_received'
  | 'role_changed'
  | 'company_condition_changed'
  | 'job_post_closed'
  | 'job_post_visibility_changed'
  | 'company_reviewed'
  | 'message_received'
  | 'interview_changed'
  | 'application_assigned'
  | 'offer_answered'
  | 'application_withdrawn';

/**
 * @generated from enum gatehouse.identity.v1.StaffCondition.Value
 */
export type StaffCondition =
  | 'active'
  | 'disabled';

/**
 * @generated from enum gatehouse.identity.v1.StaffRequestKind.Value
 */
export type StaffRequestKind =
  | 'enable'
  | 'promote'
  | 'reset';

/**
 * @generated from enum gatehouse.talent.v1.PublicJobPostOrder.Value
 */
export type PublicJobPostOrder =
  | 'relevance'
  | 'newest'
  | 'pay';

/**
 * @generated from enum gatehouse.talent.v1.TalentApplicationEventKind.Value
 */
export type TalentApplicationEventKind =
  | 'stage_reported'
  | 'offer_accepted'
  | 'offer_declined'
  | 'interview_proposed'
  | 'interview_accepted'
  | 'interview_declined'
  | 'interview_cancelled';

/**
 * @generated from enum gatehouse.talent.v1.MailFrequency.Value
 */
export type MailFrequency =
  | 'daily'
  | 'weekly'
  | 'none';

/**
 * The work history and the education of a profile, each newest first in a response.
 *
 * @generated from message gatehouse.career.v1.Career
 */
export interface Career {
  /**
   * @generated from field: repeated gatehouse.career.v1.Position positions = 1;
   */
  readonly positions: readonly Position[];
  /**
   * @generated from field: repeated gatehouse.career.v1.Education education = 2;
   */
  readonly education: readonly Education[];
}

/**
 * What a talent has worked as.
 *
 * @generated from message gatehouse.career.v1.Position
 */
export interface Position {
  /**
   * Which entry of the list it is: the caller chooses a free number, and keeps it when the entry changes, so that the entries
   * of two versions can be compared.
   *
   * @generated from field: uint32 key = 1;
   */
  readonly key: number;
  /**
   * @generated from field: string employer_name = 2 [json_name = "employer_name"];
   */
  readonly employer_name: string;
  /**
   * @generated from field: string title = 3;
   */
  readonly title: string;
  /**
   * The first month, for example `2021-03`; not in the future.
   *
   * @generated from field: string from_month = 4 [json_name = "from_month"];
   */
  readonly from_month: string;
  /**
   * The last month: not before the first one, and not in the future. Empty: until now.
   *
   * @generated from field: string to_month = 5 [json_name = "to_month"];
   */
  readonly to_month: string;
  /**
   * @generated from field: string description = 6;
   */
  readonly description: string;
}

/**
 * Where a talent has studied.
 *
 * @generated from message gatehouse.career.v1.Education
 */
export interface Education {
  /**
   * As in `Position`.
   *
   * @generated from field: uint32 key = 1;
   */
  readonly key: number;
  /**
   * @generated from field: string school = 2;
   */
  readonly school: string;
  /**
   * The degree or the field of study; may be empty.
   *
   * @generated from field: string degree = 3;
   */
  readonly degree: string;
  /**
   * The first year, for example `2014`; not in the future.
   *
   * @generated from field: string from_year = 4 [json_name = "from_year"];
   */
  readonly from_year: string;
  /**
   * The last year, also an expected one; not before the first one. Empty: until now.
   *
   * @generated from field: string to_year = 5 [json_name = "to_year"];
   */
  readonly to_year: string;
}

/**
 * @generated from message gatehouse.employer.v1.ListApplicationRatingsRequest
 */
export interface ListApplicationRatingsRequest {
  /**
   * @generated from field: string application_id = 1 [json_name = "application_id"];
   */
  readonly application_id: string;
  /**
   * @generated from field: string cursor = 2;
   */
  readonly cursor: string;
  /**
   * Items of a page; 0: the default.
   *
   * @generated from field: uint32 limit = 3;
   */
  readonly limit: number;
}

/**
 * @generated from message gatehouse.employer.v1.ListApplicationRatingsResponse
 */
export interface ListApplicationRatingsResponse {
  /**
   * @generated from field: repeated gatehouse.employer.v1.ApplicationRating items = 1;
   */
  readonly items: readonly ApplicationRating[];
  /**
   * Empty: this was the last page.
   *
   * @generated from field: string next_cursor = 2 [json_name = "next_cursor"];
   */
  readonly next_cursor: string;
}

/**
 * @generated from message gatehouse.employer.v1.UpdateApplicationRatingRequest
 */
export interface UpdateApplicationRatingRequest {
  /**
   * @generated from field: string application_id = 1 [json_name = "application_id"];
   */
  readonly application_id: string;
  /**
   * @generated from field: gatehouse.employer.v1.Rating.Value value = 2;
   */
  readonly value: Rating;
}

/**
 * @generated from message gatehouse.employer.v1.DeleteApplicationRatingRequest
 */
export interface DeleteApplicationRatingRequest {
  /**
   * @generated from field: string application_id = 1 [json_name = "application_id"];
   */
  readonly application_id: string;
}

/**
 * @generated from message gatehouse.employer.v1.UpdateApplicationAssignmentRequest
 */
export interface UpdateApplicationAssignmentRequest {
  /**
   * @generated from field: string application_id = 1 [json_name = "application_id"];
   */
  readonly application_id: string;
  /**
   * `me`, `none`, or the id of a membership.
   *
   * @generated from field: string assignee = 2;
   */
  readonly assignee: string;
}

/**
 * The rating of one member.
 *
 * @generated from message gatehouse.employer.v1.ApplicationRating
 */
export interface ApplicationRating {
  /**
   * @generated from field: string id = 1;
   */
  readonly id: string;
  /**
   * @generated from field: gatehouse.employer.v1.Rating.Value value = 2;
   */
  readonly value: Rating;
  /**
   * Empty: the account is deleted.
   *
   * @generated from field: string rater_name = 3 [json_name = "rater_name"];
   */
  readonly rater_name: string;
  /**
   * Whether it is the caller's.
   *
   * @generated from field: bool is_own = 4 [json_name = "is_own"];
   */
  readonly is_own: boolean;
  /**
   * Whether the rater is no active member any more. The rating stays and counts.
   *
   * @generated from field: bool is_of_former_member = 5 [json_name = "is_of_former_member"];
   */
  readonly is_of_former_member: boolean;
  /**
   * When it was made, or last changed.
   *
   * @generated from field: google.protobuf.Timestamp rated_at = 6 [json_name = "rated_at"];
   */
  readonly rated_at: string;
}

/**
 * The ratings of an application as one.
 *
 * @generated from message gatehouse.employer.v1.ApplicationRatingSummary
 */
export interface ApplicationRatingSummary {
  /**
   * From 1, strong no, to 4, strong yes.
   *
   * @generated from field: double average = 1;
   */
  readonly average: number;
  /**
   * @generated from field: uint32 count = 2;
   */
  readonly count: number;
  /**
   * The caller's own. Absent: none.
   *
   * @generated from field: optional gatehouse.employer.v1.Rating.Value own = 3;
   */
  readonly own?: Rating;
}

/**
 * Who takes care of an application.
 *
 * @generated from message gatehouse.employer.v1.ApplicationAssignment
 */
export interface ApplicationAssignment {
  /**
   * Of the membership. Absent: no active member does.
   *
   * @generated from field: optional string membership_id = 1 [json_name = "membership_id"];
   */
  readonly membership_id?: string;
  /**
   * Empty without an assignee.
   *
   * @generated from field: string assignee_name = 2 [json_name = "assignee_name"];
   */
  readonly assignee_name: string;
  /**
   * Whether it is the caller.
   *
   * @generated from field: bool is_own = 3 [json_name = "is_own"];
   */
  readonly is_own: boolean;
  /**
   * The version of the assignment, for `If-Match`.
   *
   * @generated from field: string etag = 4;
   */
  readonly etag: string;
}

/**
 * @generated from message gatehouse.employer.v1.ListApplicationNotesRequest
 */
export interface ListApplicationNotesRequest {
  /**
   * @generated from field: string application_id = 1 [json_name = "application_id"];
   */
  readonly application_id: string;
  /**
   * @generated from field: string cursor = 2;
   */
  readonly cursor: string;
  /**
   * Items of a page; 0: the default.
   *
   * @generated from field: uint32 limit = 3;
   */
  readonly limit: number;
}

/**
 * @generated from message gatehouse.employer.v1.ListApplicationNotesResponse
 */
export interface ListApplicationNotesResponse {
  /**
   * @generated from field: repeated gatehouse.employer.v1.ApplicationNote items = 1;
   */
  readonly items: readonly ApplicationNote[];
  /**
   * Empty: this was the last page.
   *
   * @generated from field: string next_cursor = 2 [json_name = "next_cursor"];
   */
  readonly next_cursor: string;
}

/**
 * @generated from message gatehouse.employer.v1.CreateApplicationNoteRequest
 */
export interface CreateApplicationNoteRequest {
  /**
   * @generated from field: string application_id = 1 [json_name = "application_id"];
   */
  readonly application_id: string;
  /**
   * @generated from field: string text = 2;
   */
  readonly text: string;
}

/**
 * @generated from message gatehouse.employer.v1.UpdateApplicationNoteRequest
 */
export interface UpdateApplicationNoteRequest {
  /**
   * @generated from field: string id = 1;
   */
  readonly id: string;
  /**
   * @generated from field: string text = 2;
   */
  readonly text: string;
}

/**
 * @generated from message gatehouse.employer.v1.DeleteApplicationNoteRequest
 */
export interface DeleteApplicationNoteRequest {
  /**
   * @generated from field: string id = 1;
   */
  readonly id: string;
}

/**
 * A note on an application.
 *
 * @generated from message gatehouse.employer.v1.ApplicationNote
 */
export interface ApplicationNote {
  /**
   * @generated from field: string id = 1;
   */
  readonly id: string;
  /**
   * @generated from field: string text = 2;
   */
  readonly text: string;
  /**
   * Empty: the author's account is deleted.
   *
   * @generated from field: string author_name = 3 [json_name = "author_name"];
   */
  readonly author_name: string;
  /**
   * Whether the caller wrote it.
   *
   * @generated from field: bool is_own = 4 [json_name = "is_own"];
   */
  readonly is_own: boolean;
  /**
   * @generated from field: google.protobuf.Timestamp created_at = 5 [json_name = "created_at"];
   */
  readonly created_at: string;
  /**
   * When its text last changed; absent: never.
   *
   * @generated from field: optional google.protobuf.Timestamp edited_at = 6 [json_name = "edited_at"];
   */
  readonly edited_at?: string;
  /**
   * The version of the text, for `If-Match`.
   *
   * @generated from field: string etag = 7;
   */
  readonly etag: string;
  /**
   * Whether the caller may delete it: its author and every owner may.
   *
   * @generated from field: bool can_delete = 8 [json_name = "can_delete"];
   */
  readonly can_delete: boolean;
}

/**
 * The questions of a job post, in their order. Applicants answer them when they apply.
 *
 * @generated from message gatehouse.employer.v1.ScreeningQuestions
 */
export interface ScreeningQuestions {
  /**
   * @generated from field: repeated gatehouse.employer.v1.ScreeningQuestion items = 1;
   */
  readonly items: readonly ScreeningQuestion[];
}

/**
 * @generated from message gatehouse.employer.v1.ScreeningQuestion
 */
export interface ScreeningQuestion {
  /**
   * No two questions of a job post have the same.
   *
   * @generated from field: string text = 1;
   */
  readonly text: string;
  /**
   * @generated from field: gatehouse.employer.v1.QuestionKind.Value kind = 2;
   */
  readonly kind: QuestionKind;
  /**
   * @generated from field: bool is_required = 3 [json_name = "is_required"];
   */
  readonly is_required: boolean;
}

/**
 * A question with its answer, as an application was sent with it: a later change of the job post changes neither.
 *
 * @generated from message gatehouse.employer.v1.ScreeningAnswer
 */
export interface ScreeningAnswer {
  /**
   * @generated from field: string question = 1;
   */
  readonly question: string;
  /**
   * @generated from field: gatehouse.employer.v1.QuestionKind.Value kind = 2;
   */
  readonly kind: QuestionKind;
  /**
   * Empty: not answered. `yes` or `no` for the kind `yes_no`.
   *
   * @generated from field: string answer = 3;
   */
  readonly answer: string;
}

/**
 * What is known of an uploaded file.
 *
 * @generated from message gatehouse.file.v1.FileInfo
 */
export interface FileInfo {
  /**
   * The name that it was uploaded with, for example `CV Ada Lovelace.pdf`.
   *
   * @generated from field: string name = 1;
   */
  readonly name: string;
  /**
   * In bytes.
   *
   * @generated from field: uint32 size = 2;
   */
  readonly size: number;
  /**
   * @generated from field: google.protobuf.Timestamp uploaded_at = 3 [json_name = "uploaded_at"];
   */
  readonly uploaded_at: string;
}

/**
 * @generated from message gatehouse.employer.v1.ListJobPostApplicationsRequest
 */
export interface ListJobPostApplicationsRequest {
  /**
   * @generated from field: string job_post_id = 1 [json_name = "job_post_id"];
   */
  readonly job_post_id: string;
  /**
   * Absent: every stage.
   *
   * @generated from field: optional gatehouse.employer.v1.ApplicationStage.Value stage = 2;
   */
  readonly stage?: ApplicationStage;
  /**
   * @generated from field: string cursor = 3;
   */
  readonly cursor: string;
  /**
   * Items of a page; 0: the default.
   *
   * @generated from field: uint32 limit = 4;
   */
  readonly limit: number;
}

/**
 * @generated from message gatehouse.employer.v1.ListJobPostApplicationsResponse
 */
export interface ListJobPostApplicationsResponse {
  /**
   * @generated from field: repeated gatehouse.employer.v1.Application items = 1;
   */
  readonly items: readonly Application[];
  /**
   * Empty: this was the last page.
   *
   * @generated from field: string next_cursor = 2 [json_name = "next_cursor"];
   */
  readonly next_cursor: string;
}

/**
 * @generated from message gatehouse.employer.v1.ListCompanyApplicationsRequest
 */
export interface ListCompanyApplicationsRequest {
  /**
   * Absent: every stage.
   *
   * @generated from field: optional gatehouse.employer.v1.ApplicationStage.Value stage = 1;
   */
  readonly stage?: ApplicationStage;
  /**
   * Absent: every job post. One of another company has no applications here.
   *
   * @generated from field: optional string job_post_id = 2 [json_name = "job_post_id"];
   */
  readonly job_post_id?: string;
  /**
   * Words, in any case and without accents: each is a part of the applicant's name or email, of the headline or skills that were
   * sent, or of the job post's title or location. Among the newest 20,000 applications of the company, the newest 10,000 that match.
   * If none has all words, those are found among the newest 1,000 that have words like them. Empty: all.
   *
   * @generated from field: string query = 3;
   */
  readonly query: string;
  /**
   * Absent: newest first.
   *
   * @generated from field: optional gatehouse.employer.v1.ApplicationOrder.Value order = 4;
   */
  readonly order?: ApplicationOrder;
  /**
   * @generated from field: string cursor = 5;
   */
  readonly cursor: string;
  /**
   * Items of a page; 0: the default.
   *
   * @generated from field: uint32 limit = 6;
   */
  readonly limit: number;
  /**
   * Absent: all. `me` and `none`, or the id of a membership: only what this active member takes care of.
   *
   * @generated from field: optional string assignee = 7;
   */
  readonly assignee?: string;
}

/**
 * @generated from message gatehouse.employer.v1.ListCompanyApplicationsResponse
 */
export interface ListCompanyApplicationsResponse {
  /**
   * @generated from field: repeated gatehouse.employer.v1.Application items = 1;
   */
  readonly items: readonly Application[];
  /**
   * Empty: this was the last page.
   *
   * @generated from field: string next_cursor = 2 [json_name = "next_cursor"];
   */
  readonly next_cursor: string;
}

/**
 * @generated from message gatehouse.employer.v1.GetApplicationBoardRequest
 */
export interface GetApplicationBoardRequest {
  /**
   * As in `ListCompanyApplicationsRequest`.
   *
   * @generated from field: optional string job_post_id = 1 [json_name = "job_post_id"];
   */
  readonly job_post_id?: string;
  /**
   * As in `ListCompanyApplicationsRequest`.
   *
   * @generated from field: optional string assignee = 2;
   */
  readonly assignee?: string;
  /**
   * As in `ListCompanyApplicationsRequest`.
   *
   * @generated from field: string query = 3;
   */
  readonly query: string;
  /**
   * Within each column. As in `ListCompanyApplicationsRequest`.
   *
   * @generated from field: optional gatehouse.employer.v1.ApplicationOrder.Value order = 4;
   */
  readonly order?: ApplicationOrder;
}

/**
 * @generated from message gatehouse.employer.v1.ApplicationBoard
 */
export interface ApplicationBoard {
  /**
   * One for each stage, in their order.
   *
   * @generated from field: repeated gatehouse.employer.v1.BoardColumn columns = 1;
   */
  readonly columns: readonly BoardColumn[];
}

/**
 * @generated from message gatehouse.employer.v1.BoardColumn
 */
export interface BoardColumn {
  /**
   * @generated from field: gatehouse.employer.v1.ApplicationStage.Value stage = 1;
   */
  readonly stage: ApplicationStage;
  /**
   * All that match, shown or not; with a query, all that its search finds.
   *
   * @generated from field: uint32 count = 2;
   */
  readonly count: number;
  /**
   * The first 20 in the order that was asked for.
   *
   * @generated from field: repeated gatehouse.employer.v1.BoardCard items = 3;
   */
  readonly items: readonly BoardCard[];
  /**
   * For `ListCompanyApplications` with this stage and the same filters. Empty: there are no more.
   *
   * @generated from field: string next_cursor = 4 [json_name = "next_cursor"];
   */
  readonly next_cursor: string;
}

/**
 * An application on a board; each field as in `Application`.
 *
 * @generated from message gatehouse.employer.v1.BoardCard
 */
export interface BoardCard {
  /**
   * @generated from field: string id = 1;
   */
  readonly id: string;
  /**
   * @generated from field: string applicant_name = 2 [json_name = "applicant_name"];
   */
  readonly applicant_name: string;
  /**
   * @generated from field: string job_post_title = 3 [json_name = "job_post_title"];
   */
  readonly job_post_title: string;
  /**
   * @generated from field: gatehouse.employer.v1.ApplicationStage.Value stage = 4;
   */
  readonly stage: ApplicationStage;
  /**
   * @generated from field: google.protobuf.Timestamp updated_at = 5 [json_name = "updated_at"];
   */
  readonly updated_at: string;
  /**
   * @generated from field: string etag = 6;
   */
  readonly etag: string;
  /**
   * @generated from field: optional gatehouse.employer.v1.OfferAnswer.Value offer_answer = 7 [json_name = "offer_answer"];
   */
  readonly offer_answer?: OfferAnswer;
  /**
   * @generated from field: optional gatehouse.employer.v1.ApplicationRatingSummary rating = 8;
   */
  readonly rating?: ApplicationRatingSummary;
  /**
   * @generated from field: optional gatehouse.employer.v1.ApplicationAssignment assignment = 9;
   */
  readonly assignment?: ApplicationAssignment;
  /**
   * Whether a message of the applicant waits that no member has read. No, if the caller is the applicant.
   *
   * @generated from field: bool has_unread_messages = 10 [json_name = "has_unread_messages"];
   */
  readonly has_unread_messages: boolean;
  /**
   * @generated from field: optional google.protobuf.Timestamp next_interview_at = 11 [json_name = "next_interview_at"];
   */
  readonly next_interview_at?: string;
}

/**
 * @generated from message gatehouse.employer.v1.CreateApplicationExportRequest
 */
export interface CreateApplicationExportRequest {
  /**
   * As in `ListCompanyApplicationsRequest`.
   *
   * @generated from field: optional gatehouse.employer.v1.ApplicationStage.Value stage = 1;
   */
  readonly stage?: ApplicationStage;
  /**
   * As in `ListCompanyApplicationsRequest`.
   *
   * @generated from field: optional string job_post_id = 2 [json_name = "job_post_id"];
   */
  readonly job_post_id?: string;
  /**
   * As in `ListCompanyApplicationsRequest`.
   *
   * @generated from field: string query = 3;
   */
  readonly query: string;
  /**
   * As in `ListCompanyApplicationsRequest`.
   *
   * @generated from field: optional gatehouse.employer.v1.ApplicationOrder.Value order = 4;
   */
  readonly order?: ApplicationOrder;
  /**
   * As in `ListCompanyApplicationsRequest`.
   *
   * @generated from field: optional string assignee = 5;
   */
  readonly assignee?: string;
}

/**
 * @generated from message gatehouse.employer.v1.ApplicationExport
 */
export interface ApplicationExport {
  /**
   * RFC 4180 with a header line; a cell that a spreadsheet would run as a formula begins with `'`.
   *
   * @generated from field: string csv = 1;
   */
  readonly csv: string;
  /**
   * @generated from field: uint32 application_count = 2 [json_name = "application_count"];
   */
  readonly application_count: number;
  /**
   * False: more applications match than the file has, or more than the search of the query has read.
   *
   * @generated from field: bool is_complete = 3 [json_name = "is_complete"];
   */
  readonly is_complete: boolean;
}

/**
 * @generated from message gatehouse.employer.v1.GetAdjacentApplicationsRequest
 */
export interface GetAdjacentApplicationsRequest {
  /**
   * @generated from field: string id = 1;
   */
  readonly id: string;
  /**
   * As in `ListCompanyApplicationsRequest`.
   *
   * @generated from field: optional gatehouse.employer.v1.ApplicationStage.Value stage = 2;
   */
  readonly stage?: ApplicationStage;
  /**
   * As in `ListCompanyApplicationsRequest`.
   *
   * @generated from field: optional string job_post_id = 3 [json_name = "job_post_id"];
   */
  readonly job_post_id?: string;
  /**
   * As in `ListCompanyApplicationsRequest`.
   *
   * @generated from field: string query = 4;
   */
  readonly query: string;
  /**
   * As in `ListCompanyApplicationsRequest`.
   *
   * @generated from field: optional gatehouse.employer.v1.ApplicationOrder.Value order = 5;
   */
  readonly order?: ApplicationOrder;
  /**
   * As in `ListCompanyApplicationsRequest`.
   *
   * @generated from field: optional string assignee = 6;
   */
  readonly assignee?: string;
}

/**
 * The neighbours of an application in a list.
 *
 * @generated from message gatehouse.employer.v1.AdjacentApplications
 */
export interface AdjacentApplications {
  /**
   * Absent: it is the first one.
   *
   * @generated from field: optional gatehouse.employer.v1.AdjacentApplication previous = 1;
   */
  readonly previous?: AdjacentApplication;
  /**
   * Absent: it is the last one.
   *
   * @generated from field: optional gatehouse.employer.v1.AdjacentApplication next = 2;
   */
  readonly next?: AdjacentApplication;
}

/**
 * @generated from message gatehouse.employer.v1.AdjacentApplication
 */
export interface AdjacentApplication {
  /**
   * @generated from field: string id = 1;
   */
  readonly id: string;
  /**
   * @generated from field: string applicant_name = 2 [json_name = "applicant_name"];
   */
  readonly applicant_name: string;
}

/**
 * @generated from message gatehouse.employer.v1.GetApplicationRequest
 */
export interface GetApplicationRequest {
  /**
   * @generated from field: string id = 1;
   */
  readonly id: string;
}

/**
 * @generated from message gatehouse.employer.v1.GetApplicationCvDocumentRequest
 */
export interface GetApplicationCvDocumentRequest {
  /**
   * @generated from field: string id = 1;
   */
  readonly id: string;
}

/**
 * @generated from message gatehouse.employer.v1.UpdateApplicationRequest
 */
export interface UpdateApplicationRequest {
  /**
   * @generated from field: string id = 1;
   */
  readonly id: string;
  /**
   * Any stage but `submitted`, which only the applicant sets.
   *
   * @generated from field: gatehouse.employer.v1.ApplicationStage.Value stage = 2;
   */
  readonly stage: ApplicationStage;
  /**
   * The company's own words to the applicant: part of the mail about the stage, and kept in the history. Of a stage that
   * sends no mail only the history has them. Ignored when the stage does not change.
   *
   * @generated from field: string message = 3;
   */
  readonly message: string;
}

/**
 * @generated from message gatehouse.employer.v1.CreateApplicationMovesRequest
 */
export interface CreateApplicationMovesRequest {
  /**
   * Any stage but `submitted`, which only the applicant sets.
   *
   * @generated from field: gatehouse.employer.v1.ApplicationStage.Value stage = 1;
   */
  readonly stage: ApplicationStage;
  /**
   * @generated from field: repeated gatehouse.employer.v1.SeenApplication items = 2;
   */
  readonly items: readonly SeenApplication[];
  /**
   * The company's own words to each applicant, as in `UpdateApplicationRequest`; may be empty. It has the placeholders of message
   * templates, which are replaced for each applicant: the text with names is as long as this one may be. Another word in braces is
   * refused.
   *
   * @generated from field: string message = 3;
   */
  readonly message: string;
}

/**
 * @generated from message gatehouse.employer.v1.CreateApplicationMoveUndosRequest
 */
export interface CreateApplicationMoveUndosRequest {
  /**
   * @generated from field: repeated gatehouse.employer.v1.SeenApplication items = 1;
   */
  readonly items: readonly SeenApplication[];
}

/**
 * An application in the version that the caller has seen (G9).
 *
 * @generated from message gatehouse.employer.v1.SeenApplication
 */
export interface SeenApplication {
  /**
   * @generated from field: string id = 1;
   */
  readonly id: string;
  /**
   * Of the application.
   *
   * @generated from field: string etag = 2;
   */
  readonly etag: string;
}

/**
 * What has become of the applications, one for each id, in the order of the ids.
 *
 * @generated from message gatehouse.employer.v1.ApplicationMoves
 */
export interface ApplicationMoves {
  /**
   * @generated from field: repeated gatehouse.employer.v1.ApplicationMove items = 1;
   */
  readonly items: readonly ApplicationMove[];
}

/**
 * @generated from message gatehouse.employer.v1.ApplicationMove
 */
export interface ApplicationMove {
  /**
   * @generated from field: string id = 1;
   */
  readonly id: string;
  /**
   * @generated from field: gatehouse.employer.v1.MoveOutcome.Value outcome = 2;
   */
  readonly outcome: MoveOutcome;
  /**
   * Empty where it is not known any more.
   *
   * @generated from field: string applicant_name = 3 [json_name = "applicant_name"];
   */
  readonly applicant_name: string;
  /**
   * The stage that it has now. Absent where there is none.
   *
   * @generated from field: optional gatehouse.employer.v1.ApplicationStage.Value stage = 4;
   */
  readonly stage?: ApplicationStage;
  /**
   * Its version now; empty where there is none.
   *
   * @generated from field: string etag = 5;
   */
  readonly etag: string;
  /**
   * Whether the change can be undone, in its minute.
   *
   * @generated from field: bool is_undoable = 6 [json_name = "is_undoable"];
   */
  readonly is_undoable: boolean;
}

/**
 * @generated from message gatehouse.employer.v1.DeleteApplicationStageChangeRequest
 */
export interface DeleteApplicationStageChangeRequest {
  /**
   * @generated from field: string id = 1;
   */
  readonly id: string;
}

/**
 * An application and the profile that was sent with it.
 *
 * @generated from message gatehouse.employer.v1.Application
 */
export interface Application {
  /**
   * @generated from field: string id = 1;
   */
  readonly id: string;
  /**
   * @generated from field: string job_post_id = 2 [json_name = "job_post_id"];
   */
  readonly job_post_id: string;
  /**
   * @generated from field: string job_post_title = 3 [json_name = "job_post_title"];
   */
  readonly job_post_title: string;
  /**
   * @generated from field: gatehouse.employer.v1.ApplicationStage.Value stage = 4;
   */
  readonly stage: ApplicationStage;
  /**
   * @generated from field: gatehouse.employer.v1.Applicant applicant = 5;
   */
  readonly applicant: Applicant;
  /**
   * What the applicant wrote for this job; may be empty.
   *
   * @generated from field: string message = 6;
   */
  readonly message: string;
  /**
   * @generated from field: google.protobuf.Timestamp created_at = 7 [json_name = "created_at"];
   */
  readonly created_at: string;
  /**
   * When the stage last changed, or when it was sent.
   *
   * @generated from field: google.protobuf.Timestamp updated_at = 8 [json_name = "updated_at"];
   */
  readonly updated_at: string;
  /**
   * When the applicant gets a mail about this stage. Absent in lists, while no mail waits, and if the caller is the applicant.
   *
   * @generated from field: optional google.protobuf.Timestamp mail_at = 9 [json_name = "mail_at"];
   */
  readonly mail_at?: string;
  /**
   * The stage that undoing the last change restores. Absent in lists, when it cannot be undone, and if the caller is the applicant.
   *
   * @generated from field: optional gatehouse.employer.v1.ApplicationStage.Value undo_stage = 10 [json_name = "undo_stage"];
   */
  readonly undo_stage?: ApplicationStage;
  /**
   * The version of the stage and of the answer to an offer, for `If-Match`.
   *
   * @generated from field: string etag = 11;
   */
  readonly etag: string;
  /**
   * The changes of the stage among the last 100 events, newest first. Empty in lists.
   *
   * @generated from field: repeated gatehouse.employer.v1.StageChange history = 12;
   */
  readonly history: readonly StageChange[];
  /**
   * The mails that a change of stage sends, without a message of the company. Empty in lists.
   *
   * @generated from field: repeated gatehouse.employer.v1.StageMailPreview mails = 13;
   */
  readonly mails: readonly StageMailPreview[];
  /**
   * When the applicant withdrew it; absent while they have not.
   *
   * @generated from field: optional google.protobuf.Timestamp withdrawn_at = 14 [json_name = "withdrawn_at"];
   */
  readonly withdrawn_at?: string;
  /**
   * Absent: no offer has been made, or the applicant has not answered it.
   *
   * @generated from field: optional gatehouse.employer.v1.OfferAnswer.Value offer_answer = 15 [json_name = "offer_answer"];
   */
  readonly offer_answer?: OfferAnswer;
  /**
   * What has happened since it was sent, newest first: at most 100 changes of the stage and answers, 100 notes, and the
   * interviews. Empty in lists.
   *
   * @generated from field: repeated gatehouse.employer.v1.ApplicationEvent timeline = 16;
   */
  readonly timeline: readonly ApplicationEvent[];
  /**
   * The CV that it was sent with. Absent: none.
   *
   * @generated from field: optional gatehouse.file.v1.FileInfo cv = 17;
   */
  readonly cv?: FileInfo;
  /**
   * The questions of the job post as they were asked, with the answers. Empty in lists.
   *
   * @generated from field: repeated gatehouse.employer.v1.ScreeningAnswer answers = 18;
   */
  readonly answers: readonly ScreeningAnswer[];
  /**
   * What the members think of it. Absent: not rated, or the caller is the applicant.
   *
   * @generated from field: optional gatehouse.employer.v1.ApplicationRatingSummary rating = 19;
   */
  readonly rating?: ApplicationRatingSummary;
  /**
   * Which member takes care of it. Absent: the caller is the applicant, or it is withdrawn.
   *
   * @generated from field: optional gatehouse.employer.v1.ApplicationAssignment assignment = 20;
   */
  readonly assignment?: ApplicationAssignment;
  /**
   * Whether a message of the applicant waits that no member has read. No, if the caller is the applicant.
   *
   * @generated from field: bool has_unread_messages = 21 [json_name = "has_unread_messages"];
   */
  readonly has_unread_messages: boolean;
  /**
   * When the next interview begins whose time the applicant has accepted, or the one that is going on. Absent: there is none, the
   * caller is the applicant, or the answer is of the release before.
   *
   * @generated from field: optional google.protobuf.Timestamp next_interview_at = 22 [json_name = "next_interview_at"];
   */
  readonly next_interview_at?: string;
}

/**
 * One event of an application's timeline.
 *
 * @generated from message gatehouse.employer.v1.ApplicationEvent
 */
export interface ApplicationEvent {
  /**
   * @generated from field: gatehouse.employer.v1.ApplicationEventKind.Value kind = 1;
   */
  readonly kind: ApplicationEventKind;
  /**
   * @generated from field: google.protobuf.Timestamp at = 2;
   */
  readonly at: string;
  /**
   * The member or the applicant who did it; empty: the account is deleted, or an interview's times were over.
   *
   * @generated from field: string actor_name = 3 [json_name = "actor_name"];
   */
  readonly actor_name: string;
  /**
   * After a change of the stage; otherwise absent.
   *
   * @generated from field: optional gatehouse.employer.v1.ApplicationStage.Value stage = 4;
   */
  readonly stage?: ApplicationStage;
  /**
   * What the company wrote to the applicant, or the applicant with an answer; may be empty.
   *
   * @generated from field: string message = 5;
   */
  readonly message: string;
  /**
   * When an interview begins whose time the applicant has accepted, or would have begun before it was cancelled.
   *
   * @generated from field: optional google.protobuf.Timestamp interview_start = 6 [json_name = "interview_start"];
   */
  readonly interview_start?: string;
}

/**
 * One change of an application's stage.
 *
 * @generated from message gatehouse.employer.v1.StageChange
 */
export interface StageChange {
  /**
   * After the change.
   *
   * @generated from field: gatehouse.employer.v1.ApplicationStage.Value stage = 1;
   */
  readonly stage: ApplicationStage;
  /**
   * The member who made it; empty: not known.
   *
   * @generated from field: string changed_by = 2 [json_name = "changed_by"];
   */
  readonly changed_by: string;
  /**
   * @generated from field: google.protobuf.Timestamp changed_at = 3 [json_name = "changed_at"];
   */
  readonly changed_at: string;
  /**
   * What the company wrote to the applicant; may be empty.
   *
   * @generated from field: string message = 4;
   */
  readonly message: string;
  /**
   * Whether it undid the change before, whose mail was then not sent.
   *
   * @generated from field: bool is_undo = 5 [json_name = "is_undo"];
   */
  readonly is_undo: boolean;
}

/**
 * The mail that a change to this stage sends.
 *
 * @generated from message gatehouse.employer.v1.StageMailPreview
 */
export interface StageMailPreview {
  /**
   * @generated from field: gatehouse.employer.v1.ApplicationStage.Value stage = 1;
   */
  readonly stage: ApplicationStage;
  /**
   * @generated from field: string subject = 2;
   */
  readonly subject: string;
  /**
   * @generated from field: string text = 3;
   */
  readonly text: string;
  /**
   * The text of the mail with a message of the company: what is before the message, and what is after it. Absent: the answer is of
   * the release before.
   *
   * @generated from field: optional string text_before_message = 4 [json_name = "text_before_message"];
   */
  readonly text_before_message?: string;
  /**
   * @generated from field: optional string text_after_message = 5 [json_name = "text_after_message"];
   */
  readonly text_after_message?: string;
}

/**
 * The applicant, as the profile was when the application was sent.
 *
 * @generated from message gatehouse.employer.v1.Applicant
 */
export interface Applicant {
  /**
   * @generated from field: string name = 1;
   */
  readonly name: string;
  /**
   * @generated from field: string email = 2;
   */
  readonly email: string;
  /**
   * @generated from field: string headline = 3;
   */
  readonly headline: string;
  /**
   * @generated from field: string summary = 4;
   */
  readonly summary: string;
  /**
   * @generated from field: repeated string skills = 5;
   */
  readonly skills: readonly string[];
  /**
   * @generated from field: string location = 6;
   */
  readonly location: string;
  /**
   * @generated from field: repeated string links = 7;
   */
  readonly links: readonly string[];
  /**
   * Work history and education. Absent in lists.
   *
   * @generated from field: optional gatehouse.career.v1.Career career = 8;
   */
  readonly career?: Career;
}

/**
 * What a job post says in fields of its own. The API checks pay, currency, languages and the last day, with an error for
 * each field.
 *
 * @generated from message gatehouse.employer.v1.JobPostTerms
 */
export interface JobPostTerms {
  /**
   * Absent: not stated.
   *
   * @generated from field: optional gatehouse.employer.v1.Pay pay = 1;
   */
  readonly pay?: Pay;
  /**
   * Absent: not stated.
   *
   * @generated from field: optional gatehouse.employer.v1.RemoteMode.Value remote_mode = 2 [json_name = "remote_mode"];
   */
  readonly remote_mode?: RemoteMode;
  /**
   * Absent: not stated.
   *
   * @generated from field: optional gatehouse.employer.v1.Seniority.Value seniority = 3;
   */
  readonly seniority?: Seniority;
  /**
   * The languages of the work: ISO 639-1 codes, such as `en`.
   *
   * @generated from field: repeated string languages = 4;
   */
  readonly languages: readonly string[];
  /**
   * The last day, in UTC, on which the post is public and takes applications: YYYY-MM-DD. Empty: no last day.
   *
   * @generated from field: string expires_on = 5 [json_name = "expires_on"];
   */
  readonly expires_on: string;
}

/**
 * A range of pay before tax. It has a minimum, a maximum or both.
 *
 * @generated from message gatehouse.employer.v1.Pay
 */
export interface Pay {
  /**
   * More than 0 and less than 10,000,000,000, in units of the currency, with at most two decimals.
   *
   * @generated from field: optional double minimum = 1;
   */
  readonly minimum?: number;
  /**
   * As `minimum`, and not below it.
   *
   * @generated from field: optional double maximum = 2;
   */
  readonly maximum?: number;
  /**
   * ISO 4217, such as `EUR`.
   *
   * @generated from field: string currency = 3;
   */
  readonly currency: string;
  /**
   * Required.
   *
   * @generated from field: optional gatehouse.employer.v1.PayPeriod.Value period = 4;
   */
  readonly period?: PayPeriod;
}

/**
 * A job post as its company sees it.
 *
 * @generated from message gatehouse.employer.v1.JobPost
 */
export interface JobPost {
  /**
   * @generated from field: string id = 1;
   */
  readonly id: string;
  /**
   * @generated from field: string title = 2;
   */
  readonly title: string;
  /**
   * As it was typed, in a subset of Markdown: two levels of headings, bold, italic, lists, links to the web and to email
   * addresses. Everything else in it is text, HTML too.
   *
   * @generated from field: string description = 3;
   */
  readonly description: string;
  /**
   * @generated from field: string location = 4;
   */
  readonly location: string;
  /**
   * @generated from field: gatehouse.employer.v1.JobPost.Kind kind = 5;
   */
  readonly kind: JobPostKind;
  /**
   * @generated from field: gatehouse.employer.v1.JobPost.State state = 6;
   */
  readonly state: JobPostState;
  /**
   * @generated from field: google.protobuf.Timestamp created_at = 7 [json_name = "created_at"];
   */
  readonly created_at: string;
  /**
   * @generated from field: google.protobuf.Timestamp updated_at = 8 [json_name = "updated_at"];
   */
  readonly updated_at: string;
  /**
   * When it was last published; absent for a draft. It stays when a closed post is published again within 30 days of it.
   *
   * @generated from field: optional google.protobuf.Timestamp published_at = 9 [json_name = "published_at"];
   */
  readonly published_at?: string;
  /**
   * Applications that are not withdrawn.
   *
   * @generated from field: uint32 application_count = 10 [json_name = "application_count"];
   */
  readonly application_count: number;
  /**
   * The version, for `If-Match`: another one after each change of a field that a request can set.
   *
   * @generated from field: string etag = 11;
   */
  readonly etag: string;
  /**
   * Absent in answers of the release before.
   *
   * @generated from field: optional gatehouse.employer.v1.JobPostTerms terms = 12;
   */
  readonly terms?: JobPostTerms;
  /**
   * Whether the last day is over: the post is not public and takes no applications, although its state is `published`.
   *
   * @generated from field: bool is_expired = 13 [json_name = "is_expired"];
   */
  readonly is_expired: boolean;
  /**
   * Absent in answers of the release before.
   *
   * @generated from field: optional gatehouse.employer.v1.ScreeningQuestions questions = 14;
   */
  readonly questions?: ScreeningQuestions;
  /**
   * Absent: staff do not hide it.
   *
   * @generated from field: optional gatehouse.employer.v1.HiddenJobPost hidden = 15;
   */
  readonly hidden?: HiddenJobPost;
  /**
   * The country of `location`, ISO 3166-1 alpha-2, such as `PT`. Absent: not stated.
   *
   * @generated from field: optional string country_code = 16 [json_name = "country_code"];
   */
  readonly country_code?: string;
}

/**
 * Staff have hidden a job post: it is not public, whatever its state, and takes no applications.
 *
 * @generated from message gatehouse.employer.v1.HiddenJobPost
 */
export interface HiddenJobPost {
  /**
   * @generated from field: google.protobuf.Timestamp at = 1;
   */
  readonly at: string;
  /**
   * What staff tell the company.
   *
   * @generated from field: string reason = 2;
   */
  readonly reason: string;
}

/**
 * @generated from message gatehouse.employer.v1.ListJobPostsRequest
 */
export interface ListJobPostsRequest {
  /**
   * Absent: all states.
   *
   * @generated from field: optional gatehouse.employer.v1.JobPost.State state = 1;
   */
  readonly state?: JobPostState;
  /**
   * @generated from field: string cursor = 2;
   */
  readonly cursor: string;
  /**
   * Items of a page; 0: the default.
   *
   * @generated from field: uint32 limit = 3;
   */
  readonly limit: number;
  /**
   * A part of title and location, in any case and without accents; empty: all job posts.
   *
   * @generated from field: string query = 4;
   */
  readonly query: string;
  /**
   * Absent: newest first.
   *
   * @generated from field: optional gatehouse.employer.v1.JobPostOrder.Value order = 5;
   */
  readonly order?: JobPostOrder;
  /**
   * Published posts of this part alone; absent: all.
   *
   * @generated from field: optional gatehouse.employer.v1.PublishedAs.Value published_as = 6 [json_name = "published_as"];
   */
  readonly published_as?: PublishedAs;
}

/**
 * @generated from message gatehouse.employer.v1.ListJobPostsResponse
 */
export interface ListJobPostsResponse {
  /**
   * @generated from field: repeated gatehouse.employer.v1.JobPost items = 1;
   */
  readonly items: readonly JobPost[];
  /**
   * Empty: this was the last page.
   *
   * @generated from field: string next_cursor = 2 [json_name = "next_cursor"];
   */
  readonly next_cursor: string;
}

/**
 * @generated from message gatehouse.employer.v1.CreateJobPostRequest
 */
export interface CreateJobPostRequest {
  /**
   * @generated from field: string title = 1;
   */
  readonly title: string;
  /**
   * @generated from field: string description = 2;
   */
  readonly description: string;
  /**
   * @generated from field: string location = 3;
   */
  readonly location: string;
  /**
   * @generated from field: gatehouse.employer.v1.JobPost.Kind kind = 4;
   */
  readonly kind: JobPostKind;
  /**
   * Absent: none of them is stated.
   *
   * @generated from field: optional gatehouse.employer.v1.JobPostTerms terms = 5;
   */
  readonly terms?: JobPostTerms;
  /**
   * Absent: none.
   *
   * @generated from field: optional gatehouse.employer.v1.ScreeningQuestions questions = 6;
   */
  readonly questions?: ScreeningQuestions;
  /**
   * A country of ISO 3166-1, as its alpha-2 code in upper case. Absent or empty: not stated.
   *
   * @generated from field: optional string country_code = 7 [json_name = "country_code"];
   */
  readonly country_code?: string;
}

/**
 * @generated from message gatehouse.employer.v1.GetJobPostRequest
 */
export interface GetJobPostRequest {
  /**
   * @generated from field: string id = 1;
   */
  readonly id: string;
}

/**
 * @generated from message gatehouse.employer.v1.DeleteJobPostRequest
 */
export interface DeleteJobPostRequest {
  /**
   * @generated from field: string id = 1;
   */
  readonly id: string;
}

/**
 * @generated from message gatehouse.employer.v1.UpdateJobPostRequest
 */
export interface UpdateJobPostRequest {
  /**
   * @generated from field: string id = 1;
   */
  readonly id: string;
  /**
   * Absent fields are unchanged.
   *
   * @generated from field: optional string title = 2;
   */
  readonly title?: string;
  /**
   * @generated from field: optional string description = 3;
   */
  readonly description?: string;
  /**
   * @generated from field: optional string location = 4;
   */
  readonly location?: string;
  /**
   * @generated from field: optional gatehouse.employer.v1.JobPost.Kind kind = 5;
   */
  readonly kind?: JobPostKind;
  /**
   * @generated from field: optional gatehouse.employer.v1.JobPost.State state = 6;
   */
  readonly state?: JobPostState;
  /**
   * Replaces all terms: one that is absent within it is no longer stated.
   *
   * @generated from field: optional gatehouse.employer.v1.JobPostTerms terms = 7;
   */
  readonly terms?: JobPostTerms;
  /**
   * Replaces all questions. What was sent before keeps its own.
   *
   * @generated from field: optional gatehouse.employer.v1.ScreeningQuestions questions = 8;
   */
  readonly questions?: ScreeningQuestions;
  /**
   * A country of ISO 3166-1, as its alpha-2 code in upper case. Empty: no longer stated.
   *
   * @generated from field: optional string country_code = 9 [json_name = "country_code"];
   */
  readonly country_code?: string;
}

/**
 * The logo of a company as its members see it.
 *
 * @generated from message gatehouse.employer.v1.CompanyLogo
 */
export interface CompanyLogo {
  /**
   * SHA-256 of the picture in hexadecimal digits, which names it in paths; absent: the company has none.
   *
   * @generated from field: optional string hash = 1;
   */
  readonly hash?: string;
  /**
   * The version, for `If-Match`: another one after each change of the logo.
   *
   * @generated from field: string etag = 2;
   */
  readonly etag: string;
  /**
   * Absent: the company has a logo, or staff have removed none.
   *
   * @generated from field: optional gatehouse.employer.v1.CompanyLogoRemoval removal = 3;
   */
  readonly removal?: CompanyLogoRemoval;
}

/**
 * Why staff have removed the logo.
 *
 * @generated from message gatehouse.employer.v1.CompanyLogoRemoval
 */
export interface CompanyLogoRemoval {
  /**
   * What staff tell the company.
   *
   * @generated from field: string reason = 1;
   */
  readonly reason: string;
  /**
   * @generated from field: google.protobuf.Timestamp removed_at = 2 [json_name = "removed_at"];
   */
  readonly removed_at: string;
}

/**
 * @generated from message gatehouse.employer.v1.UpdateCurrentCompanyLogoRequest
 */
export type UpdateCurrentCompanyLogoRequest = Readonly<Record<string, never>>;

/**
 * @generated from message gatehouse.employer.v1.DeleteCurrentCompanyLogoRequest
 */
export type DeleteCurrentCompanyLogoRequest = Readonly<Record<string, never>>;

/**
 * @generated from message gatehouse.employer.v1.GetCurrentCompanyLogoImageRequest
 */
export interface GetCurrentCompanyLogoImageRequest {
  /**
   * @generated from field: string hash = 1;
   */
  readonly hash: string;
}

/**
 * @generated from message gatehouse.identity.v1.CreatePasskeySignInChallengeRequest
 */
export type CreatePasskeySignInChallengeRequest = Readonly<Record<string, never>>;

/**
 * @generated from message gatehouse.identity.v1.CreatePasskeySignUpChallengeRequest
 */
export interface CreatePasskeySignUpChallengeRequest {
  /**
   * 32 random bytes, base64url.
   *
   * @generated from field: string token = 1;
   */
  readonly token: string;
}

/**
 * @generated from message gatehouse.identity.v1.CreatePasskeyReauthenticationChallengeRequest
 */
export type CreatePasskeyReauthenticationChallengeRequest = Readonly<Record<string, never>>;

/**
 * @generated from message gatehouse.identity.v1.CreatePasskeyCreationChallengeRequest
 */
export type CreatePasskeyCreationChallengeRequest = Readonly<Record<string, never>>;

/**
 * What the browser passes to the authenticator.
 *
 * @generated from message gatehouse.identity.v1.PasskeyChallenge
 */
export interface PasskeyChallenge {
  /**
   * `PublicKeyCredentialCreationOptionsJSON` or `PublicKeyCredentialRequestOptionsJSON` of WebAuthn Level 3.
   *
   * @generated from field: google.protobuf.Struct options = 1;
   */
  readonly options: Readonly<Record<string, unknown>>;
}

/**
 * The proof of a passkey: the browser's `AuthenticatorAssertionResponse`. Each field is base64url.
 *
 * @generated from message gatehouse.identity.v1.PasskeyAssertion
 */
export interface PasskeyAssertion {
  /**
   * @generated from field: string credential_id = 1 [json_name = "credential_id"];
   */
  readonly credential_id: string;
  /**
   * @generated from field: string client_data_json = 2 [json_name = "client_data_json"];
   */
  readonly client_data_json: string;
  /**
   * @generated from field: string authenticator_data = 3 [json_name = "authenticator_data"];
   */
  readonly authenticator_data: string;
  /**
   * @generated from field: string signature = 4;
   */
  readonly signature: string;
  /**
   * The account that the authenticator has the passkey for.
   *
   * @generated from field: string user_handle = 5 [json_name = "user_handle"];
   */
  readonly user_handle: string;
}

/**
 * A passkey that the browser has created: its `AuthenticatorAttestationResponse`. The fields but `transports` are base64url.
 *
 * @generated from message gatehouse.identity.v1.NewPasskey
 */
export interface NewPasskey {
  /**
   * @generated from field: string credential_id = 1 [json_name = "credential_id"];
   */
  readonly credential_id: string;
  /**
   * @generated from field: string client_data_json = 2 [json_name = "client_data_json"];
   */
  readonly client_data_json: string;
  /**
   * @generated from field: string attestation_object = 3 [json_name = "attestation_object"];
   */
  readonly attestation_object: string;
  /**
   * How the browser reaches the authenticator, for example `internal` or `usb`.
   *
   * @generated from field: repeated string transports = 4;
   */
  readonly transports: readonly string[];
}

/**
 * @generated from message gatehouse.identity.v1.GetCurrentUserCredentialsRequest
 */
export type GetCurrentUserCredentialsRequest = Readonly<Record<string, never>>;

/**
 * @generated from message gatehouse.identity.v1.UserCredentials
 */
export interface UserCredentials {
  /**
   * @generated from field: bool has_password = 1 [json_name = "has_password"];
   */
  readonly has_password: boolean;
  /**
   * Oldest first.
   *
   * @generated from field: repeated gatehouse.identity.v1.Passkey passkeys = 2;
   */
  readonly passkeys: readonly Passkey[];
}

/**
 * One passkey of the caller.
 *
 * @generated from message gatehouse.identity.v1.Passkey
 */
export interface Passkey {
  /**
   * @generated from field: string id = 1;
   */
  readonly id: string;
  /**
   * @generated from field: string name = 2;
   */
  readonly name: string;
  /**
   * Whether the authenticator keeps a copy elsewhere, for example in a password manager's account.
   *
   * @generated from field: bool backed_up = 3 [json_name = "backed_up"];
   */
  readonly backed_up: boolean;
  /**
   * @generated from field: google.protobuf.Timestamp created_at = 4 [json_name = "created_at"];
   */
  readonly created_at: string;
  /**
   * Absent: not used yet.
   *
   * @generated from field: optional google.protobuf.Timestamp last_used_at = 5 [json_name = "last_used_at"];
   */
  readonly last_used_at?: string;
}

/**
 * @generated from message gatehouse.identity.v1.CreatePasskeyRequest
 */
export interface CreatePasskeyRequest {
  /**
   * @generated from field: gatehouse.identity.v1.NewPasskey passkey = 1;
   */
  readonly passkey: NewPasskey;
}

/**
 * @generated from message gatehouse.identity.v1.UpdatePasskeyRequest
 */
export interface UpdatePasskeyRequest {
  /**
   * @generated from field: string id = 1;
   */
  readonly id: string;
  /**
   * @generated from field: string name = 2;
   */
  readonly name: string;
}

/**
 * @generated from message gatehouse.identity.v1.DeletePasskeyRequest
 */
export interface DeletePasskeyRequest {
  /**
   * @generated from field: string id = 1;
   */
  readonly id: string;
}

/**
 * Email address and password.
 *
 * @generated from message gatehouse.identity.v1.CreateUserSessionRequest
 */
export interface CreateUserSessionRequest {
  /**
   * @generated from field: string email = 1;
   */
  readonly email: string;
  /**
   * Not checked against the rules for new passwords: an old password may be shorter.
   *
   * @generated from field: string password = 2;
   */
  readonly password: string;
}

/**
 * @generated from message gatehouse.identity.v1.CreateUserSessionWithPasskeyRequest
 */
export interface CreateUserSessionWithPasskeyRequest {
  /**
   * @generated from field: gatehouse.identity.v1.PasskeyAssertion passkey = 1;
   */
  readonly passkey: PasskeyAssertion;
}

/**
 * A password or a passkey.
 *
 * @generated from message gatehouse.identity.v1.ReauthenticateCurrentUserSessionRequest
 */
export interface ReauthenticateCurrentUserSessionRequest {
  /**
   * @generated from field: optional string password = 1;
   */
  readonly password?: string;
  /**
   * By a challenge for `reauthentication` of this session.
   *
   * @generated from field: optional gatehouse.identity.v1.PasskeyAssertion passkey = 2;
   */
  readonly passkey?: PasskeyAssertion;
}

/**
 * @generated from message gatehouse.identity.v1.GetCurrentUserSessionRequest
 */
export type GetCurrentUserSessionRequest = Readonly<Record<string, never>>;

/**
 * @generated from message gatehouse.identity.v1.DeleteCurrentUserSessionRequest
 */
export type DeleteCurrentUserSessionRequest = Readonly<Record<string, never>>;

/**
 * @generated from message gatehouse.identity.v1.ListUserSessionsRequest
 */
export interface ListUserSessionsRequest {
  /**
   * The `next_cursor` of the page before; empty: the first page.
   *
   * @generated from field: string cursor = 1;
   */
  readonly cursor: string;
  /**
   * Items of a page; 0: the default.
   *
   * @generated from field: uint32 limit = 2;
   */
  readonly limit: number;
}

/**
 * @generated from message gatehouse.identity.v1.DeleteOtherUserSessionsRequest
 */
export type DeleteOtherUserSessionsRequest = Readonly<Record<string, never>>;

/**
 * @generated from message gatehouse.identity.v1.DeleteUserSessionRequest
 */
export interface DeleteUserSessionRequest {
  /**
   * @generated from field: string id = 1;
   */
  readonly id: string;
}

/**
 * @generated from message gatehouse.identity.v1.ReportUserSessionRequest
 */
export interface ReportUserSessionRequest {
  /**
   * @generated from field: string id = 1;
   */
  readonly id: string;
}

/**
 * The current session of a user: it reports and never grants (S3).
 *
 * @generated from message gatehouse.identity.v1.CurrentUserSession
 */
export interface CurrentUserSession {
  /**
   * @generated from field: gatehouse.identity.v1.IdentitiesUser identities_user = 1 [json_name = "identities_user"];
   */
  readonly identities_user: IdentitiesUser;
  /**
   * @generated from field: gatehouse.identity.v1.TalentAccess talent_access = 2 [json_name = "talent_access"];
   */
  readonly talent_access: TalentAccess;
  /**
   * @generated from field: gatehouse.identity.v1.EmployerAccess employer_access = 3 [json_name = "employer_access"];
   */
  readonly employer_access: EmployerAccess;
  /**
   * @generated from field: gatehouse.identity.v1.SessionLifetime session = 4;
   */
  readonly session: SessionLifetime;
  /**
   * When the account is deleted, by the user's own request; absent: it is not.
   *
   * @generated from field: optional google.protobuf.Timestamp deletion_due_at = 5 [json_name = "deletion_due_at"];
   */
  readonly deletion_due_at?: string;
}

/**
 * The user of a session.
 *
 * @generated from message gatehouse.identity.v1.IdentitiesUser
 */
export interface IdentitiesUser {
  /**
   * @generated from field: string id = 1;
   */
  readonly id: string;
  /**
   * @generated from field: string name = 2;
   */
  readonly name: string;
  /**
   * @generated from field: string email = 3;
   */
  readonly email: string;
}

/**
 * The user's talent access.
 *
 * @generated from message gatehouse.identity.v1.TalentAccess
 */
export interface TalentAccess {
  /**
   * @generated from field: gatehouse.identity.v1.TalentAccess.State state = 1;
   */
  readonly state: TalentAccessState;
}

/**
 * The user's employer access.
 *
 * @generated from message gatehouse.identity.v1.EmployerAccess
 */
export interface EmployerAccess {
  /**
   * @generated from field: gatehouse.identity.v1.EmployerAccess.State state = 1;
   */
  readonly state: EmployerAccessState;
  /**
   * Only while the state is `active`.
   *
   * @generated from field: optional gatehouse.access.v1.AccessRule.Employer.OrgRole role = 2;
   */
  readonly role?: EmployerOrgRole;
  /**
   * Only while the state is `active` (S3).
   *
   * @generated from field: optional gatehouse.identity.v1.EmployerAccessCompany company = 3;
   */
  readonly company?: EmployerAccessCompany;
}

/**
 * The company of an active membership, as the session names it.
 *
 * @generated from message gatehouse.identity.v1.EmployerAccessCompany
 */
export interface EmployerAccessCompany {
  /**
   * @generated from field: string id = 1;
   */
  readonly id: string;
  /**
   * @generated from field: string name = 2;
   */
  readonly name: string;
}

/**
 * When a session began, and its absolute limit.
 *
 * @generated from message gatehouse.identity.v1.SessionLifetime
 */
export interface SessionLifetime {
  /**
   * @generated from field: string id = 1;
   */
  readonly id: string;
  /**
   * @generated from field: google.protobuf.Timestamp created_at = 2 [json_name = "created_at"];
   */
  readonly created_at: string;
  /**
   * @generated from field: google.protobuf.Timestamp expires_at = 3 [json_name = "expires_at"];
   */
  readonly expires_at: string;
}

/**
 * One of the caller's own sessions.
 *
 * @generated from message gatehouse.identity.v1.UserSession
 */
export interface UserSession {
  /**
   * @generated from field: string id = 1;
   */
  readonly id: string;
  /**
   * @generated from field: google.protobuf.Timestamp created_at = 2 [json_name = "created_at"];
   */
  readonly created_at: string;
  /**
   * Exact to a minute.
   *
   * @generated from field: google.protobuf.Timestamp last_seen_at = 3 [json_name = "last_seen_at"];
   */
  readonly last_seen_at: string;
  /**
   * The browser as it named itself at sign-in; empty when it did not.
   *
   * @generated from field: string user_agent = 4 [json_name = "user_agent"];
   */
  readonly user_agent: string;
  /**
   * The network address at sign-in.
   *
   * @generated from field: string address = 5;
   */
  readonly address: string;
  /**
   * True for the session of this request.
   *
   * @generated from field: bool current = 6;
   */
  readonly current: boolean;
  /**
   * A label of the browser, for example `Firefox on Windows`; empty when the browser did not name itself.
   *
   * @generated from field: string device = 7;
   */
  readonly device: string;
  /**
   * A label of a loopback or private address; empty for any other address.
   *
   * @generated from field: string place = 8;
   */
  readonly place: string;
}

/**
 * @generated from message gatehouse.identity.v1.ListUserSessionsResponse
 */
export interface ListUserSessionsResponse {
  /**
   * @generated from field: repeated gatehouse.identity.v1.UserSession items = 1;
   */
  readonly items: readonly UserSession[];
  /**
   * Empty: this was the last page.
   *
   * @generated from field: string next_cursor = 2 [json_name = "next_cursor"];
   */
  readonly next_cursor: string;
}

/**
 * @generated from message gatehouse.identity.v1.ListPendingAccessRequestsRequest
 */
export interface ListPendingAccessRequestsRequest {
  /**
   * The `next_cursor` of the page before; empty: the first page.
   *
   * @generated from field: string cursor = 1;
   */
  readonly cursor: string;
  /**
   * Items of a page; 0: the default.
   *
   * @generated from field: uint32 limit = 2;
   */
  readonly limit: number;
}

/**
 * A user whose talent access is pending.
 *
 * @generated from message gatehouse.identity.v1.PendingAccessRequest
 */
export interface PendingAccessRequest {
  /**
   * The user's id.
   *
   * @generated from field: string id = 1;
   */
  readonly id: string;
  /**
   * @generated from field: string name = 2;
   */
  readonly name: string;
  /**
   * @generated from field: string email = 3;
   */
  readonly email: string;
  /**
   * Of the talent profile; empty without one.
   *
   * @generated from field: string headline = 4;
   */
  readonly headline: string;
  /**
   * @generated from field: google.protobuf.Timestamp requested_at = 5 [json_name = "requested_at"];
   */
  readonly requested_at: string;
}

/**
 * @generated from message gatehouse.identity.v1.ListPendingAccessRequestsResponse
 */
export interface ListPendingAccessRequestsResponse {
  /**
   * @generated from field: repeated gatehouse.identity.v1.PendingAccessRequest items = 1;
   */
  readonly items: readonly PendingAccessRequest[];
  /**
   * Empty: this was the last page.
   *
   * @generated from field: string next_cursor = 2 [json_name = "next_cursor"];
   */
  readonly next_cursor: string;
  /**
   * All users whose talent access is pending.
   *
   * @generated from field: uint32 pending_count = 3 [json_name = "pending_count"];
   */
  readonly pending_count: number;
}

/**
 * @generated from message gatehouse.identity.v1.GetAccessReviewRequest
 */
export interface GetAccessReviewRequest {
  /**
   * The user's id.
   *
   * @generated from field: string id = 1;
   */
  readonly id: string;
}

/**
 * What staff need to decide on a user's talent access.
 *
 * @generated from message gatehouse.identity.v1.AccessReview
 */
export interface AccessReview {
  /**
   * Absent: the user has not written a profile.
   *
   * @generated from field: optional gatehouse.identity.v1.ReviewedProfile profile = 1;
   */
  readonly profile?: ReviewedProfile;
  /**
   * When talent access last became pending; absent: never.
   *
   * @generated from field: optional google.protobuf.Timestamp requested_at = 2 [json_name = "requested_at"];
   */
  readonly requested_at?: string;
  /**
   * Requests and decisions, newest first, at most 50.
   *
   * @generated from field: repeated gatehouse.identity.v1.AccessDecision decisions = 3;
   */
  readonly decisions: readonly AccessDecision[];
  /**
   * The pending request after this user's, or the oldest one; absent: no other user waits.
   *
   * @generated from field: optional gatehouse.identity.v1.PendingAccessRequest next = 4;
   */
  readonly next?: PendingAccessRequest;
  /**
   * All users whose talent access is pending.
   *
   * @generated from field: uint32 pending_count = 5 [json_name = "pending_count"];
   */
  readonly pending_count: number;
}

/**
 * A talent profile as staff see it.
 *
 * @generated from message gatehouse.identity.v1.ReviewedProfile
 */
export interface ReviewedProfile {
  /**
   * @generated from field: string headline = 1;
   */
  readonly headline: string;
  /**
   * @generated from field: string summary = 2;
   */
  readonly summary: string;
  /**
   * @generated from field: repeated string skills = 3;
   */
  readonly skills: readonly string[];
  /**
   * @generated from field: string location = 4;
   */
  readonly location: string;
  /**
   * Absolute http(s) URLs.
   *
   * @generated from field: repeated string links = 5;
   */
  readonly links: readonly string[];
  /**
   * @generated from field: google.protobuf.Timestamp updated_at = 6 [json_name = "updated_at"];
   */
  readonly updated_at: string;
  /**
   * Work history and education.
   *
   * @generated from field: gatehouse.career.v1.Career career = 7;
   */
  readonly career: Career;
}

/**
 * A change of a user's talent access: by the user, who requests it, or by staff.
 *
 * @generated from message gatehouse.identity.v1.AccessDecision
 */
export interface AccessDecision {
  /**
   * @generated from field: string id = 1;
   */
  readonly id: string;
  /**
   * @generated from field: google.protobuf.Timestamp at = 2;
   */
  readonly at: string;
  /**
   * @generated from field: gatehouse.identity.v1.TalentAccess.State from = 3;
   */
  readonly from: TalentAccessState;
  /**
   * @generated from field: gatehouse.identity.v1.TalentAccess.State to = 4;
   */
  readonly to: TalentAccessState;
  /**
   * The current name of the admin who decided; empty: the user requested access.
   *
   * @generated from field: string admin_name = 5 [json_name = "admin_name"];
   */
  readonly admin_name: string;
  /**
   * The reason that the admin stated; empty without one.
   *
   * @generated from field: string reason = 6;
   */
  readonly reason: string;
}

/**
 * @generated from message gatehouse.identity.v1.FindAuditPartiesRequest
 */
export interface FindAuditPartiesRequest {
  /**
   * An id, or the beginnings of words of a name or an email address, in any order.
   *
   * @generated from field: string query = 1;
   */
  readonly query: string;
}

/**
 * A user, an admin or a company that audit events can be about.
 *
 * @generated from message gatehouse.identity.v1.AuditParty
 */
export interface AuditParty {
  /**
   * @generated from field: string id = 1;
   */
  readonly id: string;
  /**
   * @generated from field: gatehouse.identity.v1.AuditParty.Kind kind = 2;
   */
  readonly kind: AuditPartyKind;
  /**
   * @generated from field: string name = 3;
   */
  readonly name: string;
  /**
   * Empty for a company.
   *
   * @generated from field: string email = 4;
   */
  readonly email: string;
}

/**
 * @generated from message gatehouse.identity.v1.FindAuditPartiesResponse
 */
export interface FindAuditPartiesResponse {
  /**
   * At most 20: an email address that is the whole query first, then by name.
   *
   * @generated from field: repeated gatehouse.identity.v1.AuditParty items = 1;
   */
  readonly items: readonly AuditParty[];
}

/**
 * The filters of the audit trail; events that match all of them are exported.
 *
 * @generated from message gatehouse.identity.v1.CreateAuditExportRequest
 */
export interface CreateAuditExportRequest {
  /**
   * The id of the user or admin who acted; empty: all.
   *
   * @generated from field: string actor_id = 1 [json_name = "actor_id"];
   */
  readonly actor_id: string;
  /**
   * An action, for example `company.condition_changed`, or `all_but_sessions`; empty: all.
   *
   * @generated from field: string action = 2;
   */
  readonly action: string;
  /**
   * The id of what the event is about; empty: all.
   *
   * @generated from field: string subject_id = 3 [json_name = "subject_id"];
   */
  readonly subject_id: string;
  /**
   * The id of a user, admin or company that acted or is affected, memberships and job posts included, of a company the first 500
   * memberships and the newest 200 job posts; empty: all.
   *
   * @generated from field: string party_id = 4 [json_name = "party_id"];
   */
  readonly party_id: string;
  /**
   * First day in UTC, `2026-01-31`; empty: from the beginning.
   *
   * @generated from field: string from = 5;
   */
  readonly from: string;
  /**
   * Last day in UTC, inclusive; empty: up to now.
   *
   * @generated from field: string to = 6;
   */
  readonly to: string;
}

/**
 * Events of the audit trail as a file.
 *
 * @generated from message gatehouse.identity.v1.AuditExport
 */
export interface AuditExport {
  /**
   * RFC 4180, with a header line, newest first. A cell that a spreadsheet would run as a formula begins with `'`.
   *
   * @generated from field: string csv = 1;
   */
  readonly csv: string;
  /**
   * @generated from field: uint32 event_count = 2 [json_name = "event_count"];
   */
  readonly event_count: number;
  /**
   * False: more than 10,000 events match, and the file has the newest 10,000; or the party is a company with more memberships or
   * job posts than `party_id` includes.
   *
   * @generated from field: bool is_complete = 3 [json_name = "is_complete"];
   */
  readonly is_complete: boolean;
}

/**
 * @generated from message gatehouse.identity.v1.ListAdminUsersRequest
 */
export interface ListAdminUsersRequest {
  /**
   * Part of a name or of an email address; empty: all users.
   *
   * @generated from field: string query = 1;
   */
  readonly query: string;
  /**
   * The `next_cursor` of the page before; empty: the first page.
   *
   * @generated from field: string cursor = 2;
   */
  readonly cursor: string;
  /**
   * Items of a page; 0: the default.
   *
   * @generated from field: uint32 limit = 3;
   */
  readonly limit: number;
  /**
   * Absent: every state.
   *
   * @generated from field: optional gatehouse.identity.v1.TalentAccess.State talent_access = 4 [json_name = "talent_access"];
   */
  readonly talent_access?: TalentAccessState;
}

/**
 * A user as staff see them.
 *
 * @generated from message gatehouse.identity.v1.AdminUser
 */
export interface AdminUser {
  /**
   * @generated from field: string id = 1;
   */
  readonly id: string;
  /**
   * @generated from field: string name = 2;
   */
  readonly name: string;
  /**
   * @generated from field: string email = 3;
   */
  readonly email: string;
  /**
   * @generated from field: bool email_verified = 4 [json_name = "email_verified"];
   */
  readonly email_verified: boolean;
  /**
   * @generated from field: google.protobuf.Timestamp created_at = 5 [json_name = "created_at"];
   */
  readonly created_at: string;
  /**
   * @generated from field: gatehouse.identity.v1.TalentAccess talent_access = 6 [json_name = "talent_access"];
   */
  readonly talent_access: TalentAccess;
  /**
   * Absent: the user has no membership.
   *
   * @generated from field: optional gatehouse.identity.v1.AdminOrgMembership org_membership = 7 [json_name = "org_membership"];
   */
  readonly org_membership?: AdminOrgMembership;
  /**
   * Live sessions at this moment.
   *
   * @generated from field: uint32 session_count = 8 [json_name = "session_count"];
   */
  readonly session_count: number;
  /**
   * The version of the talent access, for `If-Match`.
   *
   * @generated from field: string etag = 9;
   */
  readonly etag: string;
  /**
   * When the account is deleted, by the user's own request; absent: it is not.
   *
   * @generated from field: optional google.protobuf.Timestamp deletion_due_at = 10 [json_name = "deletion_due_at"];
   */
  readonly deletion_due_at?: string;
}

/**
 * @generated from message gatehouse.identity.v1.ListAdminUsersResponse
 */
export interface ListAdminUsersResponse {
  /**
   * @generated from field: repeated gatehouse.identity.v1.AdminUser items = 1;
   */
  readonly items: readonly AdminUser[];
  /**
   * Empty: this was the last page.
   *
   * @generated from field: string next_cursor = 2 [json_name = "next_cursor"];
   */
  readonly next_cursor: string;
}

/**
 * @generated from message gatehouse.identity.v1.GetAdminUserRequest
 */
export interface GetAdminUserRequest {
  /**
   * @generated from field: string id = 1;
   */
  readonly id: string;
}

/**
 * @generated from message gatehouse.identity.v1.UpdateTalentAccessRequest
 */
export interface UpdateTalentAccessRequest {
  /**
   * @generated from field: string id = 1;
   */
  readonly id: string;
  /**
   * @generated from field: gatehouse.identity.v1.TalentAccess.State state = 2;
   */
  readonly state: TalentAccessState;
  /**
   * Kept in the audit trail. Only from pending to active it may be empty.
   *
   * @generated from field: string reason = 3;
   */
  readonly reason: string;
  /**
   * Whether the mail to the user has the reason.
   *
   * @generated from field: bool send_reason = 4 [json_name = "send_reason"];
   */
  readonly send_reason: boolean;
}

/**
 * @generated from message gatehouse.identity.v1.DeleteAdminUserSessionsRequest
 */
export interface DeleteAdminUserSessionsRequest {
  /**
   * @generated from field: string id = 1;
   */
  readonly id: string;
}

/**
 * @generated from message gatehouse.identity.v1.ListAdminCompaniesRequest
 */
export interface ListAdminCompaniesRequest {
  /**
   * Part of a name; empty: all.
   *
   * @generated from field: string query = 1;
   */
  readonly query: string;
  /**
   * @generated from field: string cursor = 2;
   */
  readonly cursor: string;
  /**
   * Items of a page; 0: the default.
   *
   * @generated from field: uint32 limit = 3;
   */
  readonly limit: number;
  /**
   * Absent: every condition.
   *
   * @generated from field: optional gatehouse.identity.v1.CompanyCondition.Value condition = 4;
   */
  readonly condition?: CompanyCondition;
  /**
   * Absent: by name.
   *
   * @generated from field: optional gatehouse.identity.v1.AdminCompanyOrder.Value order = 5;
   */
  readonly order?: AdminCompanyOrder;
}

/**
 * A company as staff see it.
 *
 * @generated from message gatehouse.identity.v1.AdminCompany
 */
export interface AdminCompany {
  /**
   * @generated from field: string id = 1;
   */
  readonly id: string;
  /**
   * @generated from field: string name = 2;
   */
  readonly name: string;
  /**
   * @generated from field: gatehouse.identity.v1.CompanyCondition.Value condition = 3;
   */
  readonly condition: CompanyCondition;
  /**
   * @generated from field: google.protobuf.Timestamp created_at = 4 [json_name = "created_at"];
   */
  readonly created_at: string;
  /**
   * Active memberships.
   *
   * @generated from field: uint32 member_count = 5 [json_name = "member_count"];
   */
  readonly member_count: number;
  /**
   * Published job posts. While the company is disabled, the public does not see them.
   *
   * @generated from field: uint32 published_job_post_count = 6 [json_name = "published_job_post_count"];
   */
  readonly published_job_post_count: number;
  /**
   * What staff told the owners when they disabled the company; empty: nothing, or the company is active.
   *
   * @generated from field: string owner_reason = 8 [json_name = "owner_reason"];
   */
  readonly owner_reason: string;
  /**
   * Absent: the company is active.
   *
   * @generated from field: optional google.protobuf.Timestamp disabled_at = 9 [json_name = "disabled_at"];
   */
  readonly disabled_at?: string;
  /**
   * The version of the condition, for `If-Match`.
   *
   * @generated from field: string etag = 7;
   */
  readonly etag: string;
  /**
   * The `hash` of `GetAdminCompanyLogo`; absent: the company has no logo.
   *
   * @generated from field: optional string logo = 10;
   */
  readonly logo?: string;
  /**
   * What the company publishes is public only while it is approved, and active. Absent in answers of the release before.
   *
   * @generated from field: optional gatehouse.identity.v1.CompanyReviewState.Value review_state = 11 [json_name = "review_state"];
   */
  readonly review_state?: CompanyReviewState;
}

/**
 * @generated from message gatehouse.identity.v1.ListAdminCompaniesResponse
 */
export interface ListAdminCompaniesResponse {
  /**
   * @generated from field: repeated gatehouse.identity.v1.AdminCompany items = 1;
   */
  readonly items: readonly AdminCompany[];
  /**
   * @generated from field: string next_cursor = 2 [json_name = "next_cursor"];
   */
  readonly next_cursor: string;
}

/**
 * @generated from message gatehouse.identity.v1.GetAdminCompanyRequest
 */
export interface GetAdminCompanyRequest {
  /**
   * @generated from field: string id = 1;
   */
  readonly id: string;
}

/**
 * @generated from message gatehouse.identity.v1.AdminCompanyDetail
 */
export interface AdminCompanyDetail {
  /**
   * @generated from field: gatehouse.identity.v1.AdminCompany company = 1;
   */
  readonly company: AdminCompany;
  /**
   * The first 500.
   *
   * @generated from field: repeated gatehouse.identity.v1.AdminOrgMembership members = 2;
   */
  readonly members: readonly AdminOrgMembership[];
  /**
   * What the company says about itself, as it typed it: `Company.about`. Absent in answers of the release before.
   *
   * @generated from field: optional string about = 3;
   */
  readonly about?: string;
  /**
   * Absolute URL; empty when there is none. Absent in answers of the release before.
   *
   * @generated from field: optional string website = 4;
   */
  readonly website?: string;
}

/**
 * A membership as staff see it.
 *
 * @generated from message gatehouse.identity.v1.AdminOrgMembership
 */
export interface AdminOrgMembership {
  /**
   * @generated from field: string id = 1;
   */
  readonly id: string;
  /**
   * @generated from field: string user_id = 2 [json_name = "user_id"];
   */
  readonly user_id: string;
  /**
   * @generated from field: string user_name = 3 [json_name = "user_name"];
   */
  readonly user_name: string;
  /**
   * @generated from field: string user_email = 4 [json_name = "user_email"];
   */
  readonly user_email: string;
  /**
   * @generated from field: string company_id = 5 [json_name = "company_id"];
   */
  readonly company_id: string;
  /**
   * @generated from field: string company_name = 6 [json_name = "company_name"];
   */
  readonly company_name: string;
  /**
   * @generated from field: gatehouse.identity.v1.CompanyCondition.Value company_condition = 7 [json_name = "company_condition"];
   */
  readonly company_condition: CompanyCondition;
  /**
   * @generated from field: gatehouse.access.v1.AccessRule.Employer.OrgRole role = 8;
   */
  readonly role: EmployerOrgRole;
  /**
   * @generated from field: gatehouse.identity.v1.OrgMembershipStatus.Value status = 9;
   */
  readonly status: OrgMembershipStatus;
  /**
   * Absent while the membership is active.
   *
   * @generated from field: optional gatehouse.identity.v1.OrgMembershipRevoker.Value revoked_by = 10 [json_name = "revoked_by"];
   */
  readonly revoked_by?: OrgMembershipRevoker;
  /**
   * The version of what staff have decided about the membership, for `If-Match`: changes by the company's owners are not
   * part of it, so that they cannot hold up a revocation by staff (G1).
   *
   * @generated from field: string etag = 11;
   */
  readonly etag: string;
}

/**
 * @generated from message gatehouse.identity.v1.UpdateCompanyConditionRequest
 */
export interface UpdateCompanyConditionRequest {
  /**
   * @generated from field: string id = 1;
   */
  readonly id: string;
  /**
   * @generated from field: gatehouse.identity.v1.CompanyCondition.Value condition = 2;
   */
  readonly condition: CompanyCondition;
  /**
   * Kept in the audit trail, for staff.
   *
   * @generated from field: string reason = 3;
   */
  readonly reason: string;
  /**
   * For the company's owners, who read it on their page and in a mail; empty: they get no reason.
   *
   * @generated from field: string owner_reason = 4 [json_name = "owner_reason"];
   */
  readonly owner_reason: string;
}

/**
 * @generated from message gatehouse.identity.v1.UpdateOrgMembershipStatusRequest
 */
export interface UpdateOrgMembershipStatusRequest {
  /**
   * @generated from field: string id = 1;
   */
  readonly id: string;
  /**
   * @generated from field: gatehouse.identity.v1.OrgMembershipStatus.Value status = 2;
   */
  readonly status: OrgMembershipStatus;
  /**
   * @generated from field: string reason = 3;
   */
  readonly reason: string;
}

/**
 * @generated from message gatehouse.identity.v1.GetAdminOverviewRequest
 */
export type GetAdminOverviewRequest = Readonly<Record<string, never>>;

/**
 * The staff's first page.
 *
 * @generated from message gatehouse.identity.v1.AdminOverview
 */
export interface AdminOverview {
  /**
   * Users whose talent access is pending.
   *
   * @generated from field: uint32 pending_user_count = 1 [json_name = "pending_user_count"];
   */
  readonly pending_user_count: number;
  /**
   * @generated from field: uint32 user_count = 2 [json_name = "user_count"];
   */
  readonly user_count: number;
  /**
   * @generated from field: uint32 company_count = 3 [json_name = "company_count"];
   */
  readonly company_count: number;
  /**
   * @generated from field: uint32 disabled_company_count = 4 [json_name = "disabled_company_count"];
   */
  readonly disabled_company_count: number;
  /**
   * Published job posts that visitors see: of active, approved companies, not hidden by staff, and whose last day is not over.
   *
   * @generated from field: uint32 published_job_post_count = 5 [json_name = "published_job_post_count"];
   */
  readonly published_job_post_count: number;
  /**
   * Decisions of the last 7 days, most frequent first. Each process adds its counts every few seconds.
   *
   * @generated from field: repeated gatehouse.identity.v1.AccessDecisionCount decisions = 6;
   */
  readonly decisions: readonly AccessDecisionCount[];
  /**
   * The same by day, oldest first, without gaps; the last one is today, in UTC.
   *
   * @generated from field: repeated gatehouse.identity.v1.AccessDecisionDay days = 7;
   */
  readonly days: readonly AccessDecisionDay[];
  /**
   * Users whose talent access is active.
   *
   * @generated from field: uint32 active_user_count = 8 [json_name = "active_user_count"];
   */
  readonly active_user_count: number;
  /**
   * Users whose talent access is suspended.
   *
   * @generated from field: uint32 suspended_user_count = 9 [json_name = "suspended_user_count"];
   */
  readonly suspended_user_count: number;
  /**
   * Published job posts that staff hide, and those of companies that are disabled or not approved.
   *
   * @generated from field: uint32 hidden_job_post_count = 10 [json_name = "hidden_job_post_count"];
   */
  readonly hidden_job_post_count: number;
  /**
   * When the oldest pending request was made; absent: none is pending.
   *
   * @generated from field: optional google.protobuf.Timestamp oldest_request_at = 11 [json_name = "oldest_request_at"];
   */
  readonly oldest_request_at?: string;
  /**
   * Job posts and companies with open reports: `ListReportedSubjects`.
   *
   * @generated from field: uint32 reported_subject_count = 12 [json_name = "reported_subject_count"];
   */
  readonly reported_subject_count: number;
  /**
   * Companies that wait for a review: `ListPendingCompanies`.
   *
   * @generated from field: uint32 pending_company_count = 13 [json_name = "pending_company_count"];
   */
  readonly pending_company_count: number;
}

/**
 * How often one decision was made.
 *
 * @generated from message gatehouse.identity.v1.AccessDecisionCount
 */
export interface AccessDecisionCount {
  /**
   * `allowed`, or the code of the refusal.
   *
   * @generated from field: string decision = 1;
   */
  readonly decision: string;
  /**
   * @generated from field: uint32 count = 2;
   */
  readonly count: number;
}

/**
 * The decisions of a day.
 *
 * @generated from message gatehouse.identity.v1.AccessDecisionDay
 */
export interface AccessDecisionDay {
  /**
   * `2026-01-31`
   *
   * @generated from field: string day = 1;
   */
  readonly day: string;
  /**
   * @generated from field: uint32 allowed_count = 2 [json_name = "allowed_count"];
   */
  readonly allowed_count: number;
  /**
   * @generated from field: uint32 refused_count = 3 [json_name = "refused_count"];
   */
  readonly refused_count: number;
}

/**
 * @generated from message gatehouse.identity.v1.ListAuditEventsRequest
 */
export interface ListAuditEventsRequest {
  /**
   * The id of the user or admin who acted; empty: all.
   *
   * @generated from field: string actor_id = 5 [json_name = "actor_id"];
   */
  readonly actor_id: string;
  /**
   * An action, for example `company.condition_changed`, or `all_but_sessions`; empty: all.
   *
   * @generated from field: string action = 1;
   */
  readonly action: string;
  /**
   * The id of the user, company or membership that the event is about; empty: all.
   *
   * @generated from field: string subject_id = 2 [json_name = "subject_id"];
   */
  readonly subject_id: string;
  /**
   * @generated from field: string cursor = 3;
   */
  readonly cursor: string;
  /**
   * Items of a page; 0: the default.
   *
   * @generated from field: uint32 limit = 4;
   */
  readonly limit: number;
  /**
   * The id of a user, admin or company that acted or is affected, memberships and job posts included, of a company the first 500
   * memberships and the newest 200 job posts; empty: all.
   *
   * @generated from field: string party_id = 6 [json_name = "party_id"];
   */
  readonly party_id: string;
  /**
   * First day in UTC, `2026-01-31`; empty: from the beginning.
   *
   * @generated from field: string from = 7;
   */
  readonly from: string;
  /**
   * Last day in UTC, inclusive; empty: up to now.
   *
   * @generated from field: string to = 8;
   */
  readonly to: string;
}

/**
 * One event of the audit trail. Never changed and never deleted.
 *
 * @generated from message gatehouse.identity.v1.AuditEvent
 */
export interface AuditEvent {
  /**
   * @generated from field: string id = 1;
   */
  readonly id: string;
  /**
   * @generated from field: google.protobuf.Timestamp at = 2;
   */
  readonly at: string;
  /**
   * @generated from field: gatehouse.identity.v1.AuditEvent.ActorKind actor_kind = 3 [json_name = "actor_kind"];
   */
  readonly actor_kind: AuditEventActorKind;
  /**
   * Empty for the system, and where the actor is not known.
   *
   * @generated from field: string actor_id = 4 [json_name = "actor_id"];
   */
  readonly actor_id: string;
  /**
   * The actor's current name; empty when there is none.
   *
   * @generated from field: string actor_name = 5 [json_name = "actor_name"];
   */
  readonly actor_name: string;
  /**
   * `resource.verb_in_the_past`, for example `talent_access.changed`.
   *
   * @generated from field: string action = 6;
   */
  readonly action: string;
  /**
   * `user`, `admin`, `company`, `org_membership`, `user_session`, …
   *
   * @generated from field: string subject_kind = 7 [json_name = "subject_kind"];
   */
  readonly subject_kind: string;
  /**
   * @generated from field: string subject_id = 8 [json_name = "subject_id"];
   */
  readonly subject_id: string;
  /**
   * The current name of the user, admin or company that the event is about; empty when there is none.
   *
   * @generated from field: string subject_name = 9 [json_name = "subject_name"];
   */
  readonly subject_name: string;
  /**
   * The reason that the actor stated; empty where none is asked for.
   *
   * @generated from field: string reason = 10;
   */
  readonly reason: string;
  /**
   * What changed, from → to, for readers; empty when the action says it all.
   *
   * @generated from field: string change = 11;
   */
  readonly change: string;
  /**
   * The user whom the event is about, or whose membership it is about; empty when there is none.
   *
   * @generated from field: string subject_user_id = 12 [json_name = "subject_user_id"];
   */
  readonly subject_user_id: string;
  /**
   * The company that the event is about, or to which its membership, invitation or job post belongs; empty when there
   * is none.
   *
   * @generated from field: string subject_company_id = 13 [json_name = "subject_company_id"];
   */
  readonly subject_company_id: string;
  /**
   * The current name of that company.
   *
   * @generated from field: string subject_company_name = 14 [json_name = "subject_company_name"];
   */
  readonly subject_company_name: string;
}

/**
 * @generated from message gatehouse.identity.v1.ListAuditEventsResponse
 */
export interface ListAuditEventsResponse {
  /**
   * @generated from field: repeated gatehouse.identity.v1.AuditEvent items = 1;
   */
  readonly items: readonly AuditEvent[];
  /**
   * @generated from field: string next_cursor = 2 [json_name = "next_cursor"];
   */
  readonly next_cursor: string;
}

/**
 * The company that the caller creates.
 *
 * @generated from message gatehouse.employer.v1.NewCompany
 */
export interface NewCompany {
  /**
   * @generated from field: string name = 1;
   */
  readonly name: string;
}

/**
 * @generated from message gatehouse.employer.v1.CreateOrgMembershipRequest
 */
export interface CreateOrgMembershipRequest {
  /**
   * Creates this company.
   *
   * @generated from field: optional gatehouse.employer.v1.NewCompany company = 1;
   */
  readonly company?: NewCompany;
  /**
   * Joins the company that sent this token: 32 random bytes, base64url.
   *
   * @generated from field: optional string invitation_token = 2 [json_name = "invitation_token"];
   */
  readonly invitation_token?: string;
}

/**
 * @generated from message gatehouse.employer.v1.CreateOrgMembershipResponse
 */
export interface CreateOrgMembershipResponse {
  /**
   * @generated from field: gatehouse.employer.v1.OrgMembership org_membership = 1 [json_name = "org_membership"];
   */
  readonly org_membership: OrgMembership;
  /**
   * @generated from field: gatehouse.employer.v1.Company company = 2;
   */
  readonly company: Company;
}

/**
 * @generated from message gatehouse.employer.v1.ListOrgMembershipsRequest
 */
export interface ListOrgMembershipsRequest {
  /**
   * @generated from field: string cursor = 1;
   */
  readonly cursor: string;
  /**
   * Items of a page; 0: the default.
   *
   * @generated from field: uint32 limit = 2;
   */
  readonly limit: number;
}

/**
 * @generated from message gatehouse.employer.v1.ListOrgMembershipsResponse
 */
export interface ListOrgMembershipsResponse {
  /**
   * @generated from field: repeated gatehouse.employer.v1.OrgMembership items = 1;
   */
  readonly items: readonly OrgMembership[];
  /**
   * Empty: this was the last page.
   *
   * @generated from field: string next_cursor = 2 [json_name = "next_cursor"];
   */
  readonly next_cursor: string;
}

/**
 * @generated from message gatehouse.employer.v1.DeleteCurrentOrgMembershipRequest
 */
export type DeleteCurrentOrgMembershipRequest = Readonly<Record<string, never>>;

/**
 * @generated from message gatehouse.employer.v1.UpdateOrgMembershipRequest
 */
export interface UpdateOrgMembershipRequest {
  /**
   * @generated from field: string id = 1;
   */
  readonly id: string;
  /**
   * Absent: unchanged.
   *
   * @generated from field: optional gatehouse.access.v1.AccessRule.Employer.OrgRole role = 2;
   */
  readonly role?: EmployerOrgRole;
  /**
   * Absent: unchanged.
   *
   * @generated from field: optional gatehouse.identity.v1.OrgMembershipStatus.Value status = 3;
   */
  readonly status?: OrgMembershipStatus;
}

/**
 * A user's membership in a company.
 *
 * @generated from message gatehouse.employer.v1.OrgMembership
 */
export interface OrgMembership {
  /**
   * @generated from field: string id = 1;
   */
  readonly id: string;
  /**
   * @generated from field: string user_id = 2 [json_name = "user_id"];
   */
  readonly user_id: string;
  /**
   * @generated from field: string user_name = 3 [json_name = "user_name"];
   */
  readonly user_name: string;
  /**
   * @generated from field: string user_email = 4 [json_name = "user_email"];
   */
  readonly user_email: string;
  /**
   * @generated from field: gatehouse.access.v1.AccessRule.Employer.OrgRole role = 5;
   */
  readonly role: EmployerOrgRole;
  /**
   * @generated from field: gatehouse.identity.v1.OrgMembershipStatus.Value status = 6;
   */
  readonly status: OrgMembershipStatus;
  /**
   * @generated from field: google.protobuf.Timestamp created_at = 7 [json_name = "created_at"];
   */
  readonly created_at: string;
  /**
   * Absent while the membership is active.
   *
   * @generated from field: optional gatehouse.identity.v1.OrgMembershipRevoker.Value revoked_by = 8 [json_name = "revoked_by"];
   */
  readonly revoked_by?: OrgMembershipRevoker;
  /**
   * The version of role and status, for `If-Match`.
   *
   * @generated from field: string etag = 9;
   */
  readonly etag: string;
}

/**
 * A company as its own members see it.
 *
 * @generated from message gatehouse.employer.v1.Company
 */
export interface Company {
  /**
   * @generated from field: string id = 1;
   */
  readonly id: string;
  /**
   * @generated from field: string name = 2;
   */
  readonly name: string;
  /**
   * The company's description of itself, in the subset of Markdown of `JobPost.description`; empty at first.
   *
   * @generated from field: string about = 3;
   */
  readonly about: string;
  /**
   * Absolute URL; empty when there is none.
   *
   * @generated from field: string website = 4;
   */
  readonly website: string;
  /**
   * @generated from field: google.protobuf.Timestamp created_at = 5 [json_name = "created_at"];
   */
  readonly created_at: string;
  /**
   * The version, for `If-Match`: another one after each change of a field that a request can set.
   *
   * @generated from field: string etag = 6;
   */
  readonly etag: string;
  /**
   * Absent: nothing is to be reviewed, or staff have approved the company.
   *
   * @generated from field: optional gatehouse.employer.v1.CompanyReview review = 7;
   */
  readonly review?: CompanyReview;
  /**
   * With a version of its own: who changes the text does not hold up who changes the logo. Absent in answers of the release before.
   *
   * @generated from field: optional gatehouse.employer.v1.CompanyLogo logo = 8;
   */
  readonly logo?: CompanyLogo;
}

/**
 * The review of a company: until it is approved, what it publishes is not public.
 *
 * @generated from message gatehouse.employer.v1.CompanyReview
 */
export interface CompanyReview {
  /**
   * @generated from field: gatehouse.identity.v1.CompanyReviewState.Value state = 1;
   */
  readonly state: CompanyReviewState;
  /**
   * What staff tell the owners of a refused company; empty: nothing.
   *
   * @generated from field: string reason = 2;
   */
  readonly reason: string;
}

/**
 * @generated from message gatehouse.employer.v1.GetCurrentCompanyRequest
 */
export type GetCurrentCompanyRequest = Readonly<Record<string, never>>;

/**
 * @generated from message gatehouse.employer.v1.GetCurrentCompanyOverviewRequest
 */
export type GetCurrentCompanyOverviewRequest = Readonly<Record<string, never>>;

/**
 * The first page of a company. Withdrawn applications are not counted.
 *
 * @generated from message gatehouse.employer.v1.CompanyOverview
 */
export interface CompanyOverview {
  /**
   * Every state, draft first.
   *
   * @generated from field: repeated gatehouse.employer.v1.JobPostStateCount job_posts = 1 [json_name = "job_posts"];
   */
  readonly job_posts: readonly JobPostStateCount[];
  /**
   * Every stage, submitted first.
   *
   * @generated from field: repeated gatehouse.employer.v1.ApplicationStageCount applications = 2;
   */
  readonly applications: readonly ApplicationStageCount[];
  /**
   * Applications of the last 12 weeks, oldest first, without gaps; the last one is this week.
   *
   * @generated from field: repeated gatehouse.employer.v1.ApplicationWeek weeks = 3;
   */
  readonly weeks: readonly ApplicationWeek[];
  /**
   * Published and closed posts with unread applications, most first; at most 5.
   *
   * @generated from field: repeated gatehouse.employer.v1.WaitingJobPost waiting = 4;
   */
  readonly waiting: readonly WaitingJobPost[];
  /**
   * Absent: nothing is to be reviewed, or staff have approved the company.
   *
   * @generated from field: optional gatehouse.employer.v1.CompanyReview review = 5;
   */
  readonly review?: CompanyReview;
  /**
   * Of the published posts: those whose last day is over, without those that staff hide. Absent in answers of the release
   * before.
   *
   * @generated from field: optional uint32 expired_job_posts = 6 [json_name = "expired_job_posts"];
   */
  readonly expired_job_posts?: number;
  /**
   * Of the published posts: those that staff hide. Absent in answers of the release before.
   *
   * @generated from field: optional uint32 hidden_job_posts = 7 [json_name = "hidden_job_posts"];
   */
  readonly hidden_job_posts?: number;
}

/**
 * @generated from message gatehouse.employer.v1.JobPostStateCount
 */
export interface JobPostStateCount {
  /**
   * @generated from field: gatehouse.employer.v1.JobPost.State state = 1;
   */
  readonly state: JobPostState;
  /**
   * @generated from field: uint32 count = 2;
   */
  readonly count: number;
}

/**
 * @generated from message gatehouse.employer.v1.ApplicationStageCount
 */
export interface ApplicationStageCount {
  /**
   * @generated from field: gatehouse.employer.v1.ApplicationStage.Value stage = 1;
   */
  readonly stage: ApplicationStage;
  /**
   * @generated from field: uint32 count = 2;
   */
  readonly count: number;
}

/**
 * @generated from message gatehouse.employer.v1.ApplicationWeek
 */
export interface ApplicationWeek {
  /**
   * Its Monday, in UTC: `2026-01-26`.
   *
   * @generated from field: string week = 1;
   */
  readonly week: string;
  /**
   * @generated from field: uint32 count = 2;
   */
  readonly count: number;
}

/**
 * @generated from message gatehouse.employer.v1.WaitingJobPost
 */
export interface WaitingJobPost {
  /**
   * @generated from field: string job_post_id = 1 [json_name = "job_post_id"];
   */
  readonly job_post_id: string;
  /**
   * @generated from field: string title = 2;
   */
  readonly title: string;
  /**
   * Applications in the stage `submitted`.
   *
   * @generated from field: uint32 count = 3;
   */
  readonly count: number;
}

/**
 * @generated from message gatehouse.employer.v1.UpdateCurrentCompanyRequest
 */
export interface UpdateCurrentCompanyRequest {
  /**
   * Absent: unchanged.
   *
   * @generated from field: optional string name = 1;
   */
  readonly name?: string;
  /**
   * Absent: unchanged.
   *
   * @generated from field: optional string about = 2;
   */
  readonly about?: string;
  /**
   * Absolute http(s) URL or empty. Absent: unchanged.
   *
   * @generated from field: optional string website = 3;
   */
  readonly website?: string;
}

/**
 * @generated from message gatehouse.employer.v1.ListInterviewsRequest
 */
export interface ListInterviewsRequest {
  /**
   * @generated from field: string application_id = 1 [json_name = "application_id"];
   */
  readonly application_id: string;
  /**
   * @generated from field: string cursor = 2;
   */
  readonly cursor: string;
  /**
   * Items of a page; 0: the default.
   *
   * @generated from field: uint32 limit = 3;
   */
  readonly limit: number;
}

/**
 * @generated from message gatehouse.employer.v1.ListInterviewsResponse
 */
export interface ListInterviewsResponse {
  /**
   * @generated from field: repeated gatehouse.employer.v1.Interview items = 1;
   */
  readonly items: readonly Interview[];
  /**
   * Empty: this was the last page.
   *
   * @generated from field: string next_cursor = 2 [json_name = "next_cursor"];
   */
  readonly next_cursor: string;
}

/**
 * @generated from message gatehouse.employer.v1.CreateInterviewRequest
 */
export interface CreateInterviewRequest {
  /**
   * @generated from field: string application_id = 1 [json_name = "application_id"];
   */
  readonly application_id: string;
  /**
   * Different times in the next year, ISO 8601 with an offset, for example `2026-12-01T09:30:00Z`.
   *
   * @generated from field: repeated string starts = 2;
   */
  readonly starts: readonly string[];
  /**
   * The IANA time zone of the caller, for example `Europe/Berlin`.
   *
   * @generated from field: string time_zone = 3 [json_name = "time_zone"];
   */
  readonly time_zone: string;
  /**
   * @generated from field: uint32 duration_minutes = 4 [json_name = "duration_minutes"];
   */
  readonly duration_minutes: number;
  /**
   * A place, or the address of a video call.
   *
   * @generated from field: string place = 5;
   */
  readonly place: string;
  /**
   * May be empty.
   *
   * @generated from field: string note = 6;
   */
  readonly note: string;
}

/**
 * @generated from message gatehouse.employer.v1.DeleteInterviewRequest
 */
export interface DeleteInterviewRequest {
  /**
   * @generated from field: string id = 1;
   */
  readonly id: string;
}

/**
 * @generated from message gatehouse.employer.v1.GetInterviewCalendarRequest
 */
export interface GetInterviewCalendarRequest {
  /**
   * @generated from field: string id = 1;
   */
  readonly id: string;
}

/**
 * Times that a company has proposed.
 *
 * @generated from message gatehouse.employer.v1.Interview
 */
export interface Interview {
  /**
   * @generated from field: string id = 1;
   */
  readonly id: string;
  /**
   * @generated from field: gatehouse.employer.v1.InterviewState.Value state = 2;
   */
  readonly state: InterviewState;
  /**
   * In the order of time.
   *
   * @generated from field: repeated google.protobuf.Timestamp starts = 3;
   */
  readonly starts: readonly string[];
  /**
   * Of the member who has proposed.
   *
   * @generated from field: string time_zone = 4 [json_name = "time_zone"];
   */
  readonly time_zone: string;
  /**
   * @generated from field: uint32 duration_minutes = 5 [json_name = "duration_minutes"];
   */
  readonly duration_minutes: number;
  /**
   * @generated from field: string place = 6;
   */
  readonly place: string;
  /**
   * @generated from field: string note = 7;
   */
  readonly note: string;
  /**
   * Empty: the account of the member is deleted.
   *
   * @generated from field: string proposed_by_name = 8 [json_name = "proposed_by_name"];
   */
  readonly proposed_by_name: string;
  /**
   * @generated from field: google.protobuf.Timestamp proposed_at = 9 [json_name = "proposed_at"];
   */
  readonly proposed_at: string;
  /**
   * When it was last answered or cancelled, or proposed.
   *
   * @generated from field: google.protobuf.Timestamp changed_at = 10 [json_name = "changed_at"];
   */
  readonly changed_at: string;
  /**
   * Absent: none was accepted.
   *
   * @generated from field: optional google.protobuf.Timestamp accepted_start = 11 [json_name = "accepted_start"];
   */
  readonly accepted_start?: string;
  /**
   * What the applicant wrote with the answer; may be empty.
   *
   * @generated from field: string answer = 12;
   */
  readonly answer: string;
  /**
   * Whether it can be accepted: it is proposed, a time lies ahead, and the company is active.
   *
   * @generated from field: bool is_open = 13 [json_name = "is_open"];
   */
  readonly is_open: boolean;
}

/**
 * @generated from message gatehouse.employer.v1.ListInvitationsRequest
 */
export interface ListInvitationsRequest {
  /**
   * @generated from field: string cursor = 1;
   */
  readonly cursor: string;
  /**
   * Items of a page; 0: the default.
   *
   * @generated from field: uint32 limit = 2;
   */
  readonly limit: number;
}

/**
 * @generated from message gatehouse.employer.v1.ListInvitationsResponse
 */
export interface ListInvitationsResponse {
  /**
   * @generated from field: repeated gatehouse.employer.v1.Invitation items = 1;
   */
  readonly items: readonly Invitation[];
  /**
   * Empty: this was the last page.
   *
   * @generated from field: string next_cursor = 2 [json_name = "next_cursor"];
   */
  readonly next_cursor: string;
}

/**
 * @generated from message gatehouse.employer.v1.CreateInvitationRequest
 */
export interface CreateInvitationRequest {
  /**
   * @generated from field: string email = 1;
   */
  readonly email: string;
  /**
   * @generated from field: gatehouse.access.v1.AccessRule.Employer.OrgRole role = 2;
   */
  readonly role: EmployerOrgRole;
}

/**
 * @generated from message gatehouse.employer.v1.DeleteInvitationRequest
 */
export interface DeleteInvitationRequest {
  /**
   * @generated from field: string id = 1;
   */
  readonly id: string;
}

/**
 * An invitation that can still be accepted. Only the mail has the token.
 *
 * @generated from message gatehouse.employer.v1.Invitation
 */
export interface Invitation {
  /**
   * @generated from field: string id = 1;
   */
  readonly id: string;
  /**
   * @generated from field: string email = 2;
   */
  readonly email: string;
  /**
   * @generated from field: gatehouse.access.v1.AccessRule.Employer.OrgRole role = 3;
   */
  readonly role: EmployerOrgRole;
  /**
   * The owner who sent it.
   *
   * @generated from field: string invited_by_name = 4 [json_name = "invited_by_name"];
   */
  readonly invited_by_name: string;
  /**
   * @generated from field: google.protobuf.Timestamp created_at = 5 [json_name = "created_at"];
   */
  readonly created_at: string;
  /**
   * @generated from field: google.protobuf.Timestamp expires_at = 6 [json_name = "expires_at"];
   */
  readonly expires_at: string;
}

/**
 * @generated from message gatehouse.employer.v1.ListMessageTemplatesRequest
 */
export interface ListMessageTemplatesRequest {
  /**
   * @generated from field: string cursor = 1;
   */
  readonly cursor: string;
  /**
   * Items of a page; 0: the default.
   *
   * @generated from field: uint32 limit = 2;
   */
  readonly limit: number;
}

/**
 * @generated from message gatehouse.employer.v1.ListMessageTemplatesResponse
 */
export interface ListMessageTemplatesResponse {
  /**
   * @generated from field: repeated gatehouse.employer.v1.MessageTemplate items = 1;
   */
  readonly items: readonly MessageTemplate[];
  /**
   * Empty: this was the last page.
   *
   * @generated from field: string next_cursor = 2 [json_name = "next_cursor"];
   */
  readonly next_cursor: string;
}

/**
 * @generated from message gatehouse.employer.v1.GetRenderedMessageRequest
 */
export interface GetRenderedMessageRequest {
  /**
   * @generated from field: string id = 1;
   */
  readonly id: string;
  /**
   * @generated from field: string application_id = 2 [json_name = "application_id"];
   */
  readonly application_id: string;
}

/**
 * @generated from message gatehouse.employer.v1.RenderedMessage
 */
export interface RenderedMessage {
  /**
   * @generated from field: string text = 1;
   */
  readonly text: string;
}

/**
 * @generated from message gatehouse.employer.v1.CreateMessageTemplateRequest
 */
export interface CreateMessageTemplateRequest {
  /**
   * @generated from field: string name = 1;
   */
  readonly name: string;
  /**
   * With placeholders; another word in braces is refused.
   *
   * @generated from field: string text = 2;
   */
  readonly text: string;
}

/**
 * @generated from message gatehouse.employer.v1.UpdateMessageTemplateRequest
 */
export interface UpdateMessageTemplateRequest {
  /**
   * @generated from field: string id = 1;
   */
  readonly id: string;
  /**
   * @generated from field: string name = 2;
   */
  readonly name: string;
  /**
   * As in a new template.
   *
   * @generated from field: string text = 3;
   */
  readonly text: string;
}

/**
 * @generated from message gatehouse.employer.v1.DeleteMessageTemplateRequest
 */
export interface DeleteMessageTemplateRequest {
  /**
   * @generated from field: string id = 1;
   */
  readonly id: string;
}

/**
 * A text that a message is begun with.
 *
 * @generated from message gatehouse.employer.v1.MessageTemplate
 */
export interface MessageTemplate {
  /**
   * @generated from field: string id = 1;
   */
  readonly id: string;
  /**
   * @generated from field: string name = 2;
   */
  readonly name: string;
  /**
   * @generated from field: string text = 3;
   */
  readonly text: string;
  /**
   * @generated from field: google.protobuf.Timestamp changed_at = 4 [json_name = "changed_at"];
   */
  readonly changed_at: string;
  /**
   * Empty: the account of the member who changed it last is deleted.
   *
   * @generated from field: string changed_by_name = 5 [json_name = "changed_by_name"];
   */
  readonly changed_by_name: string;
  /**
   * The version of name and text, for `If-Match`.
   *
   * @generated from field: string etag = 6;
   */
  readonly etag: string;
}

/**
 * @generated from message gatehouse.employer.v1.ListApplicationMessagesRequest
 */
export interface ListApplicationMessagesRequest {
  /**
   * @generated from field: string application_id = 1 [json_name = "application_id"];
   */
  readonly application_id: string;
  /**
   * @generated from field: string cursor = 2;
   */
  readonly cursor: string;
  /**
   * Items of a page; 0: the default.
   *
   * @generated from field: uint32 limit = 3;
   */
  readonly limit: number;
}

/**
 * @generated from message gatehouse.employer.v1.ListApplicationMessagesResponse
 */
export interface ListApplicationMessagesResponse {
  /**
   * @generated from field: repeated gatehouse.employer.v1.Message items = 1;
   */
  readonly items: readonly Message[];
  /**
   * Empty: this was the last page.
   *
   * @generated from field: string next_cursor = 2 [json_name = "next_cursor"];
   */
  readonly next_cursor: string;
}

/**
 * @generated from message gatehouse.employer.v1.CreateApplicationMessageRequest
 */
export interface CreateApplicationMessageRequest {
  /**
   * @generated from field: string application_id = 1 [json_name = "application_id"];
   */
  readonly application_id: string;
  /**
   * @generated from field: string text = 2;
   */
  readonly text: string;
}

/**
 * @generated from message gatehouse.employer.v1.DeleteApplicationMessageRequest
 */
export interface DeleteApplicationMessageRequest {
  /**
   * @generated from field: string id = 1;
   */
  readonly id: string;
}

/**
 * @generated from message gatehouse.employer.v1.MarkApplicationMessagesReadRequest
 */
export interface MarkApplicationMessagesReadRequest {
  /**
   * @generated from field: string application_id = 1 [json_name = "application_id"];
   */
  readonly application_id: string;
  /**
   * The newest message of the other side that the caller has seen: later ones stay unread.
   *
   * @generated from field: string newest_id = 2 [json_name = "newest_id"];
   */
  readonly newest_id: string;
}

/**
 * A message on an application.
 *
 * @generated from message gatehouse.employer.v1.Message
 */
export interface Message {
  /**
   * @generated from field: string id = 1;
   */
  readonly id: string;
  /**
   * @generated from field: gatehouse.employer.v1.MessageSide.Value side = 2;
   */
  readonly side: MessageSide;
  /**
   * Empty: the author's account is deleted.
   *
   * @generated from field: string author_name = 3 [json_name = "author_name"];
   */
  readonly author_name: string;
  /**
   * Whether the caller wrote it.
   *
   * @generated from field: bool is_own = 4 [json_name = "is_own"];
   */
  readonly is_own: boolean;
  /**
   * @generated from field: string text = 5;
   */
  readonly text: string;
  /**
   * @generated from field: google.protobuf.Timestamp sent_at = 6 [json_name = "sent_at"];
   */
  readonly sent_at: string;
  /**
   * Whether the other side sees it.
   *
   * @generated from field: bool is_delivered = 7 [json_name = "is_delivered"];
   */
  readonly is_delivered: boolean;
  /**
   * Until when the caller can undo it. Absent: the caller cannot.
   *
   * @generated from field: optional google.protobuf.Timestamp undo_until = 8 [json_name = "undo_until"];
   */
  readonly undo_until?: string;
  /**
   * Whether it is of the other side, and the caller's side has not read it.
   *
   * @generated from field: bool is_unread = 9 [json_name = "is_unread"];
   */
  readonly is_unread: boolean;
  /**
   * True: the other side never sees it, because an owner has undone it, or the access of its author ended before its delivery. Absent: it
   * does not apply.
   *
   * @generated from field: optional bool is_withheld = 10 [json_name = "is_withheld"];
   */
  readonly is_withheld?: boolean;
}

/**
 * A message that was undone.
 *
 * @generated from message gatehouse.employer.v1.UndoneMessage
 */
export interface UndoneMessage {
  /**
   * @generated from field: string text = 1;
   */
  readonly text: string;
}

/**
 * @generated from message gatehouse.identity.v1.CreateAbuseReportRequest
 */
export interface CreateAbuseReportRequest {
  /**
   * @generated from field: gatehouse.identity.v1.ReportedKind.Value subject_kind = 1 [json_name = "subject_kind"];
   */
  readonly subject_kind: ReportedKind;
  /**
   * The id of the job post or company. One that is not public is not found.
   *
   * @generated from field: string subject_id = 2 [json_name = "subject_id"];
   */
  readonly subject_id: string;
  /**
   * @generated from field: gatehouse.identity.v1.ReportReason.Value reason = 3;
   */
  readonly reason: ReportReason;
  /**
   * What staff should know; empty: nothing.
   *
   * @generated from field: string text = 4;
   */
  readonly text: string;
}

/**
 * @generated from message gatehouse.identity.v1.CreateAccountDeletionRequest
 */
export interface CreateAccountDeletionRequest {
  /**
   * The caller's company, to close it with the account if the caller is then its last owner. Absent: no company is closed.
   *
   * @generated from field: optional string close_company_id = 1 [json_name = "close_company_id"];
   */
  readonly close_company_id?: string;
}

/**
 * @generated from message gatehouse.identity.v1.GetAccountDeletionRequest
 */
export type GetAccountDeletionRequest = Readonly<Record<string, never>>;

/**
 * @generated from message gatehouse.identity.v1.DeleteAccountDeletionRequest
 */
export type DeleteAccountDeletionRequest = Readonly<Record<string, never>>;

/**
 * The deletion of the caller's account.
 *
 * @generated from message gatehouse.identity.v1.AccountDeletion
 */
export interface AccountDeletion {
  /**
   * @generated from field: gatehouse.identity.v1.AccountDeletion.State state = 1;
   */
  readonly state: AccountDeletionState;
  /**
   * Only of a scheduled one.
   *
   * @generated from field: optional google.protobuf.Timestamp requested_at = 2 [json_name = "requested_at"];
   */
  readonly requested_at?: string;
  /**
   * Only of a scheduled one: 7 days after the request. If the caller is then the last owner of a company that is not to be
   * closed, it moves on by 7 days.
   *
   * @generated from field: optional google.protobuf.Timestamp due_at = 3 [json_name = "due_at"];
   */
  readonly due_at?: string;
  /**
   * Absent: no company is closed with the account.
   *
   * @generated from field: optional string closes_company_id = 4 [json_name = "closes_company_id"];
   */
  readonly closes_company_id?: string;
  /**
   * The company of which the caller is the last owner, without counting owners whose accounts will be deleted. Absent: none.
   *
   * @generated from field: optional gatehouse.identity.v1.LastOwnedCompany last_owner_of = 5 [json_name = "last_owner_of"];
   */
  readonly last_owner_of?: LastOwnedCompany;
}

/**
 * A company whose last owner must decide about it.
 *
 * @generated from message gatehouse.identity.v1.LastOwnedCompany
 */
export interface LastOwnedCompany {
  /**
   * @generated from field: string id = 1;
   */
  readonly id: string;
  /**
   * Empty while staff have disabled the company.
   *
   * @generated from field: string name = 2;
   */
  readonly name: string;
}

/**
 * @generated from message gatehouse.identity.v1.OpenAdminEnrolmentRequest
 */
export interface OpenAdminEnrolmentRequest {
  /**
   * 32 random bytes, base64url.
   *
   * @generated from field: string token = 1;
   */
  readonly token: string;
}

/**
 * What the holder of the link sees.
 *
 * @generated from message gatehouse.identity.v1.AdminEnrolment
 */
export interface AdminEnrolment {
  /**
   * @generated from field: string email = 1;
   */
  readonly email: string;
  /**
   * @generated from field: string name = 2;
   */
  readonly name: string;
  /**
   * The secret of the authenticator app, base32.
   *
   * @generated from field: string totp_secret = 3 [json_name = "totp_secret"];
   */
  readonly totp_secret: string;
  /**
   * The same as an `otpauth://` URI, for a QR code.
   *
   * @generated from field: string totp_uri = 4 [json_name = "totp_uri"];
   */
  readonly totp_uri: string;
  /**
   * Whether the second factor must be a passkey; then there is no secret.
   *
   * @generated from field: bool passkey_required = 5 [json_name = "passkey_required"];
   */
  readonly passkey_required: boolean;
}

/**
 * @generated from message gatehouse.identity.v1.CompleteAdminEnrolmentRequest
 */
export interface CompleteAdminEnrolmentRequest {
  /**
   * @generated from field: string token = 1;
   */
  readonly token: string;
  /**
   * @generated from field: string password = 2;
   */
  readonly password: string;
  /**
   * Six digits, computed from the secret of the last opening. Absent where a passkey is required.
   *
   * @generated from field: optional string totp = 3;
   */
  readonly totp?: string;
  /**
   * By a challenge for `enrolment` of the same token.
   *
   * @generated from field: optional gatehouse.identity.v1.NewPasskey passkey = 4;
   */
  readonly passkey?: NewPasskey;
}

/**
 * @generated from message gatehouse.identity.v1.CompleteAdminEnrolmentResponse
 */
export interface CompleteAdminEnrolmentResponse {
  /**
   * Each signs in once, in place of a one-time code. Shown only this once. None where a passkey is required.
   *
   * @generated from field: repeated string recovery_codes = 1 [json_name = "recovery_codes"];
   */
  readonly recovery_codes: readonly string[];
}

/**
 * @generated from message gatehouse.identity.v1.CreateAdminPasskeySignInChallengeRequest
 */
export type CreateAdminPasskeySignInChallengeRequest = Readonly<Record<string, never>>;

/**
 * @generated from message gatehouse.identity.v1.CreateAdminPasskeyEnrolmentChallengeRequest
 */
export interface CreateAdminPasskeyEnrolmentChallengeRequest {
  /**
   * 32 random bytes, base64url.
   *
   * @generated from field: string token = 1;
   */
  readonly token: string;
}

/**
 * @generated from message gatehouse.identity.v1.CreateAdminPasskeyReauthenticationChallengeRequest
 */
export type CreateAdminPasskeyReauthenticationChallengeRequest = Readonly<Record<string, never>>;

/**
 * @generated from message gatehouse.identity.v1.CreateAdminPasskeyCreationChallengeRequest
 */
export type CreateAdminPasskeyCreationChallengeRequest = Readonly<Record<string, never>>;

/**
 * @generated from message gatehouse.identity.v1.GetCurrentAdminCredentialsRequest
 */
export type GetCurrentAdminCredentialsRequest = Readonly<Record<string, never>>;

/**
 * The second factors of an admin.
 *
 * @generated from message gatehouse.identity.v1.AdminCredentials
 */
export interface AdminCredentials {
  /**
   * Whether only passkeys are accepted (`ADMIN_PASSKEY_REQUIRED`).
   *
   * @generated from field: bool passkey_required = 1 [json_name = "passkey_required"];
   */
  readonly passkey_required: boolean;
  /**
   * Oldest first.
   *
   * @generated from field: repeated gatehouse.identity.v1.Passkey passkeys = 2;
   */
  readonly passkeys: readonly Passkey[];
}

/**
 * @generated from message gatehouse.identity.v1.CreateAdminPasskeyRequest
 */
export interface CreateAdminPasskeyRequest {
  /**
   * @generated from field: gatehouse.identity.v1.NewPasskey passkey = 1;
   */
  readonly passkey: NewPasskey;
}

/**
 * @generated from message gatehouse.identity.v1.UpdateAdminPasskeyRequest
 */
export interface UpdateAdminPasskeyRequest {
  /**
   * @generated from field: string id = 1;
   */
  readonly id: string;
  /**
   * @generated from field: string name = 2;
   */
  readonly name: string;
}

/**
 * @generated from message gatehouse.identity.v1.DeleteAdminPasskeyRequest
 */
export interface DeleteAdminPasskeyRequest {
  /**
   * @generated from field: string id = 1;
   */
  readonly id: string;
}

/**
 * Email address, password and second factor of an admin.
 *
 * @generated from message gatehouse.identity.v1.CreateAdminSessionRequest
 */
export interface CreateAdminSessionRequest {
  /**
   * @generated from field: string email = 1;
   */
  readonly email: string;
  /**
   * @generated from field: string password = 2;
   */
  readonly password: string;
  /**
   * The six digits that the authenticator app shows (RFC 6238, 30 seconds), or a recovery code; each works once. Empty:
   * checks the password and refuses with `totp_required`.
   *
   * @generated from field: string totp = 3;
   */
  readonly totp: string;
  /**
   * In place of `totp`; by a challenge for `sign_in` of the same browser.
   *
   * @generated from field: optional gatehouse.identity.v1.PasskeyAssertion passkey = 4;
   */
  readonly passkey?: PasskeyAssertion;
}

/**
 * A one-time code or a passkey.
 *
 * @generated from message gatehouse.identity.v1.ReauthenticateCurrentAdminSessionRequest
 */
export interface ReauthenticateCurrentAdminSessionRequest {
  /**
   * The six digits that the authenticator app shows; not a recovery code.
   *
   * @generated from field: optional string totp = 1;
   */
  readonly totp?: string;
  /**
   * By a challenge for `reauthentication` of this session.
   *
   * @generated from field: optional gatehouse.identity.v1.PasskeyAssertion passkey = 2;
   */
  readonly passkey?: PasskeyAssertion;
}

/**
 * @generated from message gatehouse.identity.v1.GetCurrentAdminSessionRequest
 */
export type GetCurrentAdminSessionRequest = Readonly<Record<string, never>>;

/**
 * @generated from message gatehouse.identity.v1.DeleteCurrentAdminSessionRequest
 */
export type DeleteCurrentAdminSessionRequest = Readonly<Record<string, never>>;

/**
 * @generated from message gatehouse.identity.v1.ListAdminSessionsRequest
 */
export interface ListAdminSessionsRequest {
  /**
   * The `next_cursor` of the page before; empty: the first page.
   *
   * @generated from field: string cursor = 1;
   */
  readonly cursor: string;
  /**
   * Items of a page; 0: the default.
   *
   * @generated from field: uint32 limit = 2;
   */
  readonly limit: number;
}

/**
 * @generated from message gatehouse.identity.v1.DeleteAdminSessionRequest
 */
export interface DeleteAdminSessionRequest {
  /**
   * @generated from field: string id = 1;
   */
  readonly id: string;
}

/**
 * The current session of an admin.
 *
 * @generated from message gatehouse.identity.v1.CurrentAdminSession
 */
export interface CurrentAdminSession {
  /**
   * @generated from field: gatehouse.identity.v1.IdentitiesAdmin identities_admin = 1 [json_name = "identities_admin"];
   */
  readonly identities_admin: IdentitiesAdmin;
  /**
   * @generated from field: gatehouse.identity.v1.SessionLifetime session = 2;
   */
  readonly session: SessionLifetime;
}

/**
 * The signed-in admin.
 *
 * @generated from message gatehouse.identity.v1.IdentitiesAdmin
 */
export interface IdentitiesAdmin {
  /**
   * @generated from field: string id = 1;
   */
  readonly id: string;
  /**
   * @generated from field: string name = 2;
   */
  readonly name: string;
  /**
   * @generated from field: string email = 3;
   */
  readonly email: string;
  /**
   * @generated from field: gatehouse.access.v1.AccessRule.Admin.Role role = 4;
   */
  readonly role: AdminRole;
}

/**
 * @generated from message gatehouse.identity.v1.ListAdminSessionsResponse
 */
export interface ListAdminSessionsResponse {
  /**
   * @generated from field: repeated gatehouse.identity.v1.OwnAdminSession items = 1;
   */
  readonly items: readonly OwnAdminSession[];
  /**
   * Empty: this was the last page.
   *
   * @generated from field: string next_cursor = 2 [json_name = "next_cursor"];
   */
  readonly next_cursor: string;
}

/**
 * One of the caller's own sessions.
 *
 * @generated from message gatehouse.identity.v1.OwnAdminSession
 */
export interface OwnAdminSession {
  /**
   * @generated from field: string id = 1;
   */
  readonly id: string;
  /**
   * @generated from field: google.protobuf.Timestamp created_at = 2 [json_name = "created_at"];
   */
  readonly created_at: string;
  /**
   * Exact to a minute.
   *
   * @generated from field: google.protobuf.Timestamp last_seen_at = 3 [json_name = "last_seen_at"];
   */
  readonly last_seen_at: string;
  /**
   * The network address at sign-in.
   *
   * @generated from field: string address = 4;
   */
  readonly address: string;
  /**
   * True for the session of this request.
   *
   * @generated from field: bool current = 5;
   */
  readonly current: boolean;
  /**
   * A label of the browser, for example `Firefox on Windows`; empty when the browser did not name itself.
   *
   * @generated from field: string device = 6;
   */
  readonly device: string;
  /**
   * A label of a loopback or private address; empty for any other address.
   *
   * @generated from field: string place = 7;
   */
  readonly place: string;
}

/**
 * @generated from message gatehouse.identity.v1.CheckCompanyNameRequest
 */
export interface CheckCompanyNameRequest {
  /**
   * As in `NewCompany`.
   *
   * @generated from field: string name = 1;
   */
  readonly name: string;
}

/**
 * @generated from message gatehouse.identity.v1.CompanyNameCheck
 */
export interface CompanyNameCheck {
  /**
   * @generated from field: bool is_in_use = 1 [json_name = "is_in_use"];
   */
  readonly is_in_use: boolean;
}

/**
 * @generated from message gatehouse.identity.v1.CreateDataExportRequest
 */
export type CreateDataExportRequest = Readonly<Record<string, never>>;

/**
 * @generated from message gatehouse.identity.v1.GetDataExportRequest
 */
export type GetDataExportRequest = Readonly<Record<string, never>>;

/**
 * @generated from message gatehouse.identity.v1.GetDataExportDocumentRequest
 */
export type GetDataExportDocumentRequest = Readonly<Record<string, never>>;

/**
 * An export of the caller's data.
 *
 * @generated from message gatehouse.identity.v1.DataExport
 */
export interface DataExport {
  /**
   * @generated from field: gatehouse.identity.v1.DataExport.State state = 1;
   */
  readonly state: DataExportState;
  /**
   * Unset: there is none.
   *
   * @generated from field: optional google.protobuf.Timestamp requested_at = 2 [json_name = "requested_at"];
   */
  readonly requested_at?: string;
  /**
   * Only of one that is ready: 24 hours after it was made.
   *
   * @generated from field: optional google.protobuf.Timestamp expires_at = 3 [json_name = "expires_at"];
   */
  readonly expires_at?: string;
  /**
   * Only of one that is ready: the files that are kept of the caller, newest first.
   *
   * @generated from field: repeated gatehouse.identity.v1.ExportedFile files = 4;
   */
  readonly files: readonly ExportedFile[];
}

/**
 * A file of the caller: `GET /talent/cvs/{id}/document` is its content, for as long as it is kept.
 *
 * @generated from message gatehouse.identity.v1.ExportedFile
 */
export interface ExportedFile {
  /**
   * @generated from field: string id = 1;
   */
  readonly id: string;
  /**
   * @generated from field: gatehouse.file.v1.FileInfo file = 2;
   */
  readonly file: FileInfo;
}

/**
 * What is kept of the caller; docs/data.md lists the tables and columns.
 *
 * @generated from message gatehouse.identity.v1.DataExportDocument
 */
export interface DataExportDocument {
  /**
   * @generated from field: google.protobuf.Timestamp created_at = 1 [json_name = "created_at"];
   */
  readonly created_at: string;
  /**
   * By table, such as `talent.applications`: what its rows are for, and the caller's rows. Of sessions and audit events, the newest
   * `max_rows`, newest first.
   *
   * @generated from field: google.protobuf.Struct tables = 2;
   */
  readonly tables: Readonly<Record<string, unknown>>;
}

/**
 * @generated from message gatehouse.identity.v1.CreateEmailChangeRequest
 */
export interface CreateEmailChangeRequest {
  /**
   * @generated from field: string email = 1;
   */
  readonly email: string;
}

/**
 * @generated from message gatehouse.identity.v1.ConfirmEmailChangeRequest
 */
export interface ConfirmEmailChangeRequest {
  /**
   * 32 random bytes, base64url.
   *
   * @generated from field: string token = 1;
   */
  readonly token: string;
}

/**
 * @generated from message gatehouse.identity.v1.UndoEmailChangeRequest
 */
export interface UndoEmailChangeRequest {
  /**
   * 32 random bytes, base64url.
   *
   * @generated from field: string token = 1;
   */
  readonly token: string;
  /**
   * @generated from field: string password = 2;
   */
  readonly password: string;
}

/**
 * @generated from message gatehouse.identity.v1.LookUpInvitationRequest
 */
export interface LookUpInvitationRequest {
  /**
   * 32 random bytes, base64url.
   *
   * @generated from field: string invitation_token = 1 [json_name = "invitation_token"];
   */
  readonly invitation_token: string;
}

/**
 * An invitation that the invited user can accept now.
 *
 * @generated from message gatehouse.identity.v1.InvitationLookup
 */
export interface InvitationLookup {
  /**
   * @generated from field: string company_name = 1 [json_name = "company_name"];
   */
  readonly company_name: string;
  /**
   * @generated from field: gatehouse.access.v1.AccessRule.Employer.OrgRole role = 2;
   */
  readonly role: EmployerOrgRole;
  /**
   * The name of the owner who sent it.
   *
   * @generated from field: string invited_by_name = 3 [json_name = "invited_by_name"];
   */
  readonly invited_by_name: string;
  /**
   * The invited address; masked (`m•••@example.com`) unless it is the caller's verified one.
   *
   * @generated from field: string email = 4;
   */
  readonly email: string;
  /**
   * Whether the invited address is the caller's verified one: only then may the caller accept.
   *
   * @generated from field: bool is_for_caller = 5 [json_name = "is_for_caller"];
   */
  readonly is_for_caller: boolean;
  /**
   * @generated from field: google.protobuf.Timestamp expires_at = 6 [json_name = "expires_at"];
   */
  readonly expires_at: string;
}

/**
 * @generated from message gatehouse.identity.v1.OpenMailUnsubscriptionRequest
 */
export interface OpenMailUnsubscriptionRequest {
  /**
   * @generated from field: string token = 1;
   */
  readonly token: string;
}

/**
 * Where the browser goes.
 *
 * @generated from message gatehouse.identity.v1.MailUnsubscriptionPage
 */
export interface MailUnsubscriptionPage {
  /**
   * The address of the page, with the token in its fragment.
   *
   * @generated from field: string location = 1;
   */
  readonly location: string;
}

/**
 * @generated from message gatehouse.identity.v1.CreateMailUnsubscriptionRequest
 */
export interface CreateMailUnsubscriptionRequest {
  /**
   * @generated from field: string token = 1;
   */
  readonly token: string;
}

/**
 * @generated from message gatehouse.identity.v1.ListReportedSubjectsRequest
 */
export interface ListReportedSubjectsRequest {
  /**
   * @generated from field: string cursor = 1;
   */
  readonly cursor: string;
  /**
   * Items of a page; 0: the default.
   *
   * @generated from field: uint32 limit = 2;
   */
  readonly limit: number;
}

/**
 * @generated from message gatehouse.identity.v1.ListReportedSubjectsResponse
 */
export interface ListReportedSubjectsResponse {
  /**
   * @generated from field: repeated gatehouse.identity.v1.ReportedSubject items = 1;
   */
  readonly items: readonly ReportedSubject[];
  /**
   * Empty: this was the last page.
   *
   * @generated from field: string next_cursor = 2 [json_name = "next_cursor"];
   */
  readonly next_cursor: string;
}

/**
 * A job post or company with open reports.
 *
 * @generated from message gatehouse.identity.v1.ReportedSubject
 */
export interface ReportedSubject {
  /**
   * Of the job post or company.
   *
   * @generated from field: string id = 1;
   */
  readonly id: string;
  /**
   * @generated from field: gatehouse.identity.v1.ReportedKind.Value kind = 2;
   */
  readonly kind: ReportedKind;
  /**
   * The title of the job post, or the name of the company.
   *
   * @generated from field: string title = 3;
   */
  readonly title: string;
  /**
   * @generated from field: string company_id = 4 [json_name = "company_id"];
   */
  readonly company_id: string;
  /**
   * @generated from field: string company_name = 5 [json_name = "company_name"];
   */
  readonly company_name: string;
  /**
   * @generated from field: uint32 report_count = 6 [json_name = "report_count"];
   */
  readonly report_count: number;
  /**
   * @generated from field: google.protobuf.Timestamp oldest_at = 7 [json_name = "oldest_at"];
   */
  readonly oldest_at: string;
  /**
   * Each once.
   *
   * @generated from field: repeated gatehouse.identity.v1.ReportReason.Value reasons = 8;
   */
  readonly reasons: readonly ReportReason[];
}

/**
 * @generated from message gatehouse.identity.v1.GetAbuseReportsRequest
 */
export interface GetAbuseReportsRequest {
  /**
   * @generated from field: string id = 1;
   */
  readonly id: string;
}

/**
 * The open reports of a subject, as `ListReportedSubjects` counts them: none of a disabled company.
 *
 * @generated from message gatehouse.identity.v1.AbuseReports
 */
export interface AbuseReports {
  /**
   * Newest first, at most 50.
   *
   * @generated from field: repeated gatehouse.identity.v1.AbuseReport items = 1;
   */
  readonly items: readonly AbuseReport[];
  /**
   * @generated from field: uint32 report_count = 2 [json_name = "report_count"];
   */
  readonly report_count: number;
  /**
   * The first subject of the queue that is another one; absent: none waits.
   *
   * @generated from field: optional gatehouse.identity.v1.ReportedSubject next = 3;
   */
  readonly next?: ReportedSubject;
}

/**
 * @generated from message gatehouse.identity.v1.AbuseReport
 */
export interface AbuseReport {
  /**
   * @generated from field: string id = 1;
   */
  readonly id: string;
  /**
   * @generated from field: gatehouse.identity.v1.ReportReason.Value reason = 2;
   */
  readonly reason: ReportReason;
  /**
   * Empty: the reporter wrote nothing.
   *
   * @generated from field: string text = 3;
   */
  readonly text: string;
  /**
   * @generated from field: google.protobuf.Timestamp created_at = 4 [json_name = "created_at"];
   */
  readonly created_at: string;
  /**
   * Empty: a visitor without an account.
   *
   * @generated from field: string reporter_id = 5 [json_name = "reporter_id"];
   */
  readonly reporter_id: string;
  /**
   * @generated from field: string reporter_name = 6 [json_name = "reporter_name"];
   */
  readonly reporter_name: string;
}

/**
 * @generated from message gatehouse.identity.v1.DismissAbuseReportsRequest
 */
export interface DismissAbuseReportsRequest {
  /**
   * Of the job post or company.
   *
   * @generated from field: string id = 1;
   */
  readonly id: string;
  /**
   * The newest report that the caller has seen: later ones stay open.
   *
   * @generated from field: string newest_id = 2 [json_name = "newest_id"];
   */
  readonly newest_id: string;
  /**
   * Kept in the audit trail.
   *
   * @generated from field: string reason = 3;
   */
  readonly reason: string;
}

/**
 * @generated from message gatehouse.identity.v1.ListAdminJobPostsRequest
 */
export interface ListAdminJobPostsRequest {
  /**
   * @generated from field: string company_id = 1 [json_name = "company_id"];
   */
  readonly company_id: string;
  /**
   * @generated from field: string cursor = 2;
   */
  readonly cursor: string;
  /**
   * Items of a page; 0: the default.
   *
   * @generated from field: uint32 limit = 3;
   */
  readonly limit: number;
}

/**
 * @generated from message gatehouse.identity.v1.ListAllAdminJobPostsRequest
 */
export interface ListAllAdminJobPostsRequest {
  /**
   * @generated from field: string cursor = 1;
   */
  readonly cursor: string;
  /**
   * Items of a page; 0: the default.
   *
   * @generated from field: uint32 limit = 2;
   */
  readonly limit: number;
  /**
   * Absent: all, those whose last day is over included.
   *
   * @generated from field: optional gatehouse.identity.v1.AdminJobPostExposure.Value exposure = 3;
   */
  readonly exposure?: AdminJobPostExposure;
}

/**
 * @generated from message gatehouse.identity.v1.ListAdminJobPostsResponse
 */
export interface ListAdminJobPostsResponse {
  /**
   * @generated from field: repeated gatehouse.identity.v1.AdminJobPost items = 1;
   */
  readonly items: readonly AdminJobPost[];
  /**
   * Empty: this was the last page.
   *
   * @generated from field: string next_cursor = 2 [json_name = "next_cursor"];
   */
  readonly next_cursor: string;
}

/**
 * @generated from message gatehouse.identity.v1.GetAdminJobPostRequest
 */
export interface GetAdminJobPostRequest {
  /**
   * @generated from field: string id = 1;
   */
  readonly id: string;
}

/**
 * A job post as staff see it, without its text.
 *
 * @generated from message gatehouse.identity.v1.AdminJobPost
 */
export interface AdminJobPost {
  /**
   * @generated from field: string id = 1;
   */
  readonly id: string;
  /**
   * @generated from field: string title = 2;
   */
  readonly title: string;
  /**
   * @generated from field: string location = 3;
   */
  readonly location: string;
  /**
   * @generated from field: gatehouse.identity.v1.AdminJobPost.Kind kind = 4;
   */
  readonly kind: AdminJobPostKind;
  /**
   * @generated from field: gatehouse.identity.v1.AdminJobPost.State state = 5;
   */
  readonly state: AdminJobPostState;
  /**
   * @generated from field: string company_id = 6 [json_name = "company_id"];
   */
  readonly company_id: string;
  /**
   * @generated from field: string company_name = 7 [json_name = "company_name"];
   */
  readonly company_name: string;
  /**
   * @generated from field: gatehouse.identity.v1.CompanyCondition.Value company_condition = 8 [json_name = "company_condition"];
   */
  readonly company_condition: CompanyCondition;
  /**
   * @generated from field: google.protobuf.Timestamp created_at = 9 [json_name = "created_at"];
   */
  readonly created_at: string;
  /**
   * @generated from field: google.protobuf.Timestamp published_at = 10 [json_name = "published_at"];
   */
  readonly published_at: string;
  /**
   * Whether visitors see it at this moment.
   *
   * @generated from field: bool is_public = 11 [json_name = "is_public"];
   */
  readonly is_public: boolean;
  /**
   * @generated from field: gatehouse.identity.v1.JobPostVisibility.Value visibility = 12;
   */
  readonly visibility: JobPostVisibility;
  /**
   * Absent: it is shown.
   *
   * @generated from field: optional google.protobuf.Timestamp hidden_at = 13 [json_name = "hidden_at"];
   */
  readonly hidden_at?: string;
  /**
   * What staff told the company; empty: it is shown.
   *
   * @generated from field: string owner_reason = 14 [json_name = "owner_reason"];
   */
  readonly owner_reason: string;
  /**
   * The version of the visibility, for `If-Match`: what the company edits is not part of it, and does not hold up the staff.
   *
   * @generated from field: string etag = 15;
   */
  readonly etag: string;
  /**
   * As of the company's job posts. Absent: not stated.
   *
   * @generated from field: optional string country_code = 16 [json_name = "country_code"];
   */
  readonly country_code?: string;
}

/**
 * @generated from message gatehouse.identity.v1.AdminJobPostDetail
 */
export interface AdminJobPostDetail {
  /**
   * @generated from field: gatehouse.identity.v1.AdminJobPost job_post = 1 [json_name = "job_post"];
   */
  readonly job_post: AdminJobPost;
  /**
   * As its company typed it, in a subset of Markdown: `JobPost.description`.
   *
   * @generated from field: string description = 2;
   */
  readonly description: string;
  /**
   * The texts of its screening questions.
   *
   * @generated from field: repeated string questions = 3;
   */
  readonly questions: readonly string[];
  /**
   * Absent in answers of the release before.
   *
   * @generated from field: optional gatehouse.identity.v1.AdminJobPostTerms terms = 4;
   */
  readonly terms?: AdminJobPostTerms;
}

/**
 * The terms of a job post as staff see them: as of the company's job posts.
 *
 * @generated from message gatehouse.identity.v1.AdminJobPostTerms
 */
export interface AdminJobPostTerms {
  /**
   * Absent: not stated.
   *
   * @generated from field: optional gatehouse.identity.v1.AdminJobPostTerms.Pay pay = 1;
   */
  readonly pay?: Pay;
  /**
   * Absent: not stated.
   *
   * @generated from field: optional gatehouse.identity.v1.AdminJobPostTerms.RemoteMode remote_mode = 2 [json_name = "remote_mode"];
   */
  readonly remote_mode?: AdminJobPostTermsRemoteMode;
  /**
   * Absent: not stated.
   *
   * @generated from field: optional gatehouse.identity.v1.AdminJobPostTerms.Seniority seniority = 3;
   */
  readonly seniority?: AdminJobPostTermsSeniority;
  /**
   * The languages of the work: ISO 639-1 codes, such as `en`.
   *
   * @generated from field: repeated string languages = 4;
   */
  readonly languages: readonly string[];
  /**
   * The last day, in UTC, on which the post is public and takes applications: YYYY-MM-DD. Empty: no last day.
   *
   * @generated from field: string expires_on = 5 [json_name = "expires_on"];
   */
  readonly expires_on: string;
}

/**
 * @generated from message gatehouse.identity.v1.UpdateJobPostVisibilityRequest
 */
export interface UpdateJobPostVisibilityRequest {
  /**
   * @generated from field: string id = 1;
   */
  readonly id: string;
  /**
   * @generated from field: gatehouse.identity.v1.JobPostVisibility.Value visibility = 2;
   */
  readonly visibility: JobPostVisibility;
  /**
   * Kept in the audit trail, for staff.
   *
   * @generated from field: string reason = 3;
   */
  readonly reason: string;
  /**
   * For the company, which reads it on the page of the post; its owners get it by mail, too. Required to hide a post.
   *
   * @generated from field: string owner_reason = 4 [json_name = "owner_reason"];
   */
  readonly owner_reason: string;
}

/**
 * @generated from message gatehouse.identity.v1.ListPendingCompaniesRequest
 */
export interface ListPendingCompaniesRequest {
  /**
   * @generated from field: string cursor = 1;
   */
  readonly cursor: string;
  /**
   * Items of a page; 0: the default.
   *
   * @generated from field: uint32 limit = 2;
   */
  readonly limit: number;
}

/**
 * @generated from message gatehouse.identity.v1.ListPendingCompaniesResponse
 */
export interface ListPendingCompaniesResponse {
  /**
   * @generated from field: repeated gatehouse.identity.v1.PendingCompany items = 1;
   */
  readonly items: readonly PendingCompany[];
  /**
   * Empty: this was the last page.
   *
   * @generated from field: string next_cursor = 2 [json_name = "next_cursor"];
   */
  readonly next_cursor: string;
}

/**
 * What makes a company look like itself, or like another one.
 *
 * @generated from message gatehouse.identity.v1.CompanyAppearance
 */
export interface CompanyAppearance {
  /**
   * @generated from field: string name = 1;
   */
  readonly name: string;
  /**
   * Absolute URL; empty when there is none.
   *
   * @generated from field: string website = 2;
   */
  readonly website: string;
  /**
   * Names its logo in addresses. Absent: it has none.
   *
   * @generated from field: optional string logo = 3;
   */
  readonly logo?: string;
}

/**
 * What a company has looked like while a change waited for the staff.
 *
 * @generated from message gatehouse.identity.v1.ShownAppearance
 */
export interface ShownAppearance {
  /**
   * @generated from field: string name = 1;
   */
  readonly name: string;
  /**
   * Absolute URL; empty when there was none.
   *
   * @generated from field: string website = 2;
   */
  readonly website: string;
  /**
   * Names its logo, whose image is not kept. Absent: it had none.
   *
   * @generated from field: optional string logo = 3;
   */
  readonly logo?: string;
  /**
   * For how long at most, in seconds, which add up to the time since the first change.
   *
   * @generated from field: uint32 seconds = 4;
   */
  readonly seconds: number;
}

/**
 * A company that waits for a review.
 *
 * @generated from message gatehouse.identity.v1.PendingCompany
 */
export interface PendingCompany {
  /**
   * @generated from field: string id = 1;
   */
  readonly id: string;
  /**
   * @generated from field: string name = 2;
   */
  readonly name: string;
  /**
   * @generated from field: google.protobuf.Timestamp created_at = 3 [json_name = "created_at"];
   */
  readonly created_at: string;
  /**
   * What becomes public with the approval of a new company.
   *
   * @generated from field: uint32 published_job_post_count = 4 [json_name = "published_job_post_count"];
   */
  readonly published_job_post_count: number;
  /**
   * As it is. Absent in answers of the release before.
   *
   * @generated from field: optional gatehouse.identity.v1.CompanyAppearance current = 5;
   */
  readonly current?: CompanyAppearance;
  /**
   * As staff approved it before it changed; it stays public meanwhile. Absent: a new company.
   *
   * @generated from field: optional gatehouse.identity.v1.CompanyAppearance approved = 6;
   */
  readonly approved?: CompanyAppearance;
  /**
   * When the first of these changes was made. Absent: a new company.
   *
   * @generated from field: optional google.protobuf.Timestamp changed_at = 7 [json_name = "changed_at"];
   */
  readonly changed_at?: string;
}

/**
 * @generated from message gatehouse.identity.v1.GetAdminCompanyReviewRequest
 */
export interface GetAdminCompanyReviewRequest {
  /**
   * @generated from field: string id = 1;
   */
  readonly id: string;
}

/**
 * The review of a company, as staff see it.
 *
 * @generated from message gatehouse.identity.v1.AdminCompanyReview
 */
export interface AdminCompanyReview {
  /**
   * @generated from field: string company_id = 1 [json_name = "company_id"];
   */
  readonly company_id: string;
  /**
   * @generated from field: gatehouse.identity.v1.CompanyReviewState.Value state = 2;
   */
  readonly state: CompanyReviewState;
  /**
   * What staff told the owners of a refused company; empty: nothing.
   *
   * @generated from field: string owner_reason = 3 [json_name = "owner_reason"];
   */
  readonly owner_reason: string;
  /**
   * The version of the review and of what it is about, for `If-Match`: a company that changes name, website or logo meanwhile is not
   * approved.
   *
   * @generated from field: string etag = 4;
   */
  readonly etag: string;
  /**
   * The first company behind this one in the queue, or else the one that waits longest. Absent: no other one waits, or in the answer to a
   * decision.
   *
   * @generated from field: optional gatehouse.identity.v1.PendingCompany next = 5;
   */
  readonly next?: PendingCompany;
  /**
   * As the company is. Absent in answers of the release before.
   *
   * @generated from field: optional gatehouse.identity.v1.CompanyAppearance current = 6;
   */
  readonly current?: CompanyAppearance;
  /**
   * As staff approved it before it changed; the company may be so again. Absent: no change waits.
   *
   * @generated from field: optional gatehouse.identity.v1.CompanyAppearance approved = 7;
   */
  readonly approved?: CompanyAppearance;
  /**
   * When the first of these changes was made. Absent: no change waits.
   *
   * @generated from field: optional google.protobuf.Timestamp changed_at = 8 [json_name = "changed_at"];
   */
  readonly changed_at?: string;
  /**
   * What the company has shown since then, longest first: at most 20 looks, with each one shown for more than a twentieth of the time. The
   * present look and the approved one count, too. Empty if it has shown the present look alone. Absent in answers of the release before.
   *
   * @generated from field: repeated gatehouse.identity.v1.ShownAppearance shown_meanwhile = 9 [json_name = "shown_meanwhile"];
   */
  readonly shown_meanwhile: readonly ShownAppearance[];
}

/**
 * @generated from message gatehouse.identity.v1.UpdateCompanyReviewRequest
 */
export interface UpdateCompanyReviewRequest {
  /**
   * @generated from field: string id = 1;
   */
  readonly id: string;
  /**
   * @generated from field: gatehouse.identity.v1.CompanyReviewState.Value state = 2;
   */
  readonly state: CompanyReviewState;
  /**
   * Kept in the audit trail, for staff.
   *
   * @generated from field: string reason = 3;
   */
  readonly reason: string;
  /**
   * For the company's owners, by mail, and on their page while it is refused; empty: no reason. Not used for an approved company that
   * is approved with its changes.
   *
   * @generated from field: string owner_reason = 4 [json_name = "owner_reason"];
   */
  readonly owner_reason: string;
}

/**
 * @generated from message gatehouse.identity.v1.GetAdminCompanyLogoRequest
 */
export interface GetAdminCompanyLogoRequest {
  /**
   * @generated from field: string company_id = 1 [json_name = "company_id"];
   */
  readonly company_id: string;
  /**
   * `logo` of the company.
   *
   * @generated from field: string hash = 2;
   */
  readonly hash: string;
}

/**
 * @generated from message gatehouse.identity.v1.RemoveCompanyLogoRequest
 */
export interface RemoveCompanyLogoRequest {
  /**
   * @generated from field: string company_id = 1 [json_name = "company_id"];
   */
  readonly company_id: string;
  /**
   * `logo` of the company.
   *
   * @generated from field: string hash = 2;
   */
  readonly hash: string;
  /**
   * Kept in the audit trail, for staff.
   *
   * @generated from field: string reason = 3;
   */
  readonly reason: string;
  /**
   * For the company, whose members read it on the page of its profile.
   *
   * @generated from field: string owner_reason = 4 [json_name = "owner_reason"];
   */
  readonly owner_reason: string;
}

/**
 * @generated from message gatehouse.identity.v1.GetNotificationSettingsRequest
 */
export type GetNotificationSettingsRequest = Readonly<Record<string, never>>;

/**
 * @generated from message gatehouse.identity.v1.UpdateNotificationSettingsRequest
 */
export interface UpdateNotificationSettingsRequest {
  /**
   * @generated from field: gatehouse.identity.v1.MailChoice.Value application_received = 1 [json_name = "application_received"];
   */
  readonly application_received: MailChoice;
  /**
   * @generated from field: gatehouse.identity.v1.MailChoice.Value application_moved = 2 [json_name = "application_moved"];
   */
  readonly application_moved: MailChoice;
  /**
   * Not `daily`: an invitation is accepted with the link in its mail.
   *
   * @generated from field: gatehouse.identity.v1.MailChoice.Value invitation_received = 3 [json_name = "invitation_received"];
   */
  readonly invitation_received: MailChoice;
  /**
   * @generated from field: gatehouse.identity.v1.MailChoice.Value role_changed = 4 [json_name = "role_changed"];
   */
  readonly role_changed: MailChoice;
  /**
   * @generated from field: gatehouse.identity.v1.MailChoice.Value job_post_closed = 5 [json_name = "job_post_closed"];
   */
  readonly job_post_closed: MailChoice;
  /**
   * Absent: stays as it is.
   *
   * @generated from field: optional gatehouse.identity.v1.MailChoice.Value message_received = 6 [json_name = "message_received"];
   */
  readonly message_received?: MailChoice;
  /**
   * Absent: stays as it is.
   *
   * @generated from field: optional gatehouse.identity.v1.MailChoice.Value interview_changed = 7 [json_name = "interview_changed"];
   */
  readonly interview_changed?: MailChoice;
  /**
   * Absent: stays as it is.
   *
   * @generated from field: optional gatehouse.identity.v1.MailChoice.Value application_assigned = 8 [json_name = "application_assigned"];
   */
  readonly application_assigned?: MailChoice;
  /**
   * Absent: stays as it is.
   *
   * @generated from field: optional gatehouse.identity.v1.MailChoice.Value offer_answered = 9 [json_name = "offer_answered"];
   */
  readonly offer_answered?: MailChoice;
  /**
   * Absent: stays as it is.
   *
   * @generated from field: optional gatehouse.identity.v1.MailChoice.Value application_withdrawn = 10 [json_name = "application_withdrawn"];
   */
  readonly application_withdrawn?: MailChoice;
}

/**
 * The choice for each kind of notification that has one.
 *
 * @generated from message gatehouse.identity.v1.NotificationSettings
 */
export interface NotificationSettings {
  /**
   * New applications for a job post of the user's company.
   *
   * @generated from field: gatehouse.identity.v1.MailChoice.Value application_received = 1 [json_name = "application_received"];
   */
  readonly application_received: MailChoice;
  /**
   * A stage of the user's application. A mail with the company's own words is sent in any case.
   *
   * @generated from field: gatehouse.identity.v1.MailChoice.Value application_moved = 2 [json_name = "application_moved"];
   */
  readonly application_moved: MailChoice;
  /**
   * An invitation into a company: `at_once` or `never`.
   *
   * @generated from field: gatehouse.identity.v1.MailChoice.Value invitation_received = 3 [json_name = "invitation_received"];
   */
  readonly invitation_received: MailChoice;
  /**
   * The user's role in a company, or the membership itself.
   *
   * @generated from field: gatehouse.identity.v1.MailChoice.Value role_changed = 4 [json_name = "role_changed"];
   */
  readonly role_changed: MailChoice;
  /**
   * The end of a job post that the user has applied for.
   *
   * @generated from field: gatehouse.identity.v1.MailChoice.Value job_post_closed = 5 [json_name = "job_post_closed"];
   */
  readonly job_post_closed: MailChoice;
  /**
   * The version, for `If-Match`: another one after each change, also by a link in a mail.
   *
   * @generated from field: string etag = 6;
   */
  readonly etag: string;
  /**
   * A message of a company, or of an applicant of the user's company.
   *
   * @generated from field: gatehouse.identity.v1.MailChoice.Value message_received = 7 [json_name = "message_received"];
   */
  readonly message_received: MailChoice;
  /**
   * A proposed or cancelled interview, or its answer.
   *
   * @generated from field: gatehouse.identity.v1.MailChoice.Value interview_changed = 8 [json_name = "interview_changed"];
   */
  readonly interview_changed: MailChoice;
  /**
   * An application that the user is to take care of for the company.
   *
   * @generated from field: gatehouse.identity.v1.MailChoice.Value application_assigned = 9 [json_name = "application_assigned"];
   */
  readonly application_assigned: MailChoice;
  /**
   * The answer of an applicant to an offer of the user's company.
   *
   * @generated from field: gatehouse.identity.v1.MailChoice.Value offer_answered = 10 [json_name = "offer_answered"];
   */
  readonly offer_answered: MailChoice;
  /**
   * The withdrawal of an application that the user takes care of, or has proposed an interview for.
   *
   * @generated from field: gatehouse.identity.v1.MailChoice.Value application_withdrawn = 11 [json_name = "application_withdrawn"];
   */
  readonly application_withdrawn: MailChoice;
}

/**
 * @generated from message gatehouse.identity.v1.ListNotificationsRequest
 */
export interface ListNotificationsRequest {
  /**
   * The `next_cursor` of the page before; empty: the first page.
   *
   * @generated from field: string cursor = 1;
   */
  readonly cursor: string;
  /**
   * Items of a page; 0: the default.
   *
   * @generated from field: uint32 limit = 2;
   */
  readonly limit: number;
}

/**
 * @generated from message gatehouse.identity.v1.ListNotificationsResponse
 */
export interface ListNotificationsResponse {
  /**
   * @generated from field: repeated gatehouse.identity.v1.Notification items = 1;
   */
  readonly items: readonly Notification[];
  /**
   * Empty: this was the last page.
   *
   * @generated from field: string next_cursor = 2 [json_name = "next_cursor"];
   */
  readonly next_cursor: string;
}

/**
 * @generated from message gatehouse.identity.v1.GetUnreadNotificationCountRequest
 */
export type GetUnreadNotificationCountRequest = Readonly<Record<string, never>>;

/**
 * @generated from message gatehouse.identity.v1.UnreadNotificationCount
 */
export interface UnreadNotificationCount {
  /**
   * At most 100: there may be more.
   *
   * @generated from field: uint32 count = 1;
   */
  readonly count: number;
}

/**
 * @generated from message gatehouse.identity.v1.MarkNotificationsReadRequest
 */
export interface MarkNotificationsReadRequest {
  /**
   * The newest notification that the caller has seen: later ones stay unread.
   *
   * @generated from field: string newest_id = 1 [json_name = "newest_id"];
   */
  readonly newest_id: string;
}

/**
 * @generated from message gatehouse.identity.v1.MarkNotificationReadRequest
 */
export interface MarkNotificationReadRequest {
  /**
   * @generated from field: string id = 1;
   */
  readonly id: string;
}

/**
 * A notification of the caller.
 *
 * @generated from message gatehouse.identity.v1.Notification
 */
export interface Notification {
  /**
   * @generated from field: string id = 1;
   */
  readonly id: string;
  /**
   * @generated from field: gatehouse.identity.v1.NotificationKind.Value kind = 2;
   */
  readonly kind: NotificationKind;
  /**
   * From when the caller sees it.
   *
   * @generated from field: google.protobuf.Timestamp at = 3;
   */
  readonly at: string;
  /**
   * @generated from field: bool is_read = 4 [json_name = "is_read"];
   */
  readonly is_read: boolean;
  /**
   * What it has become; empty for the kinds that need no word.
   * `access_decided`: granted, restored, refused, ended or suspended. `application_moved`: interview, offer or rejected.
   * `role_changed`: owner, member, revoked or restored. `company_condition_changed`: active, disabled or closed.
   * `job_post_visibility_changed`: hidden or shown. `company_reviewed`: approved or refused. `message_received`: company or
   * applicant, who has written. `interview_changed`: proposed, accepted, declined or cancelled. `offer_answered`: accepted or
   * declined.
   *
   * @generated from field: string value = 5;
   */
  readonly value: string;
  /**
   * The id of what it is about: an application (`application_moved`, `job_post_closed`, `message_received`, `interview_changed`,
   * `application_assigned`, `offer_answered`, `application_withdrawn`), a job post (`application_received`, `job_post_visibility_changed`), a company (`role_changed`,
   * `company_condition_changed`, `company_reviewed`), an invitation or the user.
   *
   * @generated from field: string subject_id = 6 [json_name = "subject_id"];
   */
  readonly subject_id: string;
  /**
   * Empty: it has none, or the caller may not see it any more.
   *
   * @generated from field: string company_name = 7 [json_name = "company_name"];
   */
  readonly company_name: string;
  /**
   * Empty as `company_name`.
   *
   * @generated from field: string job_post_title = 8 [json_name = "job_post_title"];
   */
  readonly job_post_title: string;
}

/**
 * @generated from message gatehouse.identity.v1.ListSecurityEventsRequest
 */
export interface ListSecurityEventsRequest {
  /**
   * The `next_cursor` of the page before; empty: the first page.
   *
   * @generated from field: string cursor = 1;
   */
  readonly cursor: string;
  /**
   * Items of a page; 0: the default.
   *
   * @generated from field: uint32 limit = 2;
   */
  readonly limit: number;
}

/**
 * One event of the caller's account.
 *
 * @generated from message gatehouse.identity.v1.SecurityEvent
 */
export interface SecurityEvent {
  /**
   * @generated from field: string id = 1;
   */
  readonly id: string;
  /**
   * @generated from field: google.protobuf.Timestamp at = 2;
   */
  readonly at: string;
  /**
   * An action of the audit trail, for example `user.passkey_added`.
   *
   * @generated from field: string action = 3;
   */
  readonly action: string;
  /**
   * What changed, as text; often empty.
   *
   * @generated from field: string change = 4;
   */
  readonly change: string;
  /**
   * A label of the browser that acted or, for the begin and end of a session, of its browser: for example `Firefox on
   * Windows`. Empty: it did not name itself, the event has no session, or the session is no longer stored.
   *
   * @generated from field: string device = 5;
   */
  readonly device: string;
  /**
   * The network address at the sign-in of that browser; empty as `device`.
   *
   * @generated from field: string address = 6;
   */
  readonly address: string;
  /**
   * A label of a loopback or private address; empty for any other address.
   *
   * @generated from field: string place = 7;
   */
  readonly place: string;
  /**
   * Of a sign-in: its session, to report it. Absent: the session of this request, or one that is no longer stored.
   *
   * @generated from field: optional string session_id = 8 [json_name = "session_id"];
   */
  readonly session_id?: string;
}

/**
 * @generated from message gatehouse.identity.v1.ListSecurityEventsResponse
 */
export interface ListSecurityEventsResponse {
  /**
   * @generated from field: repeated gatehouse.identity.v1.SecurityEvent items = 1;
   */
  readonly items: readonly SecurityEvent[];
  /**
   * Empty: this was the last page.
   *
   * @generated from field: string next_cursor = 2 [json_name = "next_cursor"];
   */
  readonly next_cursor: string;
}

/**
 * @generated from message gatehouse.identity.v1.ListStaffAccountsRequest
 */
export interface ListStaffAccountsRequest {
  /**
   * The `next_cursor` of the page before; empty: the first page.
   *
   * @generated from field: string cursor = 1;
   */
  readonly cursor: string;
  /**
   * Items of a page; 0: the default.
   *
   * @generated from field: uint32 limit = 2;
   */
  readonly limit: number;
}

/**
 * @generated from message gatehouse.identity.v1.ListStaffAccountsResponse
 */
export interface ListStaffAccountsResponse {
  /**
   * @generated from field: repeated gatehouse.identity.v1.StaffAccount items = 1;
   */
  readonly items: readonly StaffAccount[];
  /**
   * Empty: this was the last page.
   *
   * @generated from field: string next_cursor = 2 [json_name = "next_cursor"];
   */
  readonly next_cursor: string;
}

/**
 * An account of the staff.
 *
 * @generated from message gatehouse.identity.v1.StaffAccount
 */
export interface StaffAccount {
  /**
   * @generated from field: string id = 1;
   */
  readonly id: string;
  /**
   * @generated from field: string name = 2;
   */
  readonly name: string;
  /**
   * @generated from field: string email = 3;
   */
  readonly email: string;
  /**
   * @generated from field: gatehouse.access.v1.AccessRule.Admin.Role role = 4;
   */
  readonly role: AdminRole;
  /**
   * @generated from field: gatehouse.identity.v1.StaffCondition.Value condition = 5;
   */
  readonly condition: StaffCondition;
  /**
   * Whether the account has a second factor that sign-ins accept; without one it waits for its enrolment.
   *
   * @generated from field: bool enrolled = 6;
   */
  readonly enrolled: boolean;
  /**
   * When the open enrolment link expires; absent: there is none.
   *
   * @generated from field: optional google.protobuf.Timestamp link_expires_at = 7 [json_name = "link_expires_at"];
   */
  readonly link_expires_at?: string;
  /**
   * @generated from field: google.protobuf.Timestamp created_at = 8 [json_name = "created_at"];
   */
  readonly created_at: string;
  /**
   * Live sessions at this moment.
   *
   * @generated from field: uint32 session_count = 9 [json_name = "session_count"];
   */
  readonly session_count: number;
  /**
   * Absent: no request about the account waits.
   *
   * @generated from field: optional gatehouse.identity.v1.StaffRequest open_request = 10 [json_name = "open_request"];
   */
  readonly open_request?: StaffRequest;
  /**
   * The version of role and condition, for `If-Match`.
   *
   * @generated from field: string etag = 11;
   */
  readonly etag: string;
}

/**
 * A request that waits for a second operator.
 *
 * @generated from message gatehouse.identity.v1.StaffRequest
 */
export interface StaffRequest {
  /**
   * @generated from field: string id = 1;
   */
  readonly id: string;
  /**
   * @generated from field: string account_id = 2 [json_name = "account_id"];
   */
  readonly account_id: string;
  /**
   * @generated from field: string account_name = 3 [json_name = "account_name"];
   */
  readonly account_name: string;
  /**
   * @generated from field: string account_email = 4 [json_name = "account_email"];
   */
  readonly account_email: string;
  /**
   * @generated from field: gatehouse.identity.v1.StaffRequestKind.Value kind = 5;
   */
  readonly kind: StaffRequestKind;
  /**
   * @generated from field: string reason = 6;
   */
  readonly reason: string;
  /**
   * @generated from field: string requester_id = 7 [json_name = "requester_id"];
   */
  readonly requester_id: string;
  /**
   * @generated from field: string requester_name = 8 [json_name = "requester_name"];
   */
  readonly requester_name: string;
  /**
   * @generated from field: google.protobuf.Timestamp requested_at = 9 [json_name = "requested_at"];
   */
  readonly requested_at: string;
  /**
   * 24 hours after it was made.
   *
   * @generated from field: google.protobuf.Timestamp expires_at = 10 [json_name = "expires_at"];
   */
  readonly expires_at: string;
}

/**
 * @generated from message gatehouse.identity.v1.GetStaffAccountRequest
 */
export interface GetStaffAccountRequest {
  /**
   * @generated from field: string id = 1;
   */
  readonly id: string;
}

/**
 * @generated from message gatehouse.identity.v1.CreateStaffAccountRequest
 */
export interface CreateStaffAccountRequest {
  /**
   * @generated from field: string name = 1;
   */
  readonly name: string;
  /**
   * @generated from field: string email = 2;
   */
  readonly email: string;
  /**
   * @generated from field: gatehouse.access.v1.AccessRule.Admin.Role role = 3;
   */
  readonly role: AdminRole;
  /**
   * @generated from field: string reason = 4;
   */
  readonly reason: string;
}

/**
 * @generated from message gatehouse.identity.v1.UpdateStaffRoleRequest
 */
export interface UpdateStaffRoleRequest {
  /**
   * @generated from field: string id = 1;
   */
  readonly id: string;
  /**
   * @generated from field: gatehouse.access.v1.AccessRule.Admin.Role role = 2;
   */
  readonly role: AdminRole;
  /**
   * @generated from field: string reason = 3;
   */
  readonly reason: string;
}

/**
 * @generated from message gatehouse.identity.v1.UpdateStaffConditionRequest
 */
export interface UpdateStaffConditionRequest {
  /**
   * @generated from field: string id = 1;
   */
  readonly id: string;
  /**
   * @generated from field: gatehouse.identity.v1.StaffCondition.Value condition = 2;
   */
  readonly condition: StaffCondition;
  /**
   * @generated from field: string reason = 3;
   */
  readonly reason: string;
}

/**
 * @generated from message gatehouse.identity.v1.ResetStaffSecondFactorRequest
 */
export interface ResetStaffSecondFactorRequest {
  /**
   * @generated from field: string id = 1;
   */
  readonly id: string;
  /**
   * @generated from field: string reason = 2;
   */
  readonly reason: string;
}

/**
 * @generated from message gatehouse.identity.v1.ListStaffRequestsRequest
 */
export interface ListStaffRequestsRequest {
  /**
   * The `next_cursor` of the page before; empty: the first page.
   *
   * @generated from field: string cursor = 1;
   */
  readonly cursor: string;
  /**
   * Items of a page; 0: the default.
   *
   * @generated from field: uint32 limit = 2;
   */
  readonly limit: number;
}

/**
 * @generated from message gatehouse.identity.v1.ListStaffRequestsResponse
 */
export interface ListStaffRequestsResponse {
  /**
   * @generated from field: repeated gatehouse.identity.v1.StaffRequest items = 1;
   */
  readonly items: readonly StaffRequest[];
  /**
   * Empty: this was the last page.
   *
   * @generated from field: string next_cursor = 2 [json_name = "next_cursor"];
   */
  readonly next_cursor: string;
}

/**
 * @generated from message gatehouse.identity.v1.ApproveStaffRequestRequest
 */
export interface ApproveStaffRequestRequest {
  /**
   * @generated from field: string id = 1;
   */
  readonly id: string;
}

/**
 * @generated from message gatehouse.identity.v1.DeleteStaffRequestRequest
 */
export interface DeleteStaffRequestRequest {
  /**
   * @generated from field: string id = 1;
   */
  readonly id: string;
}

/**
 * @generated from message gatehouse.identity.v1.GetStatisticsRequest
 */
export interface GetStatisticsRequest {
  /**
   * How many weeks, at most a year of them; 0: 26.
   *
   * @generated from field: uint32 weeks = 1;
   */
  readonly weeks: number;
}

/**
 * @generated from message gatehouse.identity.v1.Statistics
 */
export interface Statistics {
  /**
   * @generated from field: repeated gatehouse.identity.v1.WeekStatistics weeks = 1;
   */
  readonly weeks: readonly WeekStatistics[];
}

/**
 * What happened in one week. It does not change once the week has ended, also when accounts are deleted.
 *
 * @generated from message gatehouse.identity.v1.WeekStatistics
 */
export interface WeekStatistics {
  /**
   * Its Monday, `2026-01-26`.
   *
   * @generated from field: string week = 1;
   */
  readonly week: string;
  /**
   * Job posts that were published, for the first time or again.
   *
   * @generated from field: uint32 published_job_post_count = 2 [json_name = "published_job_post_count"];
   */
  readonly published_job_post_count: number;
  /**
   * Applications that were sent, also those that were withdrawn later.
   *
   * @generated from field: uint32 application_count = 3 [json_name = "application_count"];
   */
  readonly application_count: number;
  /**
   * Requests for talent access, and the decisions about them.
   *
   * @generated from field: gatehouse.identity.v1.StaffCaseload access_requests = 4 [json_name = "access_requests"];
   */
  readonly access_requests: StaffCaseload;
  /**
   * New companies that wait for a review, and the decisions about them.
   *
   * @generated from field: gatehouse.identity.v1.StaffCaseload company_reviews = 5 [json_name = "company_reviews"];
   */
  readonly company_reviews: StaffCaseload;
  /**
   * Reports of abuse, and their ends.
   *
   * @generated from field: gatehouse.identity.v1.StaffCaseload abuse_reports = 6 [json_name = "abuse_reports"];
   */
  readonly abuse_reports: StaffCaseload;
}

/**
 * What came to the staff in a week, and what they decided in it; a decision may be about an earlier week's request.
 *
 * @generated from message gatehouse.identity.v1.StaffCaseload
 */
export interface StaffCaseload {
  /**
   * @generated from field: uint32 received_count = 1 [json_name = "received_count"];
   */
  readonly received_count: number;
  /**
   * @generated from field: uint32 decided_count = 2 [json_name = "decided_count"];
   */
  readonly decided_count: number;
  /**
   * Hours from the request to the decision, of the decisions of the week: half were at most this. A
   * decision whose request is no longer known has no time. Absent: none has a time.
   *
   * @generated from field: optional double median_hours = 3 [json_name = "median_hours"];
   */
  readonly median_hours?: number;
  /**
   * Nine of ten were at most this.
   *
   * @generated from field: optional double ninetieth_percentile_hours = 4 [json_name = "ninetieth_percentile_hours"];
   */
  readonly ninetieth_percentile_hours?: number;
}

/**
 * @generated from message gatehouse.identity.v1.GetDisabledCompanyNoticeRequest
 */
export type GetDisabledCompanyNoticeRequest = Readonly<Record<string, never>>;

/**
 * What staff tell the owners of a disabled company.
 *
 * @generated from message gatehouse.identity.v1.DisabledCompanyNotice
 */
export interface DisabledCompanyNotice {
  /**
   * Empty: staff gave no reason, or the notice is not for the caller.
   *
   * @generated from field: string reason = 1;
   */
  readonly reason: string;
  /**
   * Absent: not known, or the notice is not for the caller.
   *
   * @generated from field: optional google.protobuf.Timestamp disabled_at = 2 [json_name = "disabled_at"];
   */
  readonly disabled_at?: string;
}

/**
 * @generated from message gatehouse.identity.v1.CreateUserRequest
 */
export interface CreateUserRequest {
  /**
   * @generated from field: string name = 1;
   */
  readonly name: string;
  /**
   * @generated from field: string email = 2;
   */
  readonly email: string;
  /**
   * Absent: the account begins with a passkey, which is created when the address is confirmed.
   *
   * @generated from field: optional string password = 3;
   */
  readonly password?: string;
}

/**
 * @generated from message gatehouse.identity.v1.CreateEmailVerificationRequest
 */
export interface CreateEmailVerificationRequest {
  /**
   * 32 random bytes, base64url.
   *
   * @generated from field: string token = 1;
   */
  readonly token: string;
  /**
   * Required for a sign-up without a password; by a challenge for `sign_up` of the same token.
   *
   * @generated from field: optional gatehouse.identity.v1.NewPasskey passkey = 2;
   */
  readonly passkey?: NewPasskey;
}

/**
 * @generated from message gatehouse.identity.v1.UpdateCurrentUserRequest
 */
export interface UpdateCurrentUserRequest {
  /**
   * Absent: unchanged.
   *
   * @generated from field: optional string name = 1;
   */
  readonly name?: string;
}

/**
 * @generated from message gatehouse.identity.v1.UpdateCurrentUserPasswordRequest
 */
export interface UpdateCurrentUserPasswordRequest {
  /**
   * @generated from field: string current_password = 1 [json_name = "current_password"];
   */
  readonly current_password: string;
  /**
   * @generated from field: string new_password = 2 [json_name = "new_password"];
   */
  readonly new_password: string;
}

/**
 * @generated from message gatehouse.identity.v1.CreatePasswordResetRequest
 */
export interface CreatePasswordResetRequest {
  /**
   * @generated from field: string email = 1;
   */
  readonly email: string;
}

/**
 * @generated from message gatehouse.identity.v1.RedeemPasswordResetRequest
 */
export interface RedeemPasswordResetRequest {
  /**
   * 32 random bytes, base64url.
   *
   * @generated from field: string token = 1;
   */
  readonly token: string;
  /**
   * @generated from field: string password = 2;
   */
  readonly password: string;
}

/**
 * Problem details. A 5xx reveals nothing internal.
 *
 * @generated from message gatehouse.problem.v1.Problem
 */
export interface Problem {
  /**
   * A URI reference that names the kind of problem, `/problems/{code}`.
   *
   * @generated from field: string type = 1;
   */
  readonly type: string;
  /**
   * A short sentence for users, the same for every occurrence of the code.
   *
   * @generated from field: string title = 2;
   */
  readonly title: string;
  /**
   * The HTTP status.
   *
   * @generated from field: uint32 status = 3;
   */
  readonly status: number;
  /**
   * For programs: callers decide by `status` and `code` only.
   *
   * @generated from field: gatehouse.access.v1.Refusal.Code code = 4;
   */
  readonly code: RefusalCode;
  /**
   * What happened this time, for users.
   *
   * @generated from field: string detail = 5;
   */
  readonly detail: string;
  /**
   * The trace to quote to support, 32 lower-case hex digits.
   *
   * @generated from field: string trace_id = 6 [json_name = "trace_id"];
   */
  readonly trace_id: string;
  /**
   * For 400 and `job_post_incomplete`: every invalid field.
   *
   * @generated from field: repeated gatehouse.problem.v1.FieldError errors = 7;
   */
  readonly errors: readonly FieldError[];
  /**
   * For `edit_conflict`: what the resource is now.
   *
   * @generated from field: optional gatehouse.problem.v1.EditConflict conflict = 8;
   */
  readonly conflict?: EditConflict;
}

/**
 * The version of a resource that a refused write did not know (G9).
 *
 * @generated from message gatehouse.problem.v1.EditConflict
 */
export interface EditConflict {
  /**
   * Its entity tag: what the next write sends as `If-Match`.
   *
   * @generated from field: string etag = 1;
   */
  readonly etag: string;
  /**
   * The resource, as the endpoint returns it after a successful write.
   *
   * @generated from field: google.protobuf.Struct current = 2;
   */
  readonly current: Readonly<Record<string, unknown>>;
  /**
   * The name of the user or admin who made this version; `Gatehouse staff` for an admin, when the caller is a user; empty
   * when it is not known.
   *
   * @generated from field: string changed_by = 3 [json_name = "changed_by"];
   */
  readonly changed_by: string;
  /**
   * Absent: not known.
   *
   * @generated from field: optional google.protobuf.Timestamp changed_at = 4 [json_name = "changed_at"];
   */
  readonly changed_at?: string;
}

/**
 * One invalid field of a request.
 *
 * @generated from message gatehouse.problem.v1.FieldError
 */
export interface FieldError {
  /**
   * The path of the field as on the wire, for example `profile.links[0]`; empty: the body as a whole.
   *
   * @generated from field: string field = 1;
   */
  readonly field: string;
  /**
   * The id of the rule that it breaks, for example `string.min_len`.
   *
   * @generated from field: string code = 2;
   */
  readonly code: string;
  /**
   * A sentence for users.
   *
   * @generated from field: string message = 3;
   */
  readonly message: string;
}

/**
 * @generated from message gatehouse.talent.v1.GetSitemapRequest
 */
export type GetSitemapRequest = Readonly<Record<string, never>>;

/**
 * All posts, divided into files of 2,000.
 *
 * @generated from message gatehouse.talent.v1.Sitemap
 */
export interface Sitemap {
  /**
   * For each file a cursor of ListPublicJobPosts, after which its posts are the first 2,000. The oldest posts are in the first file; the
   * last cursor is empty, so that the newest posts are in the last one, with some of the file before.
   *
   * @generated from field: repeated string cursors = 1;
   */
  readonly cursors: readonly string[];
}

/**
 * @generated from message gatehouse.talent.v1.ListPublicJobPostsRequest
 */
export interface ListPublicJobPostsRequest {
  /**
   * Words as in a web search, 16 at most; empty: all.
   *
   * @generated from field: string query = 1;
   */
  readonly query: string;
  /**
   * Words of a location, of its country's name, or the country's ISO 3166-1 code, in any order and with or without accents; each
   * may be unfinished. Empty: all locations.
   *
   * @generated from field: string location = 2;
   */
  readonly location: string;
  /**
   * Absent: all kinds.
   *
   * @generated from field: optional gatehouse.employer.v1.JobPost.Kind kind = 3;
   */
  readonly kind?: JobPostKind;
  /**
   * @generated from field: string cursor = 4;
   */
  readonly cursor: string;
  /**
   * Items of a page; 0: the default.
   *
   * @generated from field: uint32 limit = 5;
   */
  readonly limit: number;
  /**
   * Counts the matches up to this number; absent or 0: does not count.
   *
   * @generated from field: optional uint32 count_to = 6 [json_name = "count_to"];
   */
  readonly count_to?: number;
  /**
   * Absent: all, also posts that do not state it.
   *
   * @generated from field: optional gatehouse.employer.v1.RemoteMode.Value remote_mode = 7 [json_name = "remote_mode"];
   */
  readonly remote_mode?: RemoteMode;
  /**
   * Absent: all, also posts that do not state it.
   *
   * @generated from field: optional gatehouse.employer.v1.Seniority.Value seniority = 8;
   */
  readonly seniority?: Seniority;
  /**
   * A language of the work, as its ISO 639-1 code. Absent: all.
   *
   * @generated from field: optional string language = 9;
   */
  readonly language?: string;
  /**
   * Posts whose pay, or the upper end of its range, is at least this for a year, in `currency`. A year is 12 months, 260
   * days or 2,080 hours. Amounts of other currencies are not compared. Absent: all, also posts that state no pay.
   *
   * @generated from field: optional uint32 minimum_pay = 10 [json_name = "minimum_pay"];
   */
  readonly minimum_pay?: number;
  /**
   * ISO 4217, in which `minimum_pay` and the order by pay compare: required with them, and without effect alone.
   *
   * @generated from field: optional string currency = 11;
   */
  readonly currency?: string;
  /**
   * Absent: `relevance`.
   *
   * @generated from field: optional gatehouse.talent.v1.PublicJobPostOrder.Value order = 12;
   */
  readonly order?: PublicJobPostOrder;
  /**
   * Also counts what a search with each option of the filters finds (`filter_counts`).
   *
   * @generated from field: optional bool count_options = 13 [json_name = "count_options"];
   */
  readonly count_options?: boolean;
}

/**
 * @generated from message gatehouse.talent.v1.ListPublicJobPostsResponse
 */
export interface ListPublicJobPostsResponse {
  /**
   * @generated from field: repeated gatehouse.talent.v1.PublicJobPost items = 1;
   */
  readonly items: readonly PublicJobPost[];
  /**
   * Empty: this was the last page.
   *
   * @generated from field: string next_cursor = 2 [json_name = "next_cursor"];
   */
  readonly next_cursor: string;
  /**
   * What the items were searched with, because `query` itself matches nothing; absent: `query`.
   *
   * @generated from field: optional string corrected_query = 3 [json_name = "corrected_query"];
   */
  readonly corrected_query?: string;
  /**
   * Matches on all pages, at most `count_to`; absent without it.
   *
   * @generated from field: optional uint32 match_count = 4 [json_name = "match_count"];
   */
  readonly match_count?: number;
  /**
   * One for each filter; empty without `count_options`.
   *
   * @generated from field: repeated gatehouse.talent.v1.JobPostFilterCounts filter_counts = 5 [json_name = "filter_counts"];
   */
  readonly filter_counts: readonly JobPostFilterCounts[];
  /**
   * What the items were searched with, because `location` itself matches nothing; absent: `location`.
   *
   * @generated from field: optional string corrected_location = 6 [json_name = "corrected_location"];
   */
  readonly corrected_location?: string;
}

/**
 * What the search finds with other values of one filter, and the same values of the others.
 *
 * @generated from message gatehouse.talent.v1.JobPostFilterCounts
 */
export interface JobPostFilterCounts {
  /**
   * The field of the request: `location`, `kind`, `remote_mode`, `seniority`, `language` or `minimum_pay`.
   *
   * @generated from field: string filter = 1;
   */
  readonly filter: string;
  /**
   * The search without this filter.
   *
   * @generated from field: uint32 without = 2;
   */
  readonly without: number;
  /**
   * False: there may be more posts than each count says, because 1,000 posts were read.
   *
   * @generated from field: bool is_exact = 3 [json_name = "is_exact"];
   */
  readonly is_exact: boolean;
  /**
   * Most frequent first; an option that is not among them has none. Empty for `location` and `minimum_pay`.
   *
   * @generated from field: repeated gatehouse.talent.v1.JobPostOptionCount options = 4;
   */
  readonly options: readonly JobPostOptionCount[];
}

/**
 * What the search finds with one option of a filter.
 *
 * @generated from message gatehouse.talent.v1.JobPostOptionCount
 */
export interface JobPostOptionCount {
  /**
   * As the request has it, such as `full_time`.
   *
   * @generated from field: string value = 1;
   */
  readonly value: string;
  /**
   * @generated from field: uint32 count = 2;
   */
  readonly count: number;
}

/**
 * @generated from message gatehouse.talent.v1.GetPublicJobPostRequest
 */
export interface GetPublicJobPostRequest {
  /**
   * @generated from field: string id = 1;
   */
  readonly id: string;
}

/**
 * A job post as visitors see it.
 *
 * @generated from message gatehouse.talent.v1.PublicJobPost
 */
export interface PublicJobPost {
  /**
   * @generated from field: string id = 1;
   */
  readonly id: string;
  /**
   * @generated from field: string title = 2;
   */
  readonly title: string;
  /**
   * As its company typed it, in a subset of Markdown: `JobPost.description`. In lists its beginning: a text of more than 2,000 UTF-16
   * code units is cut there at the latest, at the end of a line or word, and ends with “ …”.
   *
   * @generated from field: string description = 3;
   */
  readonly description: string;
  /**
   * @generated from field: string location = 4;
   */
  readonly location: string;
  /**
   * @generated from field: gatehouse.employer.v1.JobPost.Kind kind = 5;
   */
  readonly kind: JobPostKind;
  /**
   * @generated from field: google.protobuf.Timestamp published_at = 6 [json_name = "published_at"];
   */
  readonly published_at: string;
  /**
   * @generated from field: gatehouse.talent.v1.PublicCompany company = 7;
   */
  readonly company: PublicCompany;
  /**
   * Absent in answers of the release before.
   *
   * @generated from field: optional gatehouse.employer.v1.JobPostTerms terms = 8;
   */
  readonly terms?: JobPostTerms;
  /**
   * What applicants answer. Absent in lists, and in answers of the release before.
   *
   * @generated from field: optional gatehouse.employer.v1.ScreeningQuestions questions = 9;
   */
  readonly questions?: ScreeningQuestions;
  /**
   * When the company last changed or published it. Absent in answers of the release before.
   *
   * @generated from field: optional google.protobuf.Timestamp updated_at = 10 [json_name = "updated_at"];
   */
  readonly updated_at?: string;
  /**
   * `JobPost.country_code`.
   *
   * @generated from field: optional string country_code = 11 [json_name = "country_code"];
   */
  readonly country_code?: string;
}

/**
 * A company as visitors see it.
 *
 * @generated from message gatehouse.talent.v1.PublicCompany
 */
export interface PublicCompany {
  /**
   * @generated from field: string id = 1;
   */
  readonly id: string;
  /**
   * @generated from field: string name = 2;
   */
  readonly name: string;
  /**
   * As it was typed, in the subset of Markdown of `JobPost.description`. In lists of job posts its beginning, cut like theirs.
   *
   * @generated from field: string about = 3;
   */
  readonly about: string;
  /**
   * @generated from field: string website = 4;
   */
  readonly website: string;
  /**
   * The `hash` of `GetPublicCompanyLogo`. Absent: the company has no logo, or the answer is of the release before.
   *
   * @generated from field: optional string logo = 5;
   */
  readonly logo?: string;
}

/**
 * @generated from message gatehouse.talent.v1.CreateApplicationRequest
 */
export interface CreateApplicationRequest {
  /**
   * @generated from field: string job_post_id = 1 [json_name = "job_post_id"];
   */
  readonly job_post_id: string;
  /**
   * A message to the company; may be empty.
   *
   * @generated from field: string message = 2;
   */
  readonly message: string;
  /**
   * Whether the current CV goes with it. Without a current CV: `not_found`, and nothing is sent.
   *
   * @generated from field: bool with_cv = 3 [json_name = "with_cv"];
   */
  readonly with_cv: boolean;
  /**
   * One for each question of the job post, in any order.
   *
   * @generated from field: repeated gatehouse.talent.v1.GivenAnswer answers = 4;
   */
  readonly answers: readonly GivenAnswer[];
}

/**
 * An answer to a screening question.
 *
 * @generated from message gatehouse.talent.v1.GivenAnswer
 */
export interface GivenAnswer {
  /**
   * The text of the question, as the applicant has read it.
   *
   * @generated from field: string question = 1;
   */
  readonly question: string;
  /**
   * Empty: not answered. `yes` or `no` for the kind `yes_no`.
   *
   * @generated from field: string answer = 2;
   */
  readonly answer: string;
}

/**
 * @generated from message gatehouse.talent.v1.ListApplicationsRequest
 */
export interface ListApplicationsRequest {
  /**
   * @generated from field: string cursor = 1;
   */
  readonly cursor: string;
  /**
   * Items of a page; 0: the default.
   *
   * @generated from field: uint32 limit = 2;
   */
  readonly limit: number;
  /**
   * Absent: of all job posts.
   *
   * @generated from field: optional string job_post_id = 3 [json_name = "job_post_id"];
   */
  readonly job_post_id?: string;
  /**
   * Only those that wait for the applicant: with an open offer, proposed interview times or an unread message. They are
   * looked for among the newest 1,000. Absent: all.
   *
   * @generated from field: optional bool is_waiting = 4 [json_name = "is_waiting"];
   */
  readonly is_waiting?: boolean;
}

/**
 * @generated from message gatehouse.talent.v1.ListApplicationsResponse
 */
export interface ListApplicationsResponse {
  /**
   * @generated from field: repeated gatehouse.talent.v1.TalentApplication items = 1;
   */
  readonly items: readonly TalentApplication[];
  /**
   * Empty: this was the last page.
   *
   * @generated from field: string next_cursor = 2 [json_name = "next_cursor"];
   */
  readonly next_cursor: string;
}

/**
 * @generated from message gatehouse.talent.v1.GetApplicationRequest
 */
export interface GetApplicationRequest {
  /**
   * @generated from field: string id = 1;
   */
  readonly id: string;
}

/**
 * @generated from message gatehouse.talent.v1.UpdateOfferAnswerRequest
 */
export interface UpdateOfferAnswerRequest {
  /**
   * @generated from field: string id = 1;
   */
  readonly id: string;
  /**
   * @generated from field: gatehouse.employer.v1.OfferAnswer.Value answer = 2;
   */
  readonly answer: OfferAnswer;
  /**
   * A message to the company; may be empty.
   *
   * @generated from field: string message = 3;
   */
  readonly message: string;
}

/**
 * @generated from message gatehouse.talent.v1.DeleteApplicationRequest
 */
export interface DeleteApplicationRequest {
  /**
   * @generated from field: string id = 1;
   */
  readonly id: string;
}

/**
 * An application as the applicant sees it.
 *
 * @generated from message gatehouse.talent.v1.TalentApplication
 */
export interface TalentApplication {
  /**
   * @generated from field: string id = 1;
   */
  readonly id: string;
  /**
   * @generated from field: string job_post_id = 2 [json_name = "job_post_id"];
   */
  readonly job_post_id: string;
  /**
   * @generated from field: string job_post_title = 3 [json_name = "job_post_title"];
   */
  readonly job_post_title: string;
  /**
   * @generated from field: string company_name = 4 [json_name = "company_name"];
   */
  readonly company_name: string;
  /**
   * Whether the job post is still visible.
   *
   * @generated from field: bool job_post_is_open = 5 [json_name = "job_post_is_open"];
   */
  readonly job_post_is_open: boolean;
  /**
   * Not a change that the company can still undo: the stage before it.
   *
   * @generated from field: gatehouse.employer.v1.ApplicationStage.Value stage = 6;
   */
  readonly stage: ApplicationStage;
  /**
   * @generated from field: string message = 7;
   */
  readonly message: string;
  /**
   * @generated from field: google.protobuf.Timestamp created_at = 8 [json_name = "created_at"];
   */
  readonly created_at: string;
  /**
   * Since when the applicant sees this stage.
   *
   * @generated from field: google.protobuf.Timestamp updated_at = 9 [json_name = "updated_at"];
   */
  readonly updated_at: string;
  /**
   * Absent: not withdrawn.
   *
   * @generated from field: optional google.protobuf.Timestamp withdrawn_at = 10 [json_name = "withdrawn_at"];
   */
  readonly withdrawn_at?: string;
  /**
   * The version of the stage and of the answer to an offer, for `If-Match`.
   *
   * @generated from field: string etag = 11;
   */
  readonly etag: string;
  /**
   * Absent: no offer has been made, or it is not answered.
   *
   * @generated from field: optional gatehouse.employer.v1.OfferAnswer.Value offer_answer = 12 [json_name = "offer_answer"];
   */
  readonly offer_answer?: OfferAnswer;
  /**
   * Whether an offer waits for an answer. Not while the company is disabled.
   *
   * @generated from field: bool offer_is_open = 13 [json_name = "offer_is_open"];
   */
  readonly offer_is_open: boolean;
  /**
   * The CV that it was sent with. Absent: none.
   *
   * @generated from field: optional gatehouse.file.v1.FileInfo cv = 14;
   */
  readonly cv?: FileInfo;
  /**
   * Whether a message of the company waits that the applicant has not read.
   *
   * @generated from field: bool has_unread_messages = 15 [json_name = "has_unread_messages"];
   */
  readonly has_unread_messages: boolean;
  /**
   * Whether the company has proposed interview times that the applicant can answer. Not while the company is disabled.
   *
   * @generated from field: bool has_proposed_interview = 16 [json_name = "has_proposed_interview"];
   */
  readonly has_proposed_interview: boolean;
  /**
   * When the next interview begins whose time the applicant has accepted, or the one that is going on. Absent: there is none, or the
   * answer is of the release before.
   *
   * @generated from field: optional google.protobuf.Timestamp next_interview_at = 17 [json_name = "next_interview_at"];
   */
  readonly next_interview_at?: string;
}

/**
 * An application with everything that was sent.
 *
 * @generated from message gatehouse.talent.v1.TalentApplicationDetails
 */
export interface TalentApplicationDetails {
  /**
   * @generated from field: gatehouse.talent.v1.TalentApplication application = 1;
   */
  readonly application: TalentApplication;
  /**
   * As the company has it.
   *
   * @generated from field: gatehouse.talent.v1.SentProfile profile = 2;
   */
  readonly profile: SentProfile;
  /**
   * What the applicant was told and has answered, newest first; at most 100, and the interviews. A stage is among them once a
   * mail reports it: not while its change can be undone.
   *
   * @generated from field: repeated gatehouse.talent.v1.TalentApplicationEvent events = 3;
   */
  readonly events: readonly TalentApplicationEvent[];
  /**
   * The questions of the job post as they were asked, with the answers.
   *
   * @generated from field: repeated gatehouse.employer.v1.ScreeningAnswer answers = 4;
   */
  readonly answers: readonly ScreeningAnswer[];
  /**
   * The job post as it is now, also when it is closed or its last day is over; its questions are in `answers`. Absent: the application
   * is withdrawn, staff hide the post, its company is disabled or not approved, or the answer is of the release before.
   *
   * @generated from field: optional gatehouse.talent.v1.PublicJobPost job_post = 5 [json_name = "job_post"];
   */
  readonly job_post?: PublicJobPost;
}

/**
 * A profile as it was when an application was sent.
 *
 * @generated from message gatehouse.talent.v1.SentProfile
 */
export interface SentProfile {
  /**
   * @generated from field: string headline = 1;
   */
  readonly headline: string;
  /**
   * @generated from field: string summary = 2;
   */
  readonly summary: string;
  /**
   * @generated from field: repeated string skills = 3;
   */
  readonly skills: readonly string[];
  /**
   * @generated from field: string location = 4;
   */
  readonly location: string;
  /**
   * @generated from field: repeated string links = 5;
   */
  readonly links: readonly string[];
  /**
   * Work history and education.
   *
   * @generated from field: gatehouse.career.v1.Career career = 6;
   */
  readonly career: Career;
}

/**
 * One event of an own application. It names no member of the company.
 *
 * @generated from message gatehouse.talent.v1.TalentApplicationEvent
 */
export interface TalentApplicationEvent {
  /**
   * @generated from field: gatehouse.talent.v1.TalentApplicationEventKind.Value kind = 1;
   */
  readonly kind: TalentApplicationEventKind;
  /**
   * @generated from field: google.protobuf.Timestamp at = 2;
   */
  readonly at: string;
  /**
   * Of a stage that was reported; otherwise absent.
   *
   * @generated from field: optional gatehouse.employer.v1.ApplicationStage.Value stage = 3;
   */
  readonly stage?: ApplicationStage;
  /**
   * What the company wrote with the stage or the interview, or the applicant with the answer; may be empty.
   *
   * @generated from field: string message = 4;
   */
  readonly message: string;
  /**
   * When an interview begins whose time the applicant has accepted, or would have begun before it was cancelled.
   *
   * @generated from field: optional google.protobuf.Timestamp interview_start = 5 [json_name = "interview_start"];
   */
  readonly interview_start?: string;
}

/**
 * @generated from message gatehouse.talent.v1.GetPublicCompanyRequest
 */
export interface GetPublicCompanyRequest {
  /**
   * @generated from field: string id = 1;
   */
  readonly id: string;
}

/**
 * @generated from message gatehouse.talent.v1.GetPublicCompanyLogoRequest
 */
export interface GetPublicCompanyLogoRequest {
  /**
   * @generated from field: string company_id = 1 [json_name = "company_id"];
   */
  readonly company_id: string;
  /**
   * SHA-256 of the picture in hexadecimal digits.
   *
   * @generated from field: string hash = 2;
   */
  readonly hash: string;
}

/**
 * @generated from message gatehouse.talent.v1.ListPublicCompanyJobPostsRequest
 */
export interface ListPublicCompanyJobPostsRequest {
  /**
   * @generated from field: string company_id = 1 [json_name = "company_id"];
   */
  readonly company_id: string;
  /**
   * @generated from field: string cursor = 2;
   */
  readonly cursor: string;
  /**
   * Items of a page; 0: the default.
   *
   * @generated from field: uint32 limit = 3;
   */
  readonly limit: number;
}

/**
 * @generated from message gatehouse.talent.v1.ListPublicCompanyJobPostsResponse
 */
export interface ListPublicCompanyJobPostsResponse {
  /**
   * @generated from field: repeated gatehouse.talent.v1.PublicJobPost items = 1;
   */
  readonly items: readonly PublicJobPost[];
  /**
   * Empty: this was the last page.
   *
   * @generated from field: string next_cursor = 2 [json_name = "next_cursor"];
   */
  readonly next_cursor: string;
}

/**
 * @generated from message gatehouse.talent.v1.GetCurrentCvRequest
 */
export type GetCurrentCvRequest = Readonly<Record<string, never>>;

/**
 * @generated from message gatehouse.talent.v1.CurrentCv
 */
export interface CurrentCv {
  /**
   * Absent: there is none.
   *
   * @generated from field: optional gatehouse.file.v1.FileInfo file = 1;
   */
  readonly file?: FileInfo;
}

/**
 * @generated from message gatehouse.talent.v1.UpdateCurrentCvRequest
 */
export interface UpdateCurrentCvRequest {
  /**
   * The name of the file: with the ending `.pdf`, so that no system opens it as something else (ASVS 5.4.1).
   *
   * @generated from field: string name = 1;
   */
  readonly name: string;
}

/**
 * @generated from message gatehouse.talent.v1.DeleteCurrentCvRequest
 */
export type DeleteCurrentCvRequest = Readonly<Record<string, never>>;

/**
 * @generated from message gatehouse.talent.v1.GetCurrentCvDocumentRequest
 */
export type GetCurrentCvDocumentRequest = Readonly<Record<string, never>>;

/**
 * @generated from message gatehouse.talent.v1.GetSentCvDocumentRequest
 */
export interface GetSentCvDocumentRequest {
  /**
   * @generated from field: string application_id = 1 [json_name = "application_id"];
   */
  readonly application_id: string;
}

/**
 * @generated from message gatehouse.talent.v1.GetOwnCvDocumentRequest
 */
export interface GetOwnCvDocumentRequest {
  /**
   * @generated from field: string id = 1;
   */
  readonly id: string;
}

/**
 * @generated from message gatehouse.talent.v1.ListTalentInterviewsRequest
 */
export interface ListTalentInterviewsRequest {
  /**
   * @generated from field: string application_id = 1 [json_name = "application_id"];
   */
  readonly application_id: string;
  /**
   * @generated from field: string cursor = 2;
   */
  readonly cursor: string;
  /**
   * Items of a page; 0: the default.
   *
   * @generated from field: uint32 limit = 3;
   */
  readonly limit: number;
}

/**
 * @generated from message gatehouse.talent.v1.ListTalentInterviewsResponse
 */
export interface ListTalentInterviewsResponse {
  /**
   * @generated from field: repeated gatehouse.employer.v1.Interview items = 1;
   */
  readonly items: readonly Interview[];
  /**
   * Empty: this was the last page.
   *
   * @generated from field: string next_cursor = 2 [json_name = "next_cursor"];
   */
  readonly next_cursor: string;
}

/**
 * @generated from message gatehouse.talent.v1.UpdateInterviewAnswerRequest
 */
export interface UpdateInterviewAnswerRequest {
  /**
   * @generated from field: string id = 1;
   */
  readonly id: string;
  /**
   * One of the proposed times, as the API reports it. Empty: declines all.
   *
   * @generated from field: string accepted_start = 2 [json_name = "accepted_start"];
   */
  readonly accepted_start: string;
  /**
   * A message to the company; may be empty.
   *
   * @generated from field: string message = 3;
   */
  readonly message: string;
}

/**
 * @generated from message gatehouse.talent.v1.GetTalentInterviewCalendarRequest
 */
export interface GetTalentInterviewCalendarRequest {
  /**
   * @generated from field: string id = 1;
   */
  readonly id: string;
}

/**
 * @generated from message gatehouse.talent.v1.ListTalentMessagesRequest
 */
export interface ListTalentMessagesRequest {
  /**
   * @generated from field: string application_id = 1 [json_name = "application_id"];
   */
  readonly application_id: string;
  /**
   * @generated from field: string cursor = 2;
   */
  readonly cursor: string;
  /**
   * Items of a page; 0: the default.
   *
   * @generated from field: uint32 limit = 3;
   */
  readonly limit: number;
}

/**
 * @generated from message gatehouse.talent.v1.ListTalentMessagesResponse
 */
export interface ListTalentMessagesResponse {
  /**
   * @generated from field: repeated gatehouse.employer.v1.Message items = 1;
   */
  readonly items: readonly Message[];
  /**
   * Empty: this was the last page.
   *
   * @generated from field: string next_cursor = 2 [json_name = "next_cursor"];
   */
  readonly next_cursor: string;
}

/**
 * @generated from message gatehouse.talent.v1.CreateTalentMessageRequest
 */
export interface CreateTalentMessageRequest {
  /**
   * @generated from field: string application_id = 1 [json_name = "application_id"];
   */
  readonly application_id: string;
  /**
   * @generated from field: string text = 2;
   */
  readonly text: string;
}

/**
 * @generated from message gatehouse.talent.v1.DeleteTalentMessageRequest
 */
export interface DeleteTalentMessageRequest {
  /**
   * @generated from field: string id = 1;
   */
  readonly id: string;
}

/**
 * @generated from message gatehouse.talent.v1.MarkTalentMessagesReadRequest
 */
export interface MarkTalentMessagesReadRequest {
  /**
   * @generated from field: string application_id = 1 [json_name = "application_id"];
   */
  readonly application_id: string;
  /**
   * The newest message of the other side that the caller has seen: later ones stay unread.
   *
   * @generated from field: string newest_id = 2 [json_name = "newest_id"];
   */
  readonly newest_id: string;
}

/**
 * @generated from message gatehouse.talent.v1.CreateAccessRequestRequest
 */
export type CreateAccessRequestRequest = Readonly<Record<string, never>>;

/**
 * The access after the request.
 *
 * @generated from message gatehouse.talent.v1.CreateAccessRequestResponse
 */
export interface CreateAccessRequestResponse {
  /**
   * `pending`.
   *
   * @generated from field: string state = 1;
   */
  readonly state: string;
}

/**
 * @generated from message gatehouse.talent.v1.GetCurrentProfileRequest
 */
export type GetCurrentProfileRequest = Readonly<Record<string, never>>;

/**
 * @generated from message gatehouse.talent.v1.UpdateCurrentProfileRequest
 */
export interface UpdateCurrentProfileRequest {
  /**
   * @generated from field: string headline = 1;
   */
  readonly headline: string;
  /**
   * @generated from field: string summary = 2;
   */
  readonly summary: string;
  /**
   * @generated from field: repeated string skills = 3;
   */
  readonly skills: readonly string[];
  /**
   * @generated from field: string location = 4;
   */
  readonly location: string;
  /**
   * Absolute http(s) URLs.
   *
   * @generated from field: repeated string links = 5;
   */
  readonly links: readonly string[];
  /**
   * Replaces work history and education. Absent: they stay.
   *
   * @generated from field: optional gatehouse.career.v1.Career career = 6;
   */
  readonly career?: Career;
}

/**
 * A talent profile.
 *
 * @generated from message gatehouse.talent.v1.Profile
 */
export interface Profile {
  /**
   * @generated from field: string headline = 1;
   */
  readonly headline: string;
  /**
   * @generated from field: string summary = 2;
   */
  readonly summary: string;
  /**
   * @generated from field: repeated string skills = 3;
   */
  readonly skills: readonly string[];
  /**
   * @generated from field: string location = 4;
   */
  readonly location: string;
  /**
   * @generated from field: repeated string links = 5;
   */
  readonly links: readonly string[];
  /**
   * Absent: never updated.
   *
   * @generated from field: optional google.protobuf.Timestamp updated_at = 6 [json_name = "updated_at"];
   */
  readonly updated_at?: string;
  /**
   * The version, for `If-Match`: another one after each change of a field that a request can set.
   *
   * @generated from field: string etag = 7;
   */
  readonly etag: string;
  /**
   * Work history and education.
   *
   * @generated from field: gatehouse.career.v1.Career career = 8;
   */
  readonly career: Career;
}

/**
 * @generated from message gatehouse.talent.v1.ListSavedJobPostsRequest
 */
export interface ListSavedJobPostsRequest {
  /**
   * The `next_cursor` of the page before; empty: the first page.
   *
   * @generated from field: string cursor = 1;
   */
  readonly cursor: string;
  /**
   * Items of a page; 0: the default.
   *
   * @generated from field: uint32 limit = 2;
   */
  readonly limit: number;
}

/**
 * @generated from message gatehouse.talent.v1.ListSavedJobPostsResponse
 */
export interface ListSavedJobPostsResponse {
  /**
   * @generated from field: repeated gatehouse.talent.v1.SavedJobPost items = 1;
   */
  readonly items: readonly SavedJobPost[];
  /**
   * Empty: this was the last page.
   *
   * @generated from field: string next_cursor = 2 [json_name = "next_cursor"];
   */
  readonly next_cursor: string;
}

/**
 * @generated from message gatehouse.talent.v1.FindSavedJobPostsRequest
 */
export interface FindSavedJobPostsRequest {
  /**
   * At most 100.
   *
   * @generated from field: repeated string job_post_ids = 1 [json_name = "job_post_ids"];
   */
  readonly job_post_ids: readonly string[];
}

/**
 * @generated from message gatehouse.talent.v1.FindSavedJobPostsResponse
 */
export interface FindSavedJobPostsResponse {
  /**
   * Of the request's ids those whose posts are saved.
   *
   * @generated from field: repeated string job_post_ids = 1 [json_name = "job_post_ids"];
   */
  readonly job_post_ids: readonly string[];
}

/**
 * @generated from message gatehouse.talent.v1.SaveJobPostRequest
 */
export interface SaveJobPostRequest {
  /**
   * @generated from field: string job_post_id = 1 [json_name = "job_post_id"];
   */
  readonly job_post_id: string;
}

/**
 * @generated from message gatehouse.talent.v1.DeleteSavedJobPostRequest
 */
export interface DeleteSavedJobPostRequest {
  /**
   * @generated from field: string job_post_id = 1 [json_name = "job_post_id"];
   */
  readonly job_post_id: string;
}

/**
 * A job post that the caller has saved.
 *
 * @generated from message gatehouse.talent.v1.SavedJobPost
 */
export interface SavedJobPost {
  /**
   * The job post's id.
   *
   * @generated from field: string id = 1;
   */
  readonly id: string;
  /**
   * @generated from field: google.protobuf.Timestamp saved_at = 2 [json_name = "saved_at"];
   */
  readonly saved_at: string;
  /**
   * Absent: the post is closed, its last day is over, or its company is disabled.
   *
   * @generated from field: optional gatehouse.talent.v1.PublicJobPost job_post = 3 [json_name = "job_post"];
   */
  readonly job_post?: PublicJobPost;
}

/**
 * @generated from message gatehouse.talent.v1.ListSavedSearchesRequest
 */
export interface ListSavedSearchesRequest {
  /**
   * The `next_cursor` of the page before; empty: the first page.
   *
   * @generated from field: string cursor = 1;
   */
  readonly cursor: string;
  /**
   * Items of a page; 0: the default.
   *
   * @generated from field: uint32 limit = 2;
   */
  readonly limit: number;
}

/**
 * @generated from message gatehouse.talent.v1.ListSavedSearchesResponse
 */
export interface ListSavedSearchesResponse {
  /**
   * @generated from field: repeated gatehouse.talent.v1.SavedSearch items = 1;
   */
  readonly items: readonly SavedSearch[];
  /**
   * Empty: this was the last page.
   *
   * @generated from field: string next_cursor = 2 [json_name = "next_cursor"];
   */
  readonly next_cursor: string;
}

/**
 * @generated from message gatehouse.talent.v1.CreateSavedSearchRequest
 */
export interface CreateSavedSearchRequest {
  /**
   * @generated from field: gatehouse.talent.v1.JobSearch search = 1;
   */
  readonly search: JobSearch;
  /**
   * @generated from field: gatehouse.talent.v1.MailFrequency.Value frequency = 2;
   */
  readonly frequency: MailFrequency;
}

/**
 * @generated from message gatehouse.talent.v1.UpdateSavedSearchRequest
 */
export interface UpdateSavedSearchRequest {
  /**
   * @generated from field: string id = 1;
   */
  readonly id: string;
  /**
   * @generated from field: gatehouse.talent.v1.MailFrequency.Value frequency = 2;
   */
  readonly frequency: MailFrequency;
}

/**
 * @generated from message gatehouse.talent.v1.DeleteSavedSearchRequest
 */
export interface DeleteSavedSearchRequest {
  /**
   * @generated from field: string id = 1;
   */
  readonly id: string;
}

/**
 * A search of the public catalogue: the fields of `ListPublicJobPostsRequest` that choose and order.
 *
 * @generated from message gatehouse.talent.v1.JobSearch
 */
export interface JobSearch {
  /**
   * @generated from field: string query = 1;
   */
  readonly query: string;
  /**
   * @generated from field: string location = 2;
   */
  readonly location: string;
  /**
   * @generated from field: optional gatehouse.employer.v1.JobPost.Kind kind = 3;
   */
  readonly kind?: JobPostKind;
  /**
   * @generated from field: optional gatehouse.employer.v1.RemoteMode.Value remote_mode = 4 [json_name = "remote_mode"];
   */
  readonly remote_mode?: RemoteMode;
  /**
   * @generated from field: optional gatehouse.employer.v1.Seniority.Value seniority = 5;
   */
  readonly seniority?: Seniority;
  /**
   * @generated from field: optional string language = 6;
   */
  readonly language?: string;
  /**
   * @generated from field: optional uint32 minimum_pay = 7 [json_name = "minimum_pay"];
   */
  readonly minimum_pay?: number;
  /**
   * Required with `minimum_pay` and with the order by pay.
   *
   * @generated from field: optional string currency = 8;
   */
  readonly currency?: string;
  /**
   * @generated from field: optional gatehouse.talent.v1.PublicJobPostOrder.Value order = 9;
   */
  readonly order?: PublicJobPostOrder;
}

/**
 * A search that the caller has saved.
 *
 * @generated from message gatehouse.talent.v1.SavedSearch
 */
export interface SavedSearch {
  /**
   * @generated from field: string id = 1;
   */
  readonly id: string;
  /**
   * From its words and filters, such as `Senior jobs in Porto for “nurse”`.
   *
   * @generated from field: string name = 2;
   */
  readonly name: string;
  /**
   * @generated from field: gatehouse.talent.v1.JobSearch search = 3;
   */
  readonly search: JobSearch;
  /**
   * @generated from field: gatehouse.talent.v1.MailFrequency.Value frequency = 4;
   */
  readonly frequency: MailFrequency;
  /**
   * @generated from field: google.protobuf.Timestamp created_at = 5 [json_name = "created_at"];
   */
  readonly created_at: string;
}

/** Every endpoint of the contract by its id, as literal types. */
export interface Endpoints {
  /**
   * The ratings of one application, oldest first.
   *
   * @generated from rpc gatehouse.employer.v1.ApplicationEvaluationService.ListApplicationRatings
   */
  'ApplicationEvaluationService.ListApplicationRatings': {
    method: 'GET';
    isRead: true;
    path: '/employer/applications/{application_id}/ratings';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'employer';
    session: null;
    if_match: false;
    refusals: 'not_found' | 'own_application';
    input: ListApplicationRatingsRequest;
    output: ListApplicationRatingsResponse;
  };
  /**
   * Rates an application, in place of the caller's former rating.
   *
   * @generated from rpc gatehouse.employer.v1.ApplicationEvaluationService.UpdateApplicationRating
   */
  'ApplicationEvaluationService.UpdateApplicationRating': {
    method: 'PUT';
    isRead: false;
    path: '/employer/applications/{application_id}/rating';
    hasBody: true;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'employer';
    session: null;
    if_match: false;
    refusals: 'not_found' | 'own_application' | 'application_withdrawn';
    input: UpdateApplicationRatingRequest;
    output: ApplicationRating;
  };
  /**
   * Removes the caller's rating: 204 without one, too.
   *
   * @generated from rpc gatehouse.employer.v1.ApplicationEvaluationService.DeleteApplicationRating
   */
  'ApplicationEvaluationService.DeleteApplicationRating': {
    method: 'DELETE';
    isRead: false;
    path: '/employer/applications/{application_id}/rating';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'employer';
    session: null;
    if_match: false;
    refusals: 'not_found' | 'own_application';
    input: DeleteApplicationRatingRequest;
    output: null;
  };
  /**
   * Says which active member takes care of an application. The page notifies a member whom another one has assigned.
   *
   * @generated from rpc gatehouse.employer.v1.ApplicationEvaluationService.UpdateApplicationAssignment
   */
  'ApplicationEvaluationService.UpdateApplicationAssignment': {
    method: 'PUT';
    isRead: false;
    path: '/employer/applications/{application_id}/assignment';
    hasBody: true;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'employer';
    session: null;
    if_match: true;
    refusals: 'not_found' | 'own_application' | 'application_withdrawn' | 'assignee_unavailable';
    input: UpdateApplicationAssignmentRequest;
    output: ApplicationAssignment;
  };
  /**
   * The notes on one application, newest first.
   *
   * @generated from rpc gatehouse.employer.v1.ApplicationNoteService.ListApplicationNotes
   */
  'ApplicationNoteService.ListApplicationNotes': {
    method: 'GET';
    isRead: true;
    path: '/employer/applications/{application_id}/notes';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'employer';
    session: null;
    if_match: false;
    refusals: 'not_found' | 'own_application';
    input: ListApplicationNotesRequest;
    output: ListApplicationNotesResponse;
  };
  /**
   * Adds a note of the caller.
   *
   * @generated from rpc gatehouse.employer.v1.ApplicationNoteService.CreateApplicationNote
   */
  'ApplicationNoteService.CreateApplicationNote': {
    method: 'POST';
    isRead: false;
    path: '/employer/applications/{application_id}/notes';
    hasBody: true;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'employer';
    session: null;
    if_match: false;
    refusals: 'not_found' | 'own_application' | 'application_withdrawn' | 'saved_quota_reached';
    input: CreateApplicationNoteRequest;
    output: ApplicationNote;
  };
  /**
   * Changes a note of the caller.
   *
   * @generated from rpc gatehouse.employer.v1.ApplicationNoteService.UpdateApplicationNote
   */
  'ApplicationNoteService.UpdateApplicationNote': {
    method: 'PATCH';
    isRead: false;
    path: '/employer/application_notes/{id}';
    hasBody: true;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'employer';
    session: null;
    if_match: true;
    refusals: 'not_found' | 'note_author_required';
    input: UpdateApplicationNoteRequest;
    output: ApplicationNote;
  };
  /**
   * Deletes a note of the caller; an owner deletes any note of the company.
   *
   * @generated from rpc gatehouse.employer.v1.ApplicationNoteService.DeleteApplicationNote
   */
  'ApplicationNoteService.DeleteApplicationNote': {
    method: 'DELETE';
    isRead: false;
    path: '/employer/application_notes/{id}';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'employer';
    session: null;
    if_match: false;
    refusals: 'not_found' | 'note_author_required';
    input: DeleteApplicationNoteRequest;
    output: null;
  };
  /**
   * The applications for all job posts of the company.
   *
   * @generated from rpc gatehouse.employer.v1.ApplicationService.ListCompanyApplications
   */
  'ApplicationService.ListCompanyApplications': {
    method: 'GET';
    isRead: true;
    path: '/employer/applications';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'employer';
    session: null;
    if_match: false;
    refusals: never;
    input: ListCompanyApplicationsRequest;
    output: ListCompanyApplicationsResponse;
  };
  /**
   * The applications of the company, or for one job post, as a board: a column for each stage, with its count and its newest 20.
   * `ListCompanyApplications` has the others, from the column's `next_cursor` on.
   *
   * @generated from rpc gatehouse.employer.v1.ApplicationService.GetApplicationBoard
   */
  'ApplicationService.GetApplicationBoard': {
    method: 'GET';
    isRead: true;
    path: '/employer/application_board';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'employer';
    session: null;
    if_match: false;
    refusals: never;
    input: GetApplicationBoardRequest;
    output: ApplicationBoard;
  };
  /**
   * The first 10,000 applications that match some filters, as CSV without their long texts; of a long answer it has the first 200
   * characters. The audit trail has the export.
   *
   * @generated from rpc gatehouse.employer.v1.ApplicationService.CreateApplicationExport
   */
  'ApplicationService.CreateApplicationExport': {
    method: 'POST';
    isRead: false;
    path: '/employer/application_exports';
    hasBody: true;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'employer';
    session: null;
    if_match: false;
    refusals: never;
    input: CreateApplicationExportRequest;
    output: ApplicationExport;
  };
  /**
   * The applications before and after one in the list with the same filters and order. The one itself may have left it.
   *
   * @generated from rpc gatehouse.employer.v1.ApplicationService.GetAdjacentApplications
   */
  'ApplicationService.GetAdjacentApplications': {
    method: 'GET';
    isRead: true;
    path: '/employer/applications/{id}/adjacent';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'employer';
    session: null;
    if_match: false;
    refusals: 'not_found';
    input: GetAdjacentApplicationsRequest;
    output: AdjacentApplications;
  };
  /**
   * The applications for one job post, newest first.
   *
   * @generated from rpc gatehouse.employer.v1.ApplicationService.ListJobPostApplications
   */
  'ApplicationService.ListJobPostApplications': {
    method: 'GET';
    isRead: true;
    path: '/employer/job_posts/{job_post_id}/applications';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'employer';
    session: null;
    if_match: false;
    refusals: 'not_found';
    input: ListJobPostApplicationsRequest;
    output: ListJobPostApplicationsResponse;
  };
  /**
   * One application with what the applicant has sent, and with its history. Of a withdrawn one nothing of the applicant is
   * left: `withdrawn_at` is set, and name, profile, message and history are empty (U17).
   *
   * @generated from rpc gatehouse.employer.v1.ApplicationService.GetApplication
   */
  'ApplicationService.GetApplication': {
    method: 'GET';
    isRead: true;
    path: '/employer/applications/{id}';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'employer';
    session: null;
    if_match: false;
    refusals: 'not_found';
    input: GetApplicationRequest;
    output: Application;
  };
  /**
   * The CV that an application was sent with.
   *
   * @generated from rpc gatehouse.employer.v1.ApplicationService.GetApplicationCvDocument
   */
  'ApplicationService.GetApplicationCvDocument': {
    method: 'GET';
    isRead: true;
    path: '/employer/applications/{id}/cv';
    hasBody: false;
    takesFile: false;
    answersFile: true;
    answersImage: false;
    rule: 'employer';
    session: null;
    if_match: false;
    refusals: 'not_found';
    input: GetApplicationCvDocumentRequest;
    output: null;
  };
  /**
   * Moves an application to another stage. After a minute the applicant sees it and gets a mail about the last change,
   * with the company's message; until then it can be undone. A stage that sends no mail is seen at once. Other members decide about
   * the application of a member.
   *
   * @generated from rpc gatehouse.employer.v1.ApplicationService.UpdateApplication
   */
  'ApplicationService.UpdateApplication': {
    method: 'PATCH';
    isRead: false;
    path: '/employer/applications/{id}';
    hasBody: true;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'employer';
    session: null;
    if_match: true;
    refusals: 'not_found' | 'own_application' | 'application_withdrawn';
    input: UpdateApplicationRequest;
    output: Application;
  };
  /**
   * Moves up to 50 applications to another stage, in one transaction, each as `UpdateApplication` does. What cannot be moved stays,
   * and the answer says why; the others are moved. An offer that is answered ends on its own page only.
   *
   * @generated from rpc gatehouse.employer.v1.ApplicationService.CreateApplicationMoves
   */
  'ApplicationService.CreateApplicationMoves': {
    method: 'POST';
    isRead: false;
    path: '/employer/application_moves';
    hasBody: true;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'employer';
    session: null;
    if_match: false;
    refusals: 'not_found';
    input: CreateApplicationMovesRequest;
    output: ApplicationMoves;
  };
  /**
   * Undoes the last change of stage of up to 50 applications, each as `DeleteApplicationStageChange` does.
   *
   * @generated from rpc gatehouse.employer.v1.ApplicationService.CreateApplicationMoveUndos
   */
  'ApplicationService.CreateApplicationMoveUndos': {
    method: 'POST';
    isRead: false;
    path: '/employer/application_move_undos';
    hasBody: true;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'employer';
    session: null;
    if_match: false;
    refusals: 'not_found' | 'stage_change_final';
    input: CreateApplicationMoveUndosRequest;
    output: ApplicationMoves;
  };
  /**
   * Undoes the last change of stage within its minute: restores the stage before, and drops the mail. The applicant has not seen
   * what is undone.
   *
   * @generated from rpc gatehouse.employer.v1.ApplicationService.DeleteApplicationStageChange
   */
  'ApplicationService.DeleteApplicationStageChange': {
    method: 'DELETE';
    isRead: false;
    path: '/employer/applications/{id}/stage_change';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'employer';
    session: null;
    if_match: true;
    refusals: 'not_found' | 'own_application' | 'application_withdrawn' | 'stage_change_final';
    input: DeleteApplicationStageChangeRequest;
    output: Application;
  };
  /**
   * All of them, or those with some words in title or location. With words, or in another order than the newest first, this is a
   * search: of a company one runs at a time.
   *
   * @generated from rpc gatehouse.employer.v1.JobPostService.ListJobPosts
   */
  'JobPostService.ListJobPosts': {
    method: 'GET';
    isRead: true;
    path: '/employer/job_posts';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'employer';
    session: null;
    if_match: false;
    refusals: never;
    input: ListJobPostsRequest;
    output: ListJobPostsResponse;
  };
  /**
   * Creates a draft. A company has by default at most 1,000 drafts, and 20,000 job posts in all states.
   *
   * @generated from rpc gatehouse.employer.v1.JobPostService.CreateJobPost
   */
  'JobPostService.CreateJobPost': {
    method: 'POST';
    isRead: false;
    path: '/employer/job_posts';
    hasBody: true;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'employer';
    session: null;
    if_match: false;
    refusals: 'job_post_quota_reached';
    input: CreateJobPostRequest;
    output: JobPost;
  };
  /**
   * One of them; another company's is not found.
   *
   * @generated from rpc gatehouse.employer.v1.JobPostService.GetJobPost
   */
  'JobPostService.GetJobPost': {
    method: 'GET';
    isRead: true;
    path: '/employer/job_posts/{id}';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'employer';
    session: null;
    if_match: false;
    refusals: 'not_found';
    input: GetJobPostRequest;
    output: JobPost;
  };
  /**
   * Edits, publishes or closes it: draft to published, published to closed, closed to published. Never back to draft. A closed
   * post that is published again within 30 days of its last publication keeps its place in the lists of job posts. What
   * is published has a location, a description of at least 100 characters and no last day that is over; a draft may lack
   * them (U16). A post that staff have hidden can be edited and closed, and not published again, nor can its text in another post.
   *
   * @generated from rpc gatehouse.employer.v1.JobPostService.UpdateJobPost
   */
  'JobPostService.UpdateJobPost': {
    method: 'PATCH';
    isRead: false;
    path: '/employer/job_posts/{id}';
    hasBody: true;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'employer';
    session: null;
    if_match: true;
    refusals: 'not_found' | 'job_post_state_conflict' | 'job_post_incomplete' | 'job_post_quota_reached' | 'job_post_hidden';
    input: UpdateJobPostRequest;
    output: JobPost;
  };
  /**
   * Deletes the version of a draft that the caller has seen. A post that was published stays, with its applications.
   *
   * @generated from rpc gatehouse.employer.v1.JobPostService.DeleteJobPost
   */
  'JobPostService.DeleteJobPost': {
    method: 'DELETE';
    isRead: false;
    path: '/employer/job_posts/{id}';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'employer';
    session: null;
    if_match: true;
    refusals: 'not_found' | 'job_post_state_conflict';
    input: DeleteJobPostRequest;
    output: null;
  };
  /**
   * Uploads a logo, which replaces the current one: a PNG, JPEG or WebP image of at most 1 MB and 4096 by 4096 pixels, whatever its
   * name. It is kept as a square of 256 by 256 pixels; nothing else of the file is kept.
   *
   * @generated from rpc gatehouse.employer.v1.CompanyLogoService.UpdateCurrentCompanyLogo
   */
  'CompanyLogoService.UpdateCurrentCompanyLogo': {
    method: 'PUT';
    isRead: false;
    path: '/employer/companies/current/logo';
    hasBody: false;
    takesFile: true;
    answersFile: false;
    answersImage: false;
    rule: 'employer';
    session: null;
    if_match: true;
    refusals: 'image_invalid' | 'logo_removed_by_staff';
    input: UpdateCurrentCompanyLogoRequest;
    output: CompanyLogo;
  };
  /**
   * Removes the logo; without one it changes nothing.
   *
   * @generated from rpc gatehouse.employer.v1.CompanyLogoService.DeleteCurrentCompanyLogo
   */
  'CompanyLogoService.DeleteCurrentCompanyLogo': {
    method: 'DELETE';
    isRead: false;
    path: '/employer/companies/current/logo';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'employer';
    session: null;
    if_match: true;
    refusals: never;
    input: DeleteCurrentCompanyLogoRequest;
    output: CompanyLogo;
  };
  /**
   * The picture, also while the company is not public.
   *
   * @generated from rpc gatehouse.employer.v1.CompanyLogoService.GetCurrentCompanyLogoImage
   */
  'CompanyLogoService.GetCurrentCompanyLogoImage': {
    method: 'GET';
    isRead: true;
    path: '/employer/companies/current/logos/{hash}';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: true;
    rule: 'employer';
    session: null;
    if_match: false;
    refusals: 'not_found';
    input: GetCurrentCompanyLogoImageRequest;
    output: null;
  };
  /**
   * Begins a sign-in. It names no account: the browser offers the passkeys that it has for this host.
   *
   * @generated from rpc gatehouse.identity.v1.PasskeyService.CreatePasskeySignInChallenge
   */
  'PasskeyService.CreatePasskeySignInChallenge': {
    method: 'POST';
    isRead: false;
    path: '/identities/passkey_challenges/sign_in';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'public';
    session: 'begins_user';
    if_match: false;
    refusals: 'rate_limited';
    input: CreatePasskeySignInChallengeRequest;
    output: PasskeyChallenge;
  };
  /**
   * Begins the first passkey of an account, with the token of a sign-up's mail.
   *
   * @generated from rpc gatehouse.identity.v1.PasskeyService.CreatePasskeySignUpChallenge
   */
  'PasskeyService.CreatePasskeySignUpChallenge': {
    method: 'POST';
    isRead: false;
    path: '/identities/passkey_challenges/sign_up';
    hasBody: true;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'public';
    session: null;
    if_match: false;
    refusals: 'token_invalid' | 'rate_limited';
    input: CreatePasskeySignUpChallengeRequest;
    output: PasskeyChallenge;
  };
  /**
   * Begins a reauthentication of the session with one of the caller's passkeys.
   *
   * @generated from rpc gatehouse.identity.v1.PasskeyService.CreatePasskeyReauthenticationChallenge
   */
  'PasskeyService.CreatePasskeyReauthenticationChallenge': {
    method: 'POST';
    isRead: false;
    path: '/identities/passkey_challenges/reauthentication';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'user';
    session: null;
    if_match: false;
    refusals: 'rate_limited';
    input: CreatePasskeyReauthenticationChallengeRequest;
    output: PasskeyChallenge;
  };
  /**
   * Begins a further passkey of the caller.
   *
   * @generated from rpc gatehouse.identity.v1.PasskeyService.CreatePasskeyCreationChallenge
   */
  'PasskeyService.CreatePasskeyCreationChallenge': {
    method: 'POST';
    isRead: false;
    path: '/identities/passkey_challenges/creation';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'user';
    session: null;
    if_match: false;
    refusals: 'rate_limited';
    input: CreatePasskeyCreationChallengeRequest;
    output: PasskeyChallenge;
  };
  /**
   * With what the caller can sign in.
   *
   * @generated from rpc gatehouse.identity.v1.PasskeyService.GetCurrentUserCredentials
   */
  'PasskeyService.GetCurrentUserCredentials': {
    method: 'GET';
    isRead: true;
    path: '/identities/users/current/credentials';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'user';
    session: null;
    if_match: false;
    refusals: never;
    input: GetCurrentUserCredentialsRequest;
    output: UserCredentials;
  };
  /**
   * Adds a passkey, by a challenge for `creation` of this session.
   *
   * @generated from rpc gatehouse.identity.v1.PasskeyService.CreatePasskey
   */
  'PasskeyService.CreatePasskey': {
    method: 'POST';
    isRead: false;
    path: '/identities/passkeys';
    hasBody: true;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'user';
    session: null;
    if_match: false;
    refusals: 'passkey_invalid' | 'passkey_exists' | 'passkey_quota_reached';
    input: CreatePasskeyRequest;
    output: Passkey;
  };
  /**
   * Renames one of the caller's passkeys.
   *
   * @generated from rpc gatehouse.identity.v1.PasskeyService.UpdatePasskey
   */
  'PasskeyService.UpdatePasskey': {
    method: 'PATCH';
    isRead: false;
    path: '/identities/passkeys/{id}';
    hasBody: true;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'user';
    session: null;
    if_match: false;
    refusals: 'rate_limited' | 'not_found';
    input: UpdatePasskeyRequest;
    output: Passkey;
  };
  /**
   * Removes one of the caller's passkeys and ends the other sessions that began with it. The last way to sign in stays.
   *
   * @generated from rpc gatehouse.identity.v1.PasskeyService.DeletePasskey
   */
  'PasskeyService.DeletePasskey': {
    method: 'DELETE';
    isRead: false;
    path: '/identities/passkeys/{id}';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'user';
    session: null;
    if_match: false;
    refusals: 'not_found' | 'last_credential';
    input: DeletePasskeyRequest;
    output: null;
  };
  /**
   * Signs in. Ends the session that the request carries, and the user's least recently used ones beyond the limit.
   *
   * @generated from rpc gatehouse.identity.v1.UserSessionService.CreateUserSession
   */
  'UserSessionService.CreateUserSession': {
    method: 'POST';
    isRead: false;
    path: '/identities/user_sessions';
    hasBody: true;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'public';
    session: 'starts_user';
    if_match: false;
    refusals: 'credentials_invalid' | 'email_unverified' | 'rate_limited';
    input: CreateUserSessionRequest;
    output: CurrentUserSession;
  };
  /**
   * Signs in with a passkey, by a challenge for `sign_in` of the same browser; otherwise as a sign-in with a password.
   *
   * @generated from rpc gatehouse.identity.v1.UserSessionService.CreateUserSessionWithPasskey
   */
  'UserSessionService.CreateUserSessionWithPasskey': {
    method: 'POST';
    isRead: false;
    path: '/identities/user_sessions/passkey';
    hasBody: true;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'public';
    session: 'starts_user';
    if_match: false;
    refusals: 'passkey_invalid' | 'rate_limited';
    input: CreateUserSessionWithPasskeyRequest;
    output: CurrentUserSession;
  };
  /**
   * Authenticates the caller again, for the endpoints that require a fresh authentication.
   *
   * @generated from rpc gatehouse.identity.v1.UserSessionService.ReauthenticateCurrentUserSession
   */
  'UserSessionService.ReauthenticateCurrentUserSession': {
    method: 'POST';
    isRead: false;
    path: '/identities/user_sessions/current/reauthentications';
    hasBody: true;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'user';
    session: null;
    if_match: false;
    refusals: 'credentials_invalid' | 'passkey_invalid' | 'rate_limited';
    input: ReauthenticateCurrentUserSessionRequest;
    output: null;
  };
  /**
   * The session that the web tier and the browser read (S1-S3, C1).
   *
   * @generated from rpc gatehouse.identity.v1.UserSessionService.GetCurrentUserSession
   */
  'UserSessionService.GetCurrentUserSession': {
    method: 'GET';
    isRead: true;
    path: '/identities/user_sessions/current';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'user';
    session: null;
    if_match: false;
    refusals: never;
    input: GetCurrentUserSessionRequest;
    output: CurrentUserSession;
  };
  /**
   * Signs out: always 204, with or without a session.
   *
   * @generated from rpc gatehouse.identity.v1.UserSessionService.DeleteCurrentUserSession
   */
  'UserSessionService.DeleteCurrentUserSession': {
    method: 'DELETE';
    isRead: false;
    path: '/identities/user_sessions/current';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'public';
    session: 'ends_user';
    if_match: false;
    refusals: never;
    input: DeleteCurrentUserSessionRequest;
    output: null;
  };
  /**
   * The caller's own live sessions, newest first.
   *
   * @generated from rpc gatehouse.identity.v1.UserSessionService.ListUserSessions
   */
  'UserSessionService.ListUserSessions': {
    method: 'GET';
    isRead: true;
    path: '/identities/user_sessions';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'user';
    session: null;
    if_match: false;
    refusals: never;
    input: ListUserSessionsRequest;
    output: ListUserSessionsResponse;
  };
  /**
   * Ends one of the caller's own sessions.
   *
   * @generated from rpc gatehouse.identity.v1.UserSessionService.DeleteUserSession
   */
  'UserSessionService.DeleteUserSession': {
    method: 'DELETE';
    isRead: false;
    path: '/identities/user_sessions/{id}';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'user';
    session: null;
    if_match: false;
    refusals: 'not_found';
    input: DeleteUserSessionRequest;
    output: null;
  };
  /**
   * Reports one of the caller's own sessions, live or ended, as another person's. Ends every session, the caller's too, and
   * the password; removes the passkey of that session, and the passkeys and invitations added since it began. A mail has the
   * link that sets a new password.
   *
   * @generated from rpc gatehouse.identity.v1.UserSessionService.ReportUserSession
   */
  'UserSessionService.ReportUserSession': {
    method: 'POST';
    isRead: false;
    path: '/identities/user_sessions/{id}/reports';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'user';
    session: null;
    if_match: false;
    refusals: 'not_found';
    input: ReportUserSessionRequest;
    output: null;
  };
  /**
   * Ends all of the caller's sessions but this one.
   *
   * @generated from rpc gatehouse.identity.v1.UserSessionService.DeleteOtherUserSessions
   */
  'UserSessionService.DeleteOtherUserSessions': {
    method: 'DELETE';
    isRead: false;
    path: '/identities/user_sessions';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'user';
    session: null;
    if_match: false;
    refusals: never;
    input: DeleteOtherUserSessionsRequest;
    output: null;
  };
  /**
   * Users, by name or email address, newest first.
   *
   * @generated from rpc gatehouse.identity.v1.AdministrationService.ListAdminUsers
   */
  'AdministrationService.ListAdminUsers': {
    method: 'GET';
    isRead: true;
    path: '/identities/admin/users';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'admin';
    session: null;
    if_match: false;
    refusals: never;
    input: ListAdminUsersRequest;
    output: ListAdminUsersResponse;
  };
  /**
   * One user with membership and number of live sessions.
   *
   * @generated from rpc gatehouse.identity.v1.AdministrationService.GetAdminUser
   */
  'AdministrationService.GetAdminUser': {
    method: 'GET';
    isRead: true;
    path: '/identities/admin/users/{id}';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'admin';
    session: null;
    if_match: false;
    refusals: 'not_found';
    input: GetAdminUserRequest;
    output: AdminUser;
  };
  /**
   * Users whose talent access is pending, oldest request first.
   *
   * @generated from rpc gatehouse.identity.v1.AdministrationService.ListPendingAccessRequests
   */
  'AdministrationService.ListPendingAccessRequests': {
    method: 'GET';
    isRead: true;
    path: '/identities/admin/access_requests';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'admin';
    session: null;
    if_match: false;
    refusals: never;
    input: ListPendingAccessRequestsRequest;
    output: ListPendingAccessRequestsResponse;
  };
  /**
   * What staff need to decide on a user's talent access: profile, history, and the next request.
   *
   * @generated from rpc gatehouse.identity.v1.AdministrationService.GetAccessReview
   */
  'AdministrationService.GetAccessReview': {
    method: 'GET';
    isRead: true;
    path: '/identities/admin/users/{id}/access_review';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'admin';
    session: null;
    if_match: false;
    refusals: 'not_found';
    input: GetAccessReviewRequest;
    output: AccessReview;
  };
  /**
   * Changes a user's talent access, and sends the user a mail about it.
   *
   * @generated from rpc gatehouse.identity.v1.AdministrationService.UpdateTalentAccess
   */
  'AdministrationService.UpdateTalentAccess': {
    method: 'PUT';
    isRead: false;
    path: '/identities/admin/users/{id}/talent_access';
    hasBody: true;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'admin';
    session: null;
    if_match: true;
    refusals: 'not_found';
    input: UpdateTalentAccessRequest;
    output: AdminUser;
  };
  /**
   * Ends all sessions of a user.
   *
   * @generated from rpc gatehouse.identity.v1.AdministrationService.DeleteAdminUserSessions
   */
  'AdministrationService.DeleteAdminUserSessions': {
    method: 'DELETE';
    isRead: false;
    path: '/identities/admin/users/{id}/sessions';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'admin';
    session: null;
    if_match: false;
    refusals: 'not_found';
    input: DeleteAdminUserSessionsRequest;
    output: null;
  };
  /**
   * Companies, by name or newest first.
   *
   * @generated from rpc gatehouse.identity.v1.AdministrationService.ListAdminCompanies
   */
  'AdministrationService.ListAdminCompanies': {
    method: 'GET';
    isRead: true;
    path: '/identities/admin/companies';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'admin';
    session: null;
    if_match: false;
    refusals: never;
    input: ListAdminCompaniesRequest;
    output: ListAdminCompaniesResponse;
  };
  /**
   * One company with its members and what it says about itself.
   *
   * @generated from rpc gatehouse.identity.v1.AdministrationService.GetAdminCompany
   */
  'AdministrationService.GetAdminCompany': {
    method: 'GET';
    isRead: true;
    path: '/identities/admin/companies/{id}';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'admin';
    session: null;
    if_match: false;
    refusals: 'not_found';
    input: GetAdminCompanyRequest;
    output: AdminCompanyDetail;
  };
  /**
   * Enables or disables a company (D4, D5), and mails its owners. Disabling it withdraws its open invitations (G2).
   *
   * @generated from rpc gatehouse.identity.v1.AdministrationService.UpdateCompanyCondition
   */
  'AdministrationService.UpdateCompanyCondition': {
    method: 'PUT';
    isRead: false;
    path: '/identities/admin/companies/{id}/condition';
    hasBody: true;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'admin';
    session: null;
    if_match: true;
    refusals: 'not_found';
    input: UpdateCompanyConditionRequest;
    output: AdminCompany;
  };
  /**
   * Revokes or restores a membership (D3, D5). Only staff lift a revocation by staff (G2).
   *
   * @generated from rpc gatehouse.identity.v1.AdministrationService.UpdateOrgMembershipStatus
   */
  'AdministrationService.UpdateOrgMembershipStatus': {
    method: 'PUT';
    isRead: false;
    path: '/identities/admin/org_memberships/{id}/status';
    hasBody: true;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'admin';
    session: null;
    if_match: true;
    refusals: 'not_found';
    input: UpdateOrgMembershipStatusRequest;
    output: AdminOrgMembership;
  };
  /**
   * What needs the staff's attention, and the boundary's decisions of the last seven days.
   *
   * @generated from rpc gatehouse.identity.v1.AdministrationService.GetAdminOverview
   */
  'AdministrationService.GetAdminOverview': {
    method: 'GET';
    isRead: true;
    path: '/identities/admin/overview';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'admin';
    session: null;
    if_match: false;
    refusals: never;
    input: GetAdminOverviewRequest;
    output: AdminOverview;
  };
  /**
   * The audit trail, newest first.
   *
   * @generated from rpc gatehouse.identity.v1.AdministrationService.ListAuditEvents
   */
  'AdministrationService.ListAuditEvents': {
    method: 'GET';
    isRead: true;
    path: '/identities/admin/audit_events';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'admin';
    session: null;
    if_match: false;
    refusals: never;
    input: ListAuditEventsRequest;
    output: ListAuditEventsResponse;
  };
  /**
   * Users, admins and companies by id, name or email address, for the filter of the audit trail.
   *
   * @generated from rpc gatehouse.identity.v1.AdministrationService.FindAuditParties
   */
  'AdministrationService.FindAuditParties': {
    method: 'GET';
    isRead: true;
    path: '/identities/admin/audit_parties';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'admin';
    session: null;
    if_match: false;
    refusals: never;
    input: FindAuditPartiesRequest;
    output: FindAuditPartiesResponse;
  };
  /**
   * The newest 10,000 events that match some filters, as CSV. The export itself is an event of the audit trail.
   *
   * @generated from rpc gatehouse.identity.v1.AdministrationService.CreateAuditExport
   */
  'AdministrationService.CreateAuditExport': {
    method: 'POST';
    isRead: false;
    path: '/identities/admin/audit_exports';
    hasBody: true;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'admin';
    session: null;
    if_match: false;
    refusals: never;
    input: CreateAuditExportRequest;
    output: AuditExport;
  };
  /**
   * Creates the caller's company, with the caller as owner, or joins the company of an invitation to the caller's
   * verified address, while the inviter is an active owner (G4). The one employer endpoint without the employer rule (D6).
   *
   * @generated from rpc gatehouse.employer.v1.OrgMembershipService.CreateOrgMembership
   */
  'OrgMembershipService.CreateOrgMembership': {
    method: 'POST';
    isRead: false;
    path: '/employer/org_memberships';
    hasBody: true;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'user';
    session: null;
    if_match: false;
    refusals: 'org_membership_exists' | 'invitation_address_mismatch' | 'token_invalid';
    input: CreateOrgMembershipRequest;
    output: CreateOrgMembershipResponse;
  };
  /**
   * The members of the caller's company, oldest first.
   *
   * @generated from rpc gatehouse.employer.v1.OrgMembershipService.ListOrgMemberships
   */
  'OrgMembershipService.ListOrgMemberships': {
    method: 'GET';
    isRead: true;
    path: '/employer/org_memberships';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'employer';
    session: null;
    if_match: false;
    refusals: never;
    input: ListOrgMembershipsRequest;
    output: ListOrgMembershipsResponse;
  };
  /**
   * Changes a member's role or status. A company keeps an active owner, and only staff restore what staff revoked (G2).
   * An owner who is revoked or becomes a member loses their open invitations.
   *
   * @generated from rpc gatehouse.employer.v1.OrgMembershipService.UpdateOrgMembership
   */
  'OrgMembershipService.UpdateOrgMembership': {
    method: 'PATCH';
    isRead: false;
    path: '/employer/org_memberships/{id}';
    hasBody: true;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'employer';
    session: null;
    if_match: true;
    refusals: 'not_found' | 'org_last_owner' | 'org_membership_revoked_by_staff';
    input: UpdateOrgMembershipRequest;
    output: OrgMembership;
  };
  /**
   * Leaves the company: the caller's membership is deleted, and the caller may create or join another one. The last active
   * owner stays, and an owner who leaves loses their open invitations.
   *
   * @generated from rpc gatehouse.employer.v1.OrgMembershipService.DeleteCurrentOrgMembership
   */
  'OrgMembershipService.DeleteCurrentOrgMembership': {
    method: 'DELETE';
    isRead: false;
    path: '/employer/org_memberships/current';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'employer';
    session: null;
    if_match: false;
    refusals: 'org_last_owner';
    input: DeleteCurrentOrgMembershipRequest;
    output: null;
  };
  /**
   * The company of the caller's membership.
   *
   * @generated from rpc gatehouse.employer.v1.CompanyService.GetCurrentCompany
   */
  'CompanyService.GetCurrentCompany': {
    method: 'GET';
    isRead: true;
    path: '/employer/companies/current';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'employer';
    session: null;
    if_match: false;
    refusals: never;
    input: GetCurrentCompanyRequest;
    output: Company;
  };
  /**
   * Changes the company's public profile.
   *
   * @generated from rpc gatehouse.employer.v1.CompanyService.UpdateCurrentCompany
   */
  'CompanyService.UpdateCurrentCompany': {
    method: 'PATCH';
    isRead: false;
    path: '/employer/companies/current';
    hasBody: true;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'employer';
    session: null;
    if_match: true;
    refusals: 'rate_limited';
    input: UpdateCurrentCompanyRequest;
    output: Company;
  };
  /**
   * What needs the members' attention, and the number of applications in the last weeks.
   *
   * @generated from rpc gatehouse.employer.v1.CompanyService.GetCurrentCompanyOverview
   */
  'CompanyService.GetCurrentCompanyOverview': {
    method: 'GET';
    isRead: true;
    path: '/employer/companies/current/overview';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'employer';
    session: null;
    if_match: false;
    refusals: never;
    input: GetCurrentCompanyOverviewRequest;
    output: CompanyOverview;
  };
  /**
   * The interviews of one application, newest first.
   *
   * @generated from rpc gatehouse.employer.v1.InterviewService.ListInterviews
   */
  'InterviewService.ListInterviews': {
    method: 'GET';
    isRead: true;
    path: '/employer/applications/{application_id}/interviews';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'employer';
    session: null;
    if_match: false;
    refusals: 'not_found' | 'own_application';
    input: ListInterviewsRequest;
    output: ListInterviewsResponse;
  };
  /**
   * Proposes up to five times. One proposal of an application is open at a time.
   *
   * @generated from rpc gatehouse.employer.v1.InterviewService.CreateInterview
   */
  'InterviewService.CreateInterview': {
    method: 'POST';
    isRead: false;
    path: '/employer/applications/{application_id}/interviews';
    hasBody: true;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'employer';
    session: null;
    if_match: false;
    refusals: 'not_found' | 'own_application' | 'application_withdrawn' | 'interview_exists' | 'interview_quota_reached';
    input: CreateInterviewRequest;
    output: Interview;
  };
  /**
   * Cancels a proposal, or an interview that was accepted and has not taken place.
   *
   * @generated from rpc gatehouse.employer.v1.InterviewService.DeleteInterview
   */
  'InterviewService.DeleteInterview': {
    method: 'DELETE';
    isRead: false;
    path: '/employer/interviews/{id}';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'employer';
    session: null;
    if_match: false;
    refusals: 'not_found' | 'interview_not_open';
    input: DeleteInterviewRequest;
    output: Interview;
  };
  /**
   * An accepted interview as a file for calendars (RFC 5545); once it is cancelled, the file removes it from them (RFC 5546).
   *
   * @generated from rpc gatehouse.employer.v1.InterviewService.GetInterviewCalendar
   */
  'InterviewService.GetInterviewCalendar': {
    method: 'GET';
    isRead: true;
    path: '/employer/interviews/{id}/calendar';
    hasBody: false;
    takesFile: false;
    answersFile: true;
    answersImage: false;
    rule: 'employer';
    session: null;
    if_match: false;
    refusals: 'not_found';
    input: GetInterviewCalendarRequest;
    output: null;
  };
  /**
   * Open invitations of the caller's company, newest first.
   *
   * @generated from rpc gatehouse.employer.v1.InvitationService.ListInvitations
   */
  'InvitationService.ListInvitations': {
    method: 'GET';
    isRead: true;
    path: '/employer/invitations';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'employer';
    session: null;
    if_match: false;
    refusals: never;
    input: ListInvitationsRequest;
    output: ListInvitationsResponse;
  };
  /**
   * Invites an address by mail.
   *
   * @generated from rpc gatehouse.employer.v1.InvitationService.CreateInvitation
   */
  'InvitationService.CreateInvitation': {
    method: 'POST';
    isRead: false;
    path: '/employer/invitations';
    hasBody: true;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'employer';
    session: null;
    if_match: false;
    refusals: 'invitation_exists' | 'org_membership_exists' | 'rate_limited';
    input: CreateInvitationRequest;
    output: Invitation;
  };
  /**
   * Revokes an open invitation; its link stops working.
   *
   * @generated from rpc gatehouse.employer.v1.InvitationService.DeleteInvitation
   */
  'InvitationService.DeleteInvitation': {
    method: 'DELETE';
    isRead: false;
    path: '/employer/invitations/{id}';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'employer';
    session: null;
    if_match: false;
    refusals: 'not_found';
    input: DeleteInvitationRequest;
    output: null;
  };
  /**
   * The company's templates, newest first.
   *
   * @generated from rpc gatehouse.employer.v1.MessageTemplateService.ListMessageTemplates
   */
  'MessageTemplateService.ListMessageTemplates': {
    method: 'GET';
    isRead: true;
    path: '/employer/message_templates';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'employer';
    session: null;
    if_match: false;
    refusals: never;
    input: ListMessageTemplatesRequest;
    output: ListMessageTemplatesResponse;
  };
  /**
   * The text of a template for one application, with names in place of the placeholders. It sends nothing.
   *
   * @generated from rpc gatehouse.employer.v1.MessageTemplateService.GetRenderedMessage
   */
  'MessageTemplateService.GetRenderedMessage': {
    method: 'GET';
    isRead: true;
    path: '/employer/message_templates/{id}/rendered';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'employer';
    session: null;
    if_match: false;
    refusals: 'not_found' | 'own_application' | 'application_withdrawn';
    input: GetRenderedMessageRequest;
    output: RenderedMessage;
  };
  /**
   * Adds a template: at most 50 for each company.
   *
   * @generated from rpc gatehouse.employer.v1.MessageTemplateService.CreateMessageTemplate
   */
  'MessageTemplateService.CreateMessageTemplate': {
    method: 'POST';
    isRead: false;
    path: '/employer/message_templates';
    hasBody: true;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'employer';
    session: null;
    if_match: false;
    refusals: 'saved_quota_reached';
    input: CreateMessageTemplateRequest;
    output: MessageTemplate;
  };
  /**
   * Changes a template.
   *
   * @generated from rpc gatehouse.employer.v1.MessageTemplateService.UpdateMessageTemplate
   */
  'MessageTemplateService.UpdateMessageTemplate': {
    method: 'PATCH';
    isRead: false;
    path: '/employer/message_templates/{id}';
    hasBody: true;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'employer';
    session: null;
    if_match: true;
    refusals: 'not_found';
    input: UpdateMessageTemplateRequest;
    output: MessageTemplate;
  };
  /**
   * Deletes the version of a template that the caller has seen. Messages that were begun with it stay.
   *
   * @generated from rpc gatehouse.employer.v1.MessageTemplateService.DeleteMessageTemplate
   */
  'MessageTemplateService.DeleteMessageTemplate': {
    method: 'DELETE';
    isRead: false;
    path: '/employer/message_templates/{id}';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'employer';
    session: null;
    if_match: true;
    refusals: 'not_found';
    input: DeleteMessageTemplateRequest;
    output: null;
  };
  /**
   * The messages on one application, newest first: all of the caller's side, and of the other side those that are delivered.
   *
   * @generated from rpc gatehouse.employer.v1.ApplicationMessageService.ListApplicationMessages
   */
  'ApplicationMessageService.ListApplicationMessages': {
    method: 'GET';
    isRead: true;
    path: '/employer/applications/{application_id}/messages';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'employer';
    session: null;
    if_match: false;
    refusals: 'not_found' | 'own_application';
    input: ListApplicationMessagesRequest;
    output: ListApplicationMessagesResponse;
  };
  /**
   * Sends a message. The other side sees it after 65 seconds; for the first 60 its author, or an owner, can undo it. It is withheld if
   * the access of its author ends before that.
   *
   * @generated from rpc gatehouse.employer.v1.ApplicationMessageService.CreateApplicationMessage
   */
  'ApplicationMessageService.CreateApplicationMessage': {
    method: 'POST';
    isRead: false;
    path: '/employer/applications/{application_id}/messages';
    hasBody: true;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'employer';
    session: null;
    if_match: false;
    refusals: 'not_found' | 'own_application' | 'application_withdrawn' | 'message_quota_reached';
    input: CreateApplicationMessageRequest;
    output: Message;
  };
  /**
   * Undoes a message that is not on its way, and returns its text: one of the caller, or as an owner one of any member.
   *
   * @generated from rpc gatehouse.employer.v1.ApplicationMessageService.DeleteApplicationMessage
   */
  'ApplicationMessageService.DeleteApplicationMessage': {
    method: 'DELETE';
    isRead: false;
    path: '/employer/application_messages/{id}';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'employer';
    session: null;
    if_match: false;
    refusals: 'not_found' | 'message_delivered';
    input: DeleteApplicationMessageRequest;
    output: UndoneMessage;
  };
  /**
   * Notes that the caller's side has read the messages up to one of the other side: always 204.
   *
   * @generated from rpc gatehouse.employer.v1.ApplicationMessageService.MarkApplicationMessagesRead
   */
  'ApplicationMessageService.MarkApplicationMessagesRead': {
    method: 'PUT';
    isRead: false;
    path: '/employer/applications/{application_id}/messages/read';
    hasBody: true;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'employer';
    session: null;
    if_match: false;
    refusals: 'not_found';
    input: MarkApplicationMessagesReadRequest;
    output: null;
  };
  /**
   * A visitor's report. Its reporter is known by the network of the address alone, as a hash.
   *
   * @generated from rpc gatehouse.identity.v1.AbuseReportService.CreateAbuseReport
   */
  'AbuseReportService.CreateAbuseReport': {
    method: 'POST';
    isRead: false;
    path: '/identities/abuse_reports';
    hasBody: true;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'public';
    session: null;
    if_match: false;
    refusals: 'not_found' | 'rate_limited';
    input: CreateAbuseReportRequest;
    output: null;
  };
  /**
   * A user's report.
   *
   * @generated from rpc gatehouse.identity.v1.AbuseReportService.CreateOwnAbuseReport
   */
  'AbuseReportService.CreateOwnAbuseReport': {
    method: 'POST';
    isRead: false;
    path: '/identities/users/current/abuse_reports';
    hasBody: true;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'user';
    session: null;
    if_match: false;
    refusals: 'not_found' | 'rate_limited';
    input: CreateAbuseReportRequest;
    output: null;
  };
  /**
   * Requests the deletion of the caller's account. The last owner of a company first makes another member an owner, or
   * names the company to close. While a deletion is requested, its date stays; only the company to close can change.
   *
   * @generated from rpc gatehouse.identity.v1.AccountDeletionService.CreateAccountDeletion
   */
  'AccountDeletionService.CreateAccountDeletion': {
    method: 'POST';
    isRead: false;
    path: '/identities/users/current/deletion';
    hasBody: true;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'user';
    session: null;
    if_match: false;
    refusals: 'org_last_owner';
    input: CreateAccountDeletionRequest;
    output: AccountDeletion;
  };
  /**
   * Whether and when the caller's account will be deleted.
   *
   * @generated from rpc gatehouse.identity.v1.AccountDeletionService.GetAccountDeletion
   */
  'AccountDeletionService.GetAccountDeletion': {
    method: 'GET';
    isRead: true;
    path: '/identities/users/current/deletion';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'user';
    session: null;
    if_match: false;
    refusals: never;
    input: GetAccountDeletionRequest;
    output: AccountDeletion;
  };
  /**
   * Cancels the deletion: always 204, also if none is requested.
   *
   * @generated from rpc gatehouse.identity.v1.AccountDeletionService.DeleteAccountDeletion
   */
  'AccountDeletionService.DeleteAccountDeletion': {
    method: 'DELETE';
    isRead: false;
    path: '/identities/users/current/deletion';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'user';
    session: null;
    if_match: false;
    refusals: never;
    input: DeleteAccountDeletionRequest;
    output: null;
  };
  /**
   * Opens the link: returns whom it is for, and a new secret for the authenticator app, shown only this once. The secret
   * of an earlier opening stops working.
   *
   * @generated from rpc gatehouse.identity.v1.AdminEnrolmentService.OpenAdminEnrolment
   */
  'AdminEnrolmentService.OpenAdminEnrolment': {
    method: 'POST';
    isRead: false;
    path: '/identities/admin_enrolments/open';
    hasBody: true;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'public';
    session: null;
    if_match: false;
    refusals: 'token_invalid' | 'rate_limited';
    input: OpenAdminEnrolmentRequest;
    output: AdminEnrolment;
  };
  /**
   * Sets password and second factor with the token of the link. Works once, ends every session of the admin, and starts
   * none.
   *
   * @generated from rpc gatehouse.identity.v1.AdminEnrolmentService.CompleteAdminEnrolment
   */
  'AdminEnrolmentService.CompleteAdminEnrolment': {
    method: 'POST';
    isRead: false;
    path: '/identities/admin_enrolments';
    hasBody: true;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'public';
    session: null;
    if_match: false;
    refusals: 'password_common' | 'token_invalid' | 'totp_invalid' | 'passkey_required' | 'passkey_invalid' | 'passkey_exists' | 'rate_limited';
    input: CompleteAdminEnrolmentRequest;
    output: CompleteAdminEnrolmentResponse;
  };
  /**
   * Begins a sign-in. It names no account.
   *
   * @generated from rpc gatehouse.identity.v1.AdminPasskeyService.CreateAdminPasskeySignInChallenge
   */
  'AdminPasskeyService.CreateAdminPasskeySignInChallenge': {
    method: 'POST';
    isRead: false;
    path: '/identities/admin_passkey_challenges/sign_in';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'public';
    session: 'begins_admin';
    if_match: false;
    refusals: 'rate_limited';
    input: CreateAdminPasskeySignInChallengeRequest;
    output: PasskeyChallenge;
  };
  /**
   * Begins the first passkey of an admin, with the token of an enrolment link.
   *
   * @generated from rpc gatehouse.identity.v1.AdminPasskeyService.CreateAdminPasskeyEnrolmentChallenge
   */
  'AdminPasskeyService.CreateAdminPasskeyEnrolmentChallenge': {
    method: 'POST';
    isRead: false;
    path: '/identities/admin_passkey_challenges/enrolment';
    hasBody: true;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'public';
    session: null;
    if_match: false;
    refusals: 'token_invalid' | 'rate_limited';
    input: CreateAdminPasskeyEnrolmentChallengeRequest;
    output: PasskeyChallenge;
  };
  /**
   * Begins a reauthentication with one of the caller's passkeys.
   *
   * @generated from rpc gatehouse.identity.v1.AdminPasskeyService.CreateAdminPasskeyReauthenticationChallenge
   */
  'AdminPasskeyService.CreateAdminPasskeyReauthenticationChallenge': {
    method: 'POST';
    isRead: false;
    path: '/identities/admin_passkey_challenges/reauthentication';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'admin';
    session: null;
    if_match: false;
    refusals: 'rate_limited';
    input: CreateAdminPasskeyReauthenticationChallengeRequest;
    output: PasskeyChallenge;
  };
  /**
   * Begins a further passkey of the caller.
   *
   * @generated from rpc gatehouse.identity.v1.AdminPasskeyService.CreateAdminPasskeyCreationChallenge
   */
  'AdminPasskeyService.CreateAdminPasskeyCreationChallenge': {
    method: 'POST';
    isRead: false;
    path: '/identities/admin_passkey_challenges/creation';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'admin';
    session: null;
    if_match: false;
    refusals: 'rate_limited';
    input: CreateAdminPasskeyCreationChallengeRequest;
    output: PasskeyChallenge;
  };
  /**
   * The caller's second factors.
   *
   * @generated from rpc gatehouse.identity.v1.AdminPasskeyService.GetCurrentAdminCredentials
   */
  'AdminPasskeyService.GetCurrentAdminCredentials': {
    method: 'GET';
    isRead: true;
    path: '/identities/admin_credentials/current';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'admin';
    session: null;
    if_match: false;
    refusals: never;
    input: GetCurrentAdminCredentialsRequest;
    output: AdminCredentials;
  };
  /**
   * Adds a passkey, by a challenge for `creation` of this session, and ends the caller's other sessions.
   *
   * @generated from rpc gatehouse.identity.v1.AdminPasskeyService.CreateAdminPasskey
   */
  'AdminPasskeyService.CreateAdminPasskey': {
    method: 'POST';
    isRead: false;
    path: '/identities/admin_passkeys';
    hasBody: true;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'admin';
    session: null;
    if_match: false;
    refusals: 'passkey_invalid' | 'passkey_exists' | 'passkey_quota_reached';
    input: CreateAdminPasskeyRequest;
    output: Passkey;
  };
  /**
   * Renames one of the caller's passkeys.
   *
   * @generated from rpc gatehouse.identity.v1.AdminPasskeyService.UpdateAdminPasskey
   */
  'AdminPasskeyService.UpdateAdminPasskey': {
    method: 'PATCH';
    isRead: false;
    path: '/identities/admin_passkeys/{id}';
    hasBody: true;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'admin';
    session: null;
    if_match: false;
    refusals: 'not_found';
    input: UpdateAdminPasskeyRequest;
    output: Passkey;
  };
  /**
   * Removes one of the caller's passkeys and ends the caller's other sessions. The last second factor stays.
   *
   * @generated from rpc gatehouse.identity.v1.AdminPasskeyService.DeleteAdminPasskey
   */
  'AdminPasskeyService.DeleteAdminPasskey': {
    method: 'DELETE';
    isRead: false;
    path: '/identities/admin_passkeys/{id}';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'admin';
    session: null;
    if_match: false;
    refusals: 'not_found' | 'last_credential';
    input: DeleteAdminPasskeyRequest;
    output: null;
  };
  /**
   * Signs in with password and second factor: a passkey, a one-time code or a recovery code. Where `ADMIN_PASSKEY_REQUIRED`
   * is set, only a passkey. Ends the session that the request carries.
   *
   * @generated from rpc gatehouse.identity.v1.AdminSessionService.CreateAdminSession
   */
  'AdminSessionService.CreateAdminSession': {
    method: 'POST';
    isRead: false;
    path: '/identities/admin_sessions';
    hasBody: true;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'public';
    session: 'starts_admin';
    if_match: false;
    refusals: 'credentials_invalid' | 'totp_required' | 'totp_invalid' | 'passkey_required' | 'passkey_invalid' | 'rate_limited';
    input: CreateAdminSessionRequest;
    output: CurrentAdminSession;
  };
  /**
   * Makes the session's second factor fresh, for the endpoints that require it.
   *
   * @generated from rpc gatehouse.identity.v1.AdminSessionService.ReauthenticateCurrentAdminSession
   */
  'AdminSessionService.ReauthenticateCurrentAdminSession': {
    method: 'POST';
    isRead: false;
    path: '/identities/admin_sessions/current/reauthentications';
    hasBody: true;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'admin';
    session: null;
    if_match: false;
    refusals: 'totp_invalid' | 'passkey_required' | 'passkey_invalid' | 'rate_limited';
    input: ReauthenticateCurrentAdminSessionRequest;
    output: null;
  };
  /**
   * The session that the web tier and the browser read (S4, C1).
   *
   * @generated from rpc gatehouse.identity.v1.AdminSessionService.GetCurrentAdminSession
   */
  'AdminSessionService.GetCurrentAdminSession': {
    method: 'GET';
    isRead: true;
    path: '/identities/admin_sessions/current';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'admin';
    session: null;
    if_match: false;
    refusals: never;
    input: GetCurrentAdminSessionRequest;
    output: CurrentAdminSession;
  };
  /**
   * Signs out: always 204, with or without a session.
   *
   * @generated from rpc gatehouse.identity.v1.AdminSessionService.DeleteCurrentAdminSession
   */
  'AdminSessionService.DeleteCurrentAdminSession': {
    method: 'DELETE';
    isRead: false;
    path: '/identities/admin_sessions/current';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'public';
    session: 'ends_admin';
    if_match: false;
    refusals: never;
    input: DeleteCurrentAdminSessionRequest;
    output: null;
  };
  /**
   * The caller's own live sessions, newest first.
   *
   * @generated from rpc gatehouse.identity.v1.AdminSessionService.ListAdminSessions
   */
  'AdminSessionService.ListAdminSessions': {
    method: 'GET';
    isRead: true;
    path: '/identities/admin_sessions';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'admin';
    session: null;
    if_match: false;
    refusals: never;
    input: ListAdminSessionsRequest;
    output: ListAdminSessionsResponse;
  };
  /**
   * Ends one of the caller's own sessions.
   *
   * @generated from rpc gatehouse.identity.v1.AdminSessionService.DeleteAdminSession
   */
  'AdminSessionService.DeleteAdminSession': {
    method: 'DELETE';
    isRead: false;
    path: '/identities/admin_sessions/{id}';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'admin';
    session: null;
    if_match: false;
    refusals: 'not_found';
    input: DeleteAdminSessionRequest;
    output: null;
  };
  /**
   * Whether a company with this name is active and has an active owner, whom the caller can ask for an invitation. Names are the same that differ
   * in case, accents and spaces alone. The answer names no company and refuses nothing: two companies may have one name.
   *
   * @generated from rpc gatehouse.identity.v1.CompanyNameService.CheckCompanyName
   */
  'CompanyNameService.CheckCompanyName': {
    method: 'GET';
    isRead: true;
    path: '/identities/company_name_check';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'user';
    session: null;
    if_match: false;
    refusals: 'rate_limited';
    input: CheckCompanyNameRequest;
    output: CompanyNameCheck;
  };
  /**
   * Requests an export of everything that is kept of the caller: a mail says when it is ready. While one is being made,
   * the response is that one. At most three in 24 hours.
   *
   * @generated from rpc gatehouse.identity.v1.DataExportService.CreateDataExport
   */
  'DataExportService.CreateDataExport': {
    method: 'POST';
    isRead: false;
    path: '/identities/users/current/data_export';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'user';
    session: null;
    if_match: false;
    refusals: 'rate_limited';
    input: CreateDataExportRequest;
    output: DataExport;
  };
  /**
   * The caller's newest export.
   *
   * @generated from rpc gatehouse.identity.v1.DataExportService.GetDataExport
   */
  'DataExportService.GetDataExport': {
    method: 'GET';
    isRead: true;
    path: '/identities/users/current/data_export';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'user';
    session: null;
    if_match: false;
    refusals: never;
    input: GetDataExportRequest;
    output: DataExport;
  };
  /**
   * The document of the caller's newest export that is ready and has not expired, as a file.
   *
   * @generated from rpc gatehouse.identity.v1.DataExportService.GetDataExportDocument
   */
  'DataExportService.GetDataExportDocument': {
    method: 'GET';
    isRead: true;
    path: '/identities/users/current/data_export/document';
    hasBody: false;
    takesFile: false;
    answersFile: true;
    answersImage: false;
    rule: 'user';
    session: null;
    if_match: false;
    refusals: 'not_found';
    input: GetDataExportDocumentRequest;
    output: DataExportDocument;
  };
  /**
   * Mails a link to the new address, and ends an earlier request. The response and its time are the same whether or not the
   * address has an account; only the mail differs.
   *
   * @generated from rpc gatehouse.identity.v1.EmailChangeService.CreateEmailChange
   */
  'EmailChangeService.CreateEmailChange': {
    method: 'POST';
    isRead: false;
    path: '/identities/users/current/email_changes';
    hasBody: true;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'user';
    session: null;
    if_match: false;
    refusals: 'email_unchanged' | 'rate_limited';
    input: CreateEmailChangeRequest;
    output: null;
  };
  /**
   * Changes the caller's address with the token of the mail. Works once, for an hour, and ends the caller's other sessions.
   *
   * @generated from rpc gatehouse.identity.v1.EmailChangeService.ConfirmEmailChange
   */
  'EmailChangeService.ConfirmEmailChange': {
    method: 'POST';
    isRead: false;
    path: '/identities/users/current/email_changes/confirm';
    hasBody: true;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'user';
    session: null;
    if_match: false;
    refusals: 'token_invalid';
    input: ConfirmEmailChangeRequest;
    output: null;
  };
  /**
   * Restores the address of before a change, with the token of the mail to it, and sets a new password. Works once, for
   * seven days, and ends every session of the user.
   *
   * @generated from rpc gatehouse.identity.v1.EmailChangeService.UndoEmailChange
   */
  'EmailChangeService.UndoEmailChange': {
    method: 'POST';
    isRead: false;
    path: '/identities/email_changes/undo';
    hasBody: true;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'public';
    session: null;
    if_match: false;
    refusals: 'password_common' | 'token_invalid' | 'rate_limited';
    input: UndoEmailChangeRequest;
    output: null;
  };
  /**
   * Shows an open invitation to a caller who has its token; accepts nothing (G4). The token is in the body, so that no
   * URL and no log contains it.
   *
   * @generated from rpc gatehouse.identity.v1.InvitationLookupService.LookUpInvitation
   */
  'InvitationLookupService.LookUpInvitation': {
    method: 'POST';
    isRead: true;
    path: '/identities/invitation_lookups';
    hasBody: true;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'user';
    session: null;
    if_match: false;
    refusals: 'token_invalid';
    input: LookUpInvitationRequest;
    output: InvitationLookup;
  };
  /**
   * Redirects to the page that asks for a confirmation, and changes nothing: link scanners and mail clients that do not know
   * one-click unsubscription open the link.
   *
   * @generated from rpc gatehouse.identity.v1.MailUnsubscriptionService.OpenMailUnsubscription
   */
  'MailUnsubscriptionService.OpenMailUnsubscription': {
    method: 'GET';
    isRead: true;
    path: '/identities/mail_unsubscriptions/{token}';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'public';
    session: null;
    if_match: false;
    refusals: never;
    input: OpenMailUnsubscriptionRequest;
    output: MailUnsubscriptionPage;
  };
  /**
   * Stops the mails that the token names. 204 also if they are stopped already or the user no longer exists; 410 for a token
   * that none of the present keys has signed, before anything is read.
   *
   * @generated from rpc gatehouse.identity.v1.MailUnsubscriptionService.CreateMailUnsubscription
   */
  'MailUnsubscriptionService.CreateMailUnsubscription': {
    method: 'POST';
    isRead: false;
    path: '/identities/mail_unsubscriptions/{token}';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'public';
    session: null;
    if_match: false;
    refusals: 'token_invalid';
    input: CreateMailUnsubscriptionRequest;
    output: null;
  };
  /**
   * The job posts of a company that were published, newest first.
   *
   * @generated from rpc gatehouse.identity.v1.ModerationService.ListAdminJobPosts
   */
  'ModerationService.ListAdminJobPosts': {
    method: 'GET';
    isRead: true;
    path: '/identities/admin/companies/{company_id}/job_posts';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'admin';
    session: null;
    if_match: false;
    refusals: never;
    input: ListAdminJobPostsRequest;
    output: ListAdminJobPostsResponse;
  };
  /**
   * The published job posts of all companies, last published first: those of a number of the overview.
   *
   * @generated from rpc gatehouse.identity.v1.ModerationService.ListAllAdminJobPosts
   */
  'ModerationService.ListAllAdminJobPosts': {
    method: 'GET';
    isRead: true;
    path: '/identities/admin/job_posts';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'admin';
    session: null;
    if_match: false;
    refusals: never;
    input: ListAllAdminJobPostsRequest;
    output: ListAdminJobPostsResponse;
  };
  /**
   * One of them with its text.
   *
   * @generated from rpc gatehouse.identity.v1.ModerationService.GetAdminJobPost
   */
  'ModerationService.GetAdminJobPost': {
    method: 'GET';
    isRead: true;
    path: '/identities/admin/job_posts/{id}';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'admin';
    session: null;
    if_match: false;
    refusals: 'not_found';
    input: GetAdminJobPostRequest;
    output: AdminJobPostDetail;
  };
  /**
   * Hides a job post from the public, or shows it again, and mails the company's owners. From the answer on, a hidden post is in
   * no public list, page or mail, and no application for it is accepted (G1).
   *
   * @generated from rpc gatehouse.identity.v1.ModerationService.UpdateJobPostVisibility
   */
  'ModerationService.UpdateJobPostVisibility': {
    method: 'PUT';
    isRead: false;
    path: '/identities/admin/job_posts/{id}/visibility';
    hasBody: true;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'admin';
    session: null;
    if_match: true;
    refusals: 'not_found';
    input: UpdateJobPostVisibilityRequest;
    output: AdminJobPost;
  };
  /**
   * The logo of a company, also of one that is not public.
   *
   * @generated from rpc gatehouse.identity.v1.ModerationService.GetAdminCompanyLogo
   */
  'ModerationService.GetAdminCompanyLogo': {
    method: 'GET';
    isRead: true;
    path: '/identities/admin/companies/{company_id}/logos/{hash}';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: true;
    rule: 'admin';
    session: null;
    if_match: false;
    refusals: 'not_found';
    input: GetAdminCompanyLogoRequest;
    output: null;
  };
  /**
   * Removes the logo that the caller has seen. From the answer on, no page shows it, and its company cannot upload it again (G2).
   *
   * @generated from rpc gatehouse.identity.v1.ModerationService.RemoveCompanyLogo
   */
  'ModerationService.RemoveCompanyLogo': {
    method: 'POST';
    isRead: false;
    path: '/identities/admin/companies/{company_id}/logos/{hash}/removal';
    hasBody: true;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'admin';
    session: null;
    if_match: false;
    refusals: 'not_found';
    input: RemoveCompanyLogoRequest;
    output: null;
  };
  /**
   * Active companies that wait for a review: new ones, and those that have changed since staff approved them. The one that waits longest
   * first.
   *
   * @generated from rpc gatehouse.identity.v1.ModerationService.ListPendingCompanies
   */
  'ModerationService.ListPendingCompanies': {
    method: 'GET';
    isRead: true;
    path: '/identities/admin/company_reviews';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'admin';
    session: null;
    if_match: false;
    refusals: never;
    input: ListPendingCompaniesRequest;
    output: ListPendingCompaniesResponse;
  };
  /**
   * The review of a company.
   *
   * @generated from rpc gatehouse.identity.v1.ModerationService.GetAdminCompanyReview
   */
  'ModerationService.GetAdminCompanyReview': {
    method: 'GET';
    isRead: true;
    path: '/identities/admin/companies/{id}/review';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'admin';
    session: null;
    if_match: false;
    refusals: 'not_found';
    input: GetAdminCompanyReviewRequest;
    output: AdminCompanyReview;
  };
  /**
   * Approves or refuses a company, and mails its owners. From the answer on, what it has published is public, or is not (G1). Approving
   * what a company has changed is no news for its owners: it was public meanwhile.
   *
   * @generated from rpc gatehouse.identity.v1.ModerationService.UpdateCompanyReview
   */
  'ModerationService.UpdateCompanyReview': {
    method: 'PUT';
    isRead: false;
    path: '/identities/admin/companies/{id}/review';
    hasBody: true;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'admin';
    session: null;
    if_match: true;
    refusals: 'not_found';
    input: UpdateCompanyReviewRequest;
    output: AdminCompanyReview;
  };
  /**
   * The subjects of open reports: most reports first, then the one that waits longest.
   *
   * @generated from rpc gatehouse.identity.v1.ModerationService.ListReportedSubjects
   */
  'ModerationService.ListReportedSubjects': {
    method: 'GET';
    isRead: true;
    path: '/identities/admin/reported_subjects';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'admin';
    session: null;
    if_match: false;
    refusals: never;
    input: ListReportedSubjectsRequest;
    output: ListReportedSubjectsResponse;
  };
  /**
   * The open reports of a job post or company, and the subject to look at next.
   *
   * @generated from rpc gatehouse.identity.v1.ModerationService.GetAbuseReports
   */
  'ModerationService.GetAbuseReports': {
    method: 'GET';
    isRead: true;
    path: '/identities/admin/reported_subjects/{id}/reports';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'admin';
    session: null;
    if_match: false;
    refusals: never;
    input: GetAbuseReportsRequest;
    output: AbuseReports;
  };
  /**
   * Closes the open reports of a subject without another consequence: those that the caller has seen. Hiding a job post and
   * disabling a company close them, too.
   *
   * @generated from rpc gatehouse.identity.v1.ModerationService.DismissAbuseReports
   */
  'ModerationService.DismissAbuseReports': {
    method: 'POST';
    isRead: false;
    path: '/identities/admin/reported_subjects/{id}/dismissals';
    hasBody: true;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'admin';
    session: null;
    if_match: false;
    refusals: 'not_found';
    input: DismissAbuseReportsRequest;
    output: null;
  };
  /**
   * The caller's settings; the defaults until the first update.
   *
   * @generated from rpc gatehouse.identity.v1.NotificationSettingsService.GetNotificationSettings
   */
  'NotificationSettingsService.GetNotificationSettings': {
    method: 'GET';
    isRead: true;
    path: '/identities/users/current/notification_settings';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'user';
    session: null;
    if_match: false;
    refusals: never;
    input: GetNotificationSettingsRequest;
    output: NotificationSettings;
  };
  /**
   * Replaces the caller's settings. What no mail has reported yet follows the new ones.
   *
   * @generated from rpc gatehouse.identity.v1.NotificationSettingsService.UpdateNotificationSettings
   */
  'NotificationSettingsService.UpdateNotificationSettings': {
    method: 'PUT';
    isRead: false;
    path: '/identities/users/current/notification_settings';
    hasBody: true;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'user';
    session: null;
    if_match: true;
    refusals: 'rate_limited';
    input: UpdateNotificationSettingsRequest;
    output: NotificationSettings;
  };
  /**
   * The caller's notifications of the last 90 days, newest first.
   *
   * @generated from rpc gatehouse.identity.v1.NotificationService.ListNotifications
   */
  'NotificationService.ListNotifications': {
    method: 'GET';
    isRead: true;
    path: '/identities/users/current/notifications';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'user';
    session: null;
    if_match: false;
    refusals: never;
    input: ListNotificationsRequest;
    output: ListNotificationsResponse;
  };
  /**
   * How many notifications the caller has not read.
   *
   * @generated from rpc gatehouse.identity.v1.NotificationService.GetUnreadNotificationCount
   */
  'NotificationService.GetUnreadNotificationCount': {
    method: 'GET';
    isRead: true;
    path: '/identities/users/current/notifications/unread_count';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'user';
    session: null;
    if_match: false;
    refusals: never;
    input: GetUnreadNotificationCountRequest;
    output: UnreadNotificationCount;
  };
  /**
   * Marks the caller's notifications as read, up to one of them: always 204.
   *
   * @generated from rpc gatehouse.identity.v1.NotificationService.MarkNotificationsRead
   */
  'NotificationService.MarkNotificationsRead': {
    method: 'PUT';
    isRead: false;
    path: '/identities/users/current/notifications/read';
    hasBody: true;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'user';
    session: null;
    if_match: false;
    refusals: never;
    input: MarkNotificationsReadRequest;
    output: null;
  };
  /**
   * Marks one of the caller's notifications as read.
   *
   * @generated from rpc gatehouse.identity.v1.NotificationService.MarkNotificationRead
   */
  'NotificationService.MarkNotificationRead': {
    method: 'PUT';
    isRead: false;
    path: '/identities/notifications/{id}/read';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'user';
    session: null;
    if_match: false;
    refusals: 'not_found';
    input: MarkNotificationReadRequest;
    output: null;
  };
  /**
   * The events of the caller's own account, newest first.
   *
   * @generated from rpc gatehouse.identity.v1.SecurityEventService.ListSecurityEvents
   */
  'SecurityEventService.ListSecurityEvents': {
    method: 'GET';
    isRead: true;
    path: '/identities/users/current/security_events';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'user';
    session: null;
    if_match: false;
    refusals: never;
    input: ListSecurityEventsRequest;
    output: ListSecurityEventsResponse;
  };
  /**
   * Accounts, newest first.
   *
   * @generated from rpc gatehouse.identity.v1.StaffAccountService.ListStaffAccounts
   */
  'StaffAccountService.ListStaffAccounts': {
    method: 'GET';
    isRead: true;
    path: '/identities/admin/staff_accounts';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'admin';
    session: null;
    if_match: false;
    refusals: never;
    input: ListStaffAccountsRequest;
    output: ListStaffAccountsResponse;
  };
  /**
   * One account.
   *
   * @generated from rpc gatehouse.identity.v1.StaffAccountService.GetStaffAccount
   */
  'StaffAccountService.GetStaffAccount': {
    method: 'GET';
    isRead: true;
    path: '/identities/admin/staff_accounts/{id}';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'admin';
    session: null;
    if_match: false;
    refusals: 'not_found';
    input: GetStaffAccountRequest;
    output: StaffAccount;
  };
  /**
   * Invites a viewer by mail. An operator's account is created disabled, with a request to enable it.
   *
   * @generated from rpc gatehouse.identity.v1.StaffAccountService.CreateStaffAccount
   */
  'StaffAccountService.CreateStaffAccount': {
    method: 'POST';
    isRead: false;
    path: '/identities/admin/staff_accounts';
    hasBody: true;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'admin';
    session: null;
    if_match: false;
    refusals: 'staff_account_exists';
    input: CreateStaffAccountRequest;
    output: StaffAccount;
  };
  /**
   * Makes an operator a viewer, or requests the reverse.
   *
   * @generated from rpc gatehouse.identity.v1.StaffAccountService.UpdateStaffRole
   */
  'StaffAccountService.UpdateStaffRole': {
    method: 'PUT';
    isRead: false;
    path: '/identities/admin/staff_accounts/{id}/role';
    hasBody: true;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'admin';
    session: null;
    if_match: true;
    refusals: 'not_found' | 'staff_last_operator' | 'staff_request_exists';
    input: UpdateStaffRoleRequest;
    output: StaffAccount;
  };
  /**
   * Disables an account, which also revokes its invitation, or enables a viewer. For an operator it requests to be enabled.
   *
   * @generated from rpc gatehouse.identity.v1.StaffAccountService.UpdateStaffCondition
   */
  'StaffAccountService.UpdateStaffCondition': {
    method: 'PUT';
    isRead: false;
    path: '/identities/admin/staff_accounts/{id}/condition';
    hasBody: true;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'admin';
    session: null;
    if_match: true;
    refusals: 'not_found' | 'staff_last_operator' | 'staff_request_exists';
    input: UpdateStaffConditionRequest;
    output: StaffAccount;
  };
  /**
   * Removes an active viewer's second factors, ends the sessions and mails a link for a new enrolment. For an operator it
   * requests that.
   *
   * @generated from rpc gatehouse.identity.v1.StaffAccountService.ResetStaffSecondFactor
   */
  'StaffAccountService.ResetStaffSecondFactor': {
    method: 'POST';
    isRead: false;
    path: '/identities/admin/staff_accounts/{id}/second_factor_resets';
    hasBody: true;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'admin';
    session: null;
    if_match: false;
    refusals: 'not_found' | 'staff_account_disabled' | 'staff_last_operator' | 'staff_request_exists';
    input: ResetStaffSecondFactorRequest;
    output: StaffAccount;
  };
  /**
   * Open requests, oldest first.
   *
   * @generated from rpc gatehouse.identity.v1.StaffAccountService.ListStaffRequests
   */
  'StaffAccountService.ListStaffRequests': {
    method: 'GET';
    isRead: true;
    path: '/identities/admin/staff_requests';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'admin';
    session: null;
    if_match: false;
    refusals: never;
    input: ListStaffRequestsRequest;
    output: ListStaffRequestsResponse;
  };
  /**
   * Approves an open request and carries it out. Neither the operator who made the request nor the one it is about can.
   *
   * @generated from rpc gatehouse.identity.v1.StaffAccountService.ApproveStaffRequest
   */
  'StaffAccountService.ApproveStaffRequest': {
    method: 'POST';
    isRead: false;
    path: '/identities/admin/staff_requests/{id}/approval';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'admin';
    session: null;
    if_match: false;
    refusals: 'not_found' | 'second_operator_required' | 'staff_last_operator';
    input: ApproveStaffRequestRequest;
    output: StaffAccount;
  };
  /**
   * Declines an open request, or withdraws the caller's own.
   *
   * @generated from rpc gatehouse.identity.v1.StaffAccountService.DeleteStaffRequest
   */
  'StaffAccountService.DeleteStaffRequest': {
    method: 'DELETE';
    isRead: false;
    path: '/identities/admin/staff_requests/{id}';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'admin';
    session: null;
    if_match: false;
    refusals: 'not_found';
    input: DeleteStaffRequestRequest;
    output: null;
  };
  /**
   * The last weeks, oldest first and without gaps. Weeks begin on Monday, in UTC; the last one is the current week, so far.
   *
   * @generated from rpc gatehouse.identity.v1.StatisticsService.GetStatistics
   */
  'StatisticsService.GetStatistics': {
    method: 'GET';
    isRead: true;
    path: '/identities/admin/statistics';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'admin';
    session: null;
    if_match: false;
    refusals: never;
    input: GetStatisticsRequest;
    output: Statistics;
  };
  /**
   * Signs up. The response and its time are the same whether or not the address has an account; only the mail differs. After
   * several sign-ups for one address from one network in a day it is the same, too, and nothing is stored or mailed.
   *
   * @generated from rpc gatehouse.identity.v1.UserService.CreateUser
   */
  'UserService.CreateUser': {
    method: 'POST';
    isRead: false;
    path: '/identities/users';
    hasBody: true;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'public';
    session: null;
    if_match: false;
    refusals: 'password_common' | 'rate_limited';
    input: CreateUserRequest;
    output: null;
  };
  /**
   * Confirms an email address with the token of the mail, and adds the first passkey. Works once.
   *
   * @generated from rpc gatehouse.identity.v1.UserService.CreateEmailVerification
   */
  'UserService.CreateEmailVerification': {
    method: 'POST';
    isRead: false;
    path: '/identities/email_verifications';
    hasBody: true;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'public';
    session: null;
    if_match: false;
    refusals: 'token_invalid' | 'passkey_required' | 'passkey_invalid' | 'passkey_exists';
    input: CreateEmailVerificationRequest;
    output: null;
  };
  /**
   * Changes the caller's name.
   *
   * @generated from rpc gatehouse.identity.v1.UserService.UpdateCurrentUser
   */
  'UserService.UpdateCurrentUser': {
    method: 'PATCH';
    isRead: false;
    path: '/identities/users/current';
    hasBody: true;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'user';
    session: null;
    if_match: false;
    refusals: 'rate_limited';
    input: UpdateCurrentUserRequest;
    output: IdentitiesUser;
  };
  /**
   * Why staff have disabled the company of the caller, who is its active owner. Empty for every other caller: it opens
   * nothing, and no company data is in it (S3).
   *
   * @generated from rpc gatehouse.identity.v1.UserService.GetDisabledCompanyNotice
   */
  'UserService.GetDisabledCompanyNotice': {
    method: 'GET';
    isRead: true;
    path: '/identities/users/current/disabled_company_notice';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'user';
    session: null;
    if_match: false;
    refusals: never;
    input: GetDisabledCompanyNoticeRequest;
    output: DisabledCompanyNotice;
  };
  /**
   * Changes the caller's password and ends the caller's other sessions.
   *
   * @generated from rpc gatehouse.identity.v1.UserService.UpdateCurrentUserPassword
   */
  'UserService.UpdateCurrentUserPassword': {
    method: 'PUT';
    isRead: false;
    path: '/identities/users/current/password';
    hasBody: true;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'user';
    session: null;
    if_match: false;
    refusals: 'credentials_invalid' | 'password_common' | 'rate_limited';
    input: UpdateCurrentUserPasswordRequest;
    output: null;
  };
  /**
   * Requests a mail with a link that sets a new password. The response and its time are the same whether or not the
   * address has an account.
   *
   * @generated from rpc gatehouse.identity.v1.UserService.CreatePasswordReset
   */
  'UserService.CreatePasswordReset': {
    method: 'POST';
    isRead: false;
    path: '/identities/password_resets';
    hasBody: true;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'public';
    session: null;
    if_match: false;
    refusals: 'rate_limited';
    input: CreatePasswordResetRequest;
    output: null;
  };
  /**
   * Sets a new password with the token of the mail. Works once, and ends every session of the user.
   *
   * @generated from rpc gatehouse.identity.v1.UserService.RedeemPasswordReset
   */
  'UserService.RedeemPasswordReset': {
    method: 'POST';
    isRead: false;
    path: '/identities/password_resets/redeem';
    hasBody: true;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'public';
    session: null;
    if_match: false;
    refusals: 'password_common' | 'token_invalid' | 'rate_limited';
    input: RedeemPasswordResetRequest;
    output: null;
  };
  /**
   * Best match first when `query` is given, otherwise newest first, or in another `order`. Accents do not count, the last
   * word may be unfinished, and words that match nothing are corrected (`corrected_query`, `corrected_location`).
   *
   * @generated from rpc gatehouse.talent.v1.PublicJobPostService.ListPublicJobPosts
   */
  'PublicJobPostService.ListPublicJobPosts': {
    method: 'GET';
    isRead: true;
    path: '/talent/job_posts';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'public';
    session: null;
    if_match: false;
    refusals: never;
    input: ListPublicJobPostsRequest;
    output: ListPublicJobPostsResponse;
  };
  /**
   * One published post. One that is closed, or whose last day is over, is answered with 410.
   *
   * @generated from rpc gatehouse.talent.v1.PublicJobPostService.GetPublicJobPost
   */
  'PublicJobPostService.GetPublicJobPost': {
    method: 'GET';
    isRead: true;
    path: '/talent/job_posts/{id}';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'public';
    session: null;
    if_match: false;
    refusals: 'not_found' | 'job_post_closed';
    input: GetPublicJobPostRequest;
    output: PublicJobPost;
  };
  /**
   * Where the files of a sitemap begin. Counted as a search.
   *
   * @generated from rpc gatehouse.talent.v1.PublicJobPostService.GetSitemap
   */
  'PublicJobPostService.GetSitemap': {
    method: 'GET';
    isRead: true;
    path: '/talent/sitemap';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'public';
    session: null;
    if_match: false;
    refusals: never;
    input: GetSitemapRequest;
    output: Sitemap;
  };
  /**
   * Applies for a published job post, once, with a copy of the current profile, and with the current CV where that is asked
   * for. An empty profile without a CV needs a message. `answers` names every question of the job post: those that it asks
   * now, or nothing is sent. An account sends at most 100 applications in an hour.
   *
   * @generated from rpc gatehouse.talent.v1.TalentApplicationService.CreateApplication
   */
  'TalentApplicationService.CreateApplication': {
    method: 'POST';
    isRead: false;
    path: '/talent/job_posts/{job_post_id}/applications';
    hasBody: true;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'talent';
    session: null;
    if_match: false;
    refusals: 'not_found' | 'application_exists' | 'job_post_closed' | 'application_incomplete' | 'questions_changed' | 'rate_limited';
    input: CreateApplicationRequest;
    output: TalentApplication;
  };
  /**
   * Own applications, newest first; those for one job post are at most one. Those that wait for the applicant can be read alone.
   *
   * @generated from rpc gatehouse.talent.v1.TalentApplicationService.ListApplications
   */
  'TalentApplicationService.ListApplications': {
    method: 'GET';
    isRead: true;
    path: '/talent/applications';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'talent';
    session: null;
    if_match: false;
    refusals: never;
    input: ListApplicationsRequest;
    output: ListApplicationsResponse;
  };
  /**
   * An own application with everything that was sent, and with what its applicant was told. Of a withdrawn one nothing but
   * its dates is left.
   *
   * @generated from rpc gatehouse.talent.v1.TalentApplicationService.GetApplication
   */
  'TalentApplicationService.GetApplication': {
    method: 'GET';
    isRead: true;
    path: '/talent/applications/{id}';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'talent';
    session: null;
    if_match: false;
    refusals: 'not_found';
    input: GetApplicationRequest;
    output: TalentApplicationDetails;
  };
  /**
   * Accepts or declines the offer of a company, once. The company sees it at once. A change of the stage ends the offer: after
   * it, only a new offer can be answered.
   *
   * @generated from rpc gatehouse.talent.v1.TalentApplicationService.UpdateOfferAnswer
   */
  'TalentApplicationService.UpdateOfferAnswer': {
    method: 'PUT';
    isRead: false;
    path: '/talent/applications/{id}/offer_answer';
    hasBody: true;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'talent';
    session: null;
    if_match: true;
    refusals: 'not_found' | 'offer_not_open';
    input: UpdateOfferAnswerRequest;
    output: TalentApplication;
  };
  /**
   * Withdraws an application: the company no longer sees it, and its content is erased. Not while an offer is accepted.
   *
   * @generated from rpc gatehouse.talent.v1.TalentApplicationService.DeleteApplication
   */
  'TalentApplicationService.DeleteApplication': {
    method: 'DELETE';
    isRead: false;
    path: '/talent/applications/{id}';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'talent';
    session: null;
    if_match: false;
    refusals: 'not_found' | 'offer_accepted';
    input: DeleteApplicationRequest;
    output: null;
  };
  /**
   * One company.
   *
   * @generated from rpc gatehouse.talent.v1.PublicCompanyService.GetPublicCompany
   */
  'PublicCompanyService.GetPublicCompany': {
    method: 'GET';
    isRead: true;
    path: '/talent/companies/{id}';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'public';
    session: null;
    if_match: false;
    refusals: 'not_found';
    input: GetPublicCompanyRequest;
    output: PublicCompany;
  };
  /**
   * The logo of a company that is public. Its address names its content: another logo has another address.
   *
   * @generated from rpc gatehouse.talent.v1.PublicCompanyService.GetPublicCompanyLogo
   */
  'PublicCompanyService.GetPublicCompanyLogo': {
    method: 'GET';
    isRead: true;
    path: '/talent/companies/{company_id}/logos/{hash}';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: true;
    rule: 'public';
    session: null;
    if_match: false;
    refusals: 'not_found';
    input: GetPublicCompanyLogoRequest;
    output: null;
  };
  /**
   * The company's published job posts, newest first; none of a company that is not public.
   *
   * @generated from rpc gatehouse.talent.v1.PublicCompanyService.ListPublicCompanyJobPosts
   */
  'PublicCompanyService.ListPublicCompanyJobPosts': {
    method: 'GET';
    isRead: true;
    path: '/talent/companies/{company_id}/job_posts';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'public';
    session: null;
    if_match: false;
    refusals: never;
    input: ListPublicCompanyJobPostsRequest;
    output: ListPublicCompanyJobPostsResponse;
  };
  /**
   * What is known of the current CV.
   *
   * @generated from rpc gatehouse.talent.v1.CvService.GetCurrentCv
   */
  'CvService.GetCurrentCv': {
    method: 'GET';
    isRead: true;
    path: '/talent/cvs/current';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'talent';
    session: null;
    if_match: false;
    refusals: never;
    input: GetCurrentCvRequest;
    output: CurrentCv;
  };
  /**
   * Uploads a CV, which replaces the current one. Applications keep the CV that they were sent with.
   *
   * @generated from rpc gatehouse.talent.v1.CvService.UpdateCurrentCv
   */
  'CvService.UpdateCurrentCv': {
    method: 'PUT';
    isRead: false;
    path: '/talent/cvs/current';
    hasBody: false;
    takesFile: true;
    answersFile: false;
    answersImage: false;
    rule: 'talent';
    session: null;
    if_match: false;
    refusals: 'file_invalid' | 'file_quota_reached';
    input: UpdateCurrentCvRequest;
    output: FileInfo;
  };
  /**
   * Removes the current CV. Applications keep the CV that they were sent with.
   *
   * @generated from rpc gatehouse.talent.v1.CvService.DeleteCurrentCv
   */
  'CvService.DeleteCurrentCv': {
    method: 'DELETE';
    isRead: false;
    path: '/talent/cvs/current';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'talent';
    session: null;
    if_match: false;
    refusals: 'not_found';
    input: DeleteCurrentCvRequest;
    output: null;
  };
  /**
   * The current CV.
   *
   * @generated from rpc gatehouse.talent.v1.CvService.GetCurrentCvDocument
   */
  'CvService.GetCurrentCvDocument': {
    method: 'GET';
    isRead: true;
    path: '/talent/cvs/current/document';
    hasBody: false;
    takesFile: false;
    answersFile: true;
    answersImage: false;
    rule: 'talent';
    session: null;
    if_match: false;
    refusals: 'not_found';
    input: GetCurrentCvDocumentRequest;
    output: null;
  };
  /**
   * The CV that an own application was sent with.
   *
   * @generated from rpc gatehouse.talent.v1.CvService.GetSentCvDocument
   */
  'CvService.GetSentCvDocument': {
    method: 'GET';
    isRead: true;
    path: '/talent/applications/{application_id}/cv';
    hasBody: false;
    takesFile: false;
    answersFile: true;
    answersImage: false;
    rule: 'talent';
    session: null;
    if_match: false;
    refusals: 'not_found';
    input: GetSentCvDocumentRequest;
    output: null;
  };
  /**
   * Any CV that is kept of the caller, also without talent access: part of the export of the caller's data (G11).
   *
   * @generated from rpc gatehouse.talent.v1.CvService.GetOwnCvDocument
   */
  'CvService.GetOwnCvDocument': {
    method: 'GET';
    isRead: true;
    path: '/talent/cvs/{id}/document';
    hasBody: false;
    takesFile: false;
    answersFile: true;
    answersImage: false;
    rule: 'user';
    session: null;
    if_match: false;
    refusals: 'not_found';
    input: GetOwnCvDocumentRequest;
    output: null;
  };
  /**
   * The interviews of an own application, newest first.
   *
   * @generated from rpc gatehouse.talent.v1.TalentInterviewService.ListTalentInterviews
   */
  'TalentInterviewService.ListTalentInterviews': {
    method: 'GET';
    isRead: true;
    path: '/talent/applications/{application_id}/interviews';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'talent';
    session: null;
    if_match: false;
    refusals: 'not_found';
    input: ListTalentInterviewsRequest;
    output: ListTalentInterviewsResponse;
  };
  /**
   * Accepts one of the proposed times, or declines all, once.
   *
   * @generated from rpc gatehouse.talent.v1.TalentInterviewService.UpdateInterviewAnswer
   */
  'TalentInterviewService.UpdateInterviewAnswer': {
    method: 'PUT';
    isRead: false;
    path: '/talent/interviews/{id}/answer';
    hasBody: true;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'talent';
    session: null;
    if_match: false;
    refusals: 'not_found' | 'interview_not_open';
    input: UpdateInterviewAnswerRequest;
    output: Interview;
  };
  /**
   * An accepted interview as a file for calendars (RFC 5545); once it is cancelled, the file removes it from them (RFC 5546).
   *
   * @generated from rpc gatehouse.talent.v1.TalentInterviewService.GetTalentInterviewCalendar
   */
  'TalentInterviewService.GetTalentInterviewCalendar': {
    method: 'GET';
    isRead: true;
    path: '/talent/interviews/{id}/calendar';
    hasBody: false;
    takesFile: false;
    answersFile: true;
    answersImage: false;
    rule: 'talent';
    session: null;
    if_match: false;
    refusals: 'not_found';
    input: GetTalentInterviewCalendarRequest;
    output: null;
  };
  /**
   * The messages on one application, newest first: all of the caller's side, and of the other side those that are delivered.
   *
   * @generated from rpc gatehouse.talent.v1.TalentMessageService.ListTalentMessages
   */
  'TalentMessageService.ListTalentMessages': {
    method: 'GET';
    isRead: true;
    path: '/talent/applications/{application_id}/messages';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'talent';
    session: null;
    if_match: false;
    refusals: 'not_found';
    input: ListTalentMessagesRequest;
    output: ListTalentMessagesResponse;
  };
  /**
   * Sends a message. The other side sees it after 65 seconds; for the first 60 its author can undo it. It is withheld if the access
   * of its author ends before that.
   *
   * @generated from rpc gatehouse.talent.v1.TalentMessageService.CreateTalentMessage
   */
  'TalentMessageService.CreateTalentMessage': {
    method: 'POST';
    isRead: false;
    path: '/talent/applications/{application_id}/messages';
    hasBody: true;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'talent';
    session: null;
    if_match: false;
    refusals: 'not_found' | 'application_withdrawn' | 'conversation_closed' | 'message_quota_reached';
    input: CreateTalentMessageRequest;
    output: Message;
  };
  /**
   * Undoes a message of the caller that is not on its way, and returns its text.
   *
   * @generated from rpc gatehouse.talent.v1.TalentMessageService.DeleteTalentMessage
   */
  'TalentMessageService.DeleteTalentMessage': {
    method: 'DELETE';
    isRead: false;
    path: '/talent/application_messages/{id}';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'talent';
    session: null;
    if_match: false;
    refusals: 'not_found' | 'message_delivered';
    input: DeleteTalentMessageRequest;
    output: UndoneMessage;
  };
  /**
   * Notes that the caller's side has read the messages up to one of the other side: always 204.
   *
   * @generated from rpc gatehouse.talent.v1.TalentMessageService.MarkTalentMessagesRead
   */
  'TalentMessageService.MarkTalentMessagesRead': {
    method: 'PUT';
    isRead: false;
    path: '/talent/applications/{application_id}/messages/read';
    hasBody: true;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'talent';
    session: null;
    if_match: false;
    refusals: 'not_found';
    input: MarkTalentMessagesReadRequest;
    output: null;
  };
  /**
   * Requests talent access: from none to pending.
   *
   * @generated from rpc gatehouse.talent.v1.ProfileService.CreateAccessRequest
   */
  'ProfileService.CreateAccessRequest': {
    method: 'POST';
    isRead: false;
    path: '/talent/access_requests';
    hasBody: true;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'user';
    session: null;
    if_match: false;
    refusals: 'talent_access_exists';
    input: CreateAccessRequestRequest;
    output: CreateAccessRequestResponse;
  };
  /**
   * The caller's profile; every field is empty until the first update.
   *
   * @generated from rpc gatehouse.talent.v1.ProfileService.GetCurrentProfile
   */
  'ProfileService.GetCurrentProfile': {
    method: 'GET';
    isRead: true;
    path: '/talent/profiles/current';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'talent';
    session: null;
    if_match: false;
    refusals: never;
    input: GetCurrentProfileRequest;
    output: Profile;
  };
  /**
   * Replaces the caller's profile.
   *
   * @generated from rpc gatehouse.talent.v1.ProfileService.UpdateCurrentProfile
   */
  'ProfileService.UpdateCurrentProfile': {
    method: 'PUT';
    isRead: false;
    path: '/talent/profiles/current';
    hasBody: true;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'talent';
    session: null;
    if_match: true;
    refusals: 'rate_limited';
    input: UpdateCurrentProfileRequest;
    output: Profile;
  };
  /**
   * Last saved first. A post that is not public any more is in the list without its content.
   *
   * @generated from rpc gatehouse.talent.v1.SavedJobPostService.ListSavedJobPosts
   */
  'SavedJobPostService.ListSavedJobPosts': {
    method: 'GET';
    isRead: true;
    path: '/talent/saved_job_posts';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'user';
    session: null;
    if_match: false;
    refusals: never;
    input: ListSavedJobPostsRequest;
    output: ListSavedJobPostsResponse;
  };
  /**
   * Which of some job posts the caller has saved.
   *
   * @generated from rpc gatehouse.talent.v1.SavedJobPostService.FindSavedJobPosts
   */
  'SavedJobPostService.FindSavedJobPosts': {
    method: 'GET';
    isRead: true;
    path: '/talent/saved_job_posts/among';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'user';
    session: null;
    if_match: false;
    refusals: never;
    input: FindSavedJobPostsRequest;
    output: FindSavedJobPostsResponse;
  };
  /**
   * Saves a public job post. One that is saved already keeps its place in the list.
   *
   * @generated from rpc gatehouse.talent.v1.SavedJobPostService.SaveJobPost
   */
  'SavedJobPostService.SaveJobPost': {
    method: 'PUT';
    isRead: false;
    path: '/talent/saved_job_posts/{job_post_id}';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'user';
    session: null;
    if_match: false;
    refusals: 'not_found' | 'job_post_closed' | 'saved_quota_reached';
    input: SaveJobPostRequest;
    output: null;
  };
  /**
   * Removes a job post from the list: always 204.
   *
   * @generated from rpc gatehouse.talent.v1.SavedJobPostService.DeleteSavedJobPost
   */
  'SavedJobPostService.DeleteSavedJobPost': {
    method: 'DELETE';
    isRead: false;
    path: '/talent/saved_job_posts/{job_post_id}';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'user';
    session: null;
    if_match: false;
    refusals: never;
    input: DeleteSavedJobPostRequest;
    output: null;
  };
  /**
   * Last saved first.
   *
   * @generated from rpc gatehouse.talent.v1.SavedSearchService.ListSavedSearches
   */
  'SavedSearchService.ListSavedSearches': {
    method: 'GET';
    isRead: true;
    path: '/talent/saved_searches';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'user';
    session: null;
    if_match: false;
    refusals: never;
    input: ListSavedSearchesRequest;
    output: ListSavedSearchesResponse;
  };
  /**
   * Saves a search. The same search is saved once: the answer is then the one that was saved before, as it is.
   *
   * @generated from rpc gatehouse.talent.v1.SavedSearchService.CreateSavedSearch
   */
  'SavedSearchService.CreateSavedSearch': {
    method: 'POST';
    isRead: false;
    path: '/talent/saved_searches';
    hasBody: true;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'user';
    session: null;
    if_match: false;
    refusals: 'saved_quota_reached';
    input: CreateSavedSearchRequest;
    output: SavedSearch;
  };
  /**
   * Changes how often new job posts are mailed. After `none`, only posts from then on are new.
   *
   * @generated from rpc gatehouse.talent.v1.SavedSearchService.UpdateSavedSearch
   */
  'SavedSearchService.UpdateSavedSearch': {
    method: 'PATCH';
    isRead: false;
    path: '/talent/saved_searches/{id}';
    hasBody: true;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'user';
    session: null;
    if_match: false;
    refusals: 'not_found';
    input: UpdateSavedSearchRequest;
    output: SavedSearch;
  };
  /**
   * Removes a saved search, and ends its mail.
   *
   * @generated from rpc gatehouse.talent.v1.SavedSearchService.DeleteSavedSearch
   */
  'SavedSearchService.DeleteSavedSearch': {
    method: 'DELETE';
    isRead: false;
    path: '/talent/saved_searches/{id}';
    hasBody: false;
    takesFile: false;
    answersFile: false;
    answersImage: false;
    rule: 'user';
    session: null;
    if_match: false;
    refusals: 'not_found';
    input: DeleteSavedSearchRequest;
    output: null;
  };
}

/** The id of an endpoint. */
export type EndpointId = keyof Endpoints;

/** The id of an endpoint that answers with no file and no image. */
export type JsonEndpointId = {
  [Id in EndpointId]: true extends Endpoints[Id]['answersFile' | 'answersImage'] ? never : Id;
}[EndpointId];

/** Method and path template of these endpoints below the API base path, and whether each takes a JSON body. */
export declare const endpoints: { readonly [Id in JsonEndpointId]: Readonly<Pick<Endpoints[Id], 'method' | 'path' | 'hasBody'>> };
