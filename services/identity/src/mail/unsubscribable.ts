import {
  MAILS,
  type MailDefinition,
  type NotificationMail,
  type UnsubscribeLinks,
  withUnsubscribeLinks,
} from '@gatehouse/mail';
import type { ClaimedMail } from './outbox.ts';
import type { OutboundMail } from './transport.ts';

/** Makes the links of a mail to a user. */
export type MakeUnsubscribeLinks = (userId: string, notification: NotificationMail) => UnsubscribeLinks;

/**
 * Whether its recipient has stopped a mail since it was queued, or before. A mail that its change has queued yields to the
 * digest; a report was composed as its user had chosen, and what it has is in no later digest.
 */
export function isUnwanted({ kind, choice }: Pick<ClaimedMail, 'kind' | 'choice'>): boolean {
  if (choice === null || choice === 'at_once') return false;
  const { isReport }: Pick<MailDefinition, 'isReport'> = MAILS[kind];
  return choice === 'never' || isReport !== true;
}

/** The mail as it is sent. The outbox has no links that unsubscribe: they are made for the moment of sending. */
export function withLinks(
  { to, subject, text, html, notification, recipient_id }: ClaimedMail,
  linksOf: MakeUnsubscribeLinks,
): OutboundMail {
  const mail = { to, subject, text, html };
  if (notification === null || recipient_id === null) return mail;
  return withUnsubscribeLinks(mail, linksOf(recipient_id, notification));
}
