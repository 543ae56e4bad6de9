export { ofEverySecondRow } from './every-second-row.ts';
export {
  HAS_PROPOSED_INTERVIEW,
  INTERVIEW_EVENTS,
  INTERVIEWS,
  type InterviewRow,
  interviewCalendar,
  NEXT_INTERVIEW_AT,
  notifyOfInterview,
  presentInterview,
} from './interviews.ts';
export { ACCEPTABLE_INVITATIONS, isOpenInvitation, withdrawInvitations } from './invitations.ts';
export {
  hasUnreadMessages,
  type MessageRow,
  markMessagesRead,
  presentMessage,
  selectMessages,
  sendMessage,
  undoMessage,
  type Writer,
} from './messages.ts';
export { IS_KNOWN, IS_OPEN_COMPANY, IS_VISIBLE } from './visible-job-posts.ts';
