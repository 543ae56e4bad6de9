export type { MailDefinition, NotificationMail, ValuesOf } from './define-mail.ts';
export { isReportedStage, MAILS, type MailKind, REPORTED_STAGES } from './mails.ts';
export { newsSentence } from './news-sentence.ts';
export { outboxRow } from './outbox-row.ts';
export { previewMail } from './preview-mail.ts';
export { MAX_SENTENCES } from './render-mail.ts';
export { type UnsubscribeLinks, withUnsubscribeLinks } from './unsubscribe-links.ts';
