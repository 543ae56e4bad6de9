export type { MailDefinition, ValuesOf } from './define-mail.ts';
export { isReportedStage, MAILS, type MailKind } from './mails.ts';
export { renderMail } from './render-mail.ts';
