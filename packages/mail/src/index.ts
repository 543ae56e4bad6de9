export type { Audience, MailDefinition, MailLimit, Slot } from './define-mail.ts';
export { isReportedStage, MAILS, type MailKind, type ReportedStage } from './mails.ts';
export {
  dropWaitingMail,
  findTopicMail,
  isVerifiedAddress,
  type QueuedMail,
  queueMail,
  type TopicMail,
} from './queue-mail.ts';
