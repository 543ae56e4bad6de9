import type { Logger } from '@gatehouse/runtime';
import type { Transporter } from 'nodemailer';

/** A mail as the outbox stores it. */
export interface OutboundMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Further headers. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends one mail. @throws when the mail server does not accept it. */
export type MailTransport = (mail: OutboundMail) => Promise<void>;

const TIMEOUTS = { connectionTimeout: 5000, greetingTimeout: 5000, socketTimeout: 10_000 };

/** Sends by SMTP; null without `SMTP_URL`: mail waits in the outbox, with a warning in the log. */
export function createMailTransport(
  { SMTP_URL, MAIL_FROM, CONTACT_EMAIL }: { SMTP_URL: string; MAIL_FROM: string; CONTACT_EMAIL: string },
  log: Logger,
): MailTransport | null {
  if (SMTP_URL === '') {
    log.warn('SMTP_URL is not set: mail waits in the outbox and is not sent');
    return null;
  }
  // Imported for the first mail, so that the process starts sooner.
  const connect = async () => (await import('nodemailer')).createTransport({ url: SMTP_URL, ...TIMEOUTS });
  let transport: Promise<Transporter> | undefined;
  return async (mail) => {
    transport ??= connect();
    await (await transport).sendMail({
      from: MAIL_FROM,
      replyTo: CONTACT_EMAIL,
      ...mail,
      headers: { ...mail.headers },
    });
  };
}
