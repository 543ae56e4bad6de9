import type { MailDefinition, MailLimit, NotificationMail } from './define-mail.ts';
import { MAILS, type MailKind } from './mails.ts';
import { renderMail } from './render-mail.ts';

const PRIORITIES = { security: 0, ordinary: 1 } as const;

/** A mail as `identity.queue_mail` takes it, without its recipient. */
interface OutboxRow {
  readonly kind: MailKind;
  readonly audience: MailDefinition['audience'];
  readonly priority: 0 | 1;
  readonly delay_seconds: number;
  readonly notification_kind: NotificationMail | null;
  readonly subject: string;
  readonly text_body: string;
  readonly html_body: string;
}

/**
 * Renders a mail as a row of the outbox, with the limits of its kind. Its times count from now: it is queued at once.
 * @param origin scheme and host of its links.
 * @throws {Error} as `renderMail`.
 */
export function outboxRow(
  kind: MailKind,
  values: Readonly<Record<string, string>>,
  origin: string,
): { readonly row: OutboxRow; readonly limits: readonly MailLimit[] } {
  const definition = MAILS[kind] as unknown as MailDefinition;
  const { subject, text, html } = renderMail(definition, values, origin, new Date());
  const row = {
    kind,
    audience: definition.audience,
    priority: PRIORITIES[definition.priority],
    delay_seconds: definition.delaySeconds ?? 0,
    notification_kind: definition.notification ?? null,
    subject,
    text_body: text,
    html_body: html,
  };
  return { row, limits: definition.limits };
}
