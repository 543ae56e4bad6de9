export type { MailDefinition, ValuesOf } from './define-mail.ts';
export { isReportedStage, MAILS, type MailKind, REPORTED_STAGES } from './mails.ts';
export { outboxRow } from './outbox-row.ts';
export { previewMail } from './preview-mail.ts';
export { renderMail } from './render-mail.ts';
