import { once } from 'node:events';
import type { RequestListener, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import escapeHtml from 'escape-html';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A mail as the mailbox shows it. */
export interface ReceivedMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** When it came, ISO 8601. */
  readonly at: string;
  /** The address that unsubscribes by one POST (RFC 8058); null: it has none. */
  readonly unsubscribe: string | null;
  /** The address that replies go to; null: that of the sender. */
  readonly replyTo: string | null;
}

/** A mail server that keeps what it gets in memory. */
export interface Mailbox {
  /** For `SMTP_URL`. */
  readonly url: string;
  /** Newest first. */
  readonly mails: readonly ReceivedMail[];
  /** Shows the mails: a page for people, JSON for `Accept: application/json`. */
  readonly listener: RequestListener;
  stop(): Promise<void>;
}

const MAX_MAILS = 200;

/** Where the mailbox is shown. */
export const MAILBOX_PATH = '/_dev/mail';

/**
 * Starts the mailbox of the local set-up.
 * @param port of SMTP; 0 for a free one.
 */
export async function startMailbox({ host = '127.0.0.1', port = 0 } = {}): Promise<Mailbox> {
  const mails: ReceivedMail[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    disableReverseLookup: true,
    closeTimeout: 1000,
    onData: (stream, session, done) => {
      const to = session.envelope.rcptTo.map(({ address }) => address).join(', ');
      receive(stream).then(
        (mail) => {
          mails.unshift({ ...mail, to, at: new Date().toISOString() });
          mails.length = Math.min(mails.length, MAX_MAILS);
          done();
        },
        (error: unknown) => done(error instanceof Error ? error : new Error('the mail could not be read')),
      );
    },
  });
  // A connection that broke: its sender sees that, and tries again.
  smtp.on('error', () => undefined);
  const server = smtp.listen(port, host);
  if (!server.listening) await once(server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mails,
    listener: (request, response) => {
      const wantsJson = request.headers.accept?.includes('application/json') === true;
      if (wantsJson) send(response, 'application/json', JSON.stringify(mails));
      else send(response, 'text/html', page(mails));
    },
    stop: () => new Promise((resolve) => smtp.close(() => resolve())),
  };
}

async function receive(stream: AsyncIterable<Buffer>): Promise<Omit<ReceivedMail, 'to' | 'at'>> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  const mail = await PostalMime.parse(Buffer.concat(chunks));
  return {
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    unsubscribe: oneClickOf(mail.headers),
    replyTo: mail.replyTo?.[0]?.address ?? null,
  };
}

function oneClickOf(headers: readonly { readonly key: string; readonly value: string }[]): string | null {
  const header = (name: string) => headers.find(({ key }) => key === name)?.value ?? '';
  if (header('list-unsubscribe-post') !== 'List-Unsubscribe=One-Click') return null;
  return /^<(https?:[^>]+)>$/.exec(header('list-unsubscribe'))?.[1] ?? null;
}

function send(response: ServerResponse, type: string, body: string): void {
  response.writeHead(200, {
    'Content-Type': `${type}; charset=utf-8`,
    'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  });
  response.end(body);
}

function page(mails: readonly ReceivedMail[]): string {
  const items = mails.map(
    ({ to, subject, text, at }) =>
      `<article><h2>${escapeHtml(subject)}</h2><p>to ${escapeHtml(to)}, <time>${at}</time></p><pre>${linked(text)}</pre></article>`,
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Local mailbox</title>
<style>body{font:1rem/1.5 system-ui;max-width:44rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}
article{border-top:1px solid;padding:.5rem 0}h2{font-size:1.1rem;margin:0}pre{white-space:pre-wrap;overflow-wrap:anywhere}</style>
<h1>Local mailbox</h1>${items.length === 0 ? '<p>No mail yet. Sign up, and reload.</p>' : items.join('')}`;
}

function linked(text: string): string {
  return escapeHtml(text).replaceAll(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`);
}
