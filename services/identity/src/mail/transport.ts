import type { Logger } from '@gatehouse/runtime';
import type { Transporter } from 'nodemailer';

/** A mail as the outbox keeps it. */
export interface OutboundMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Hands one mail over. @throws what the mail server says when it does not take it. */
export type MailTransport = (mail: OutboundMail) => Promise<void>;

const TIMEOUTS = { connectionTimeout: 5000, greetingTimeout: 5000, socketTimeout: 10_000 };

/** Sends by SMTP; null without `SMTP_URL`: mail then waits in the outbox, and the log says so. */
export function createMailTransport(
  { SMTP_URL, MAIL_FROM }: { SMTP_URL: string; MAIL_FROM: string },
  log: Logger,
): MailTransport | null {
  if (SMTP_URL === '') {
    log.warn('SMTP_URL is not set: mail waits in the outbox and nobody gets any');
    return null;
  }
  // Loaded for the first mail, for which nobody waits: the start, for which everybody waits, is shorter without it.
  const connect = async () => (await import('nodemailer')).createTransport({ url: SMTP_URL, ...TIMEOUTS });
  let transport: Promise<Transporter> | undefined;
  return async (mail) => {
    transport ??= connect();
    await (await transport).sendMail({ from: MAIL_FROM, ...mail });
  };
}
