export {
  HAS_PROPOSED_INTERVIEW,
  INTERVIEWS,
  type InterviewRow,
  interviewCalendar,
  notifyOfInterview,
  presentInterview,
} from './interviews.ts';
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
