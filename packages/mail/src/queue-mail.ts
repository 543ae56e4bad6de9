import { type Queryable, statement } from '@gatehouse/boundary';

/** A mail to one person. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  /** Paragraphs of plain text; the HTML is made from them. A line that is a URL becomes a link. */
  readonly paragraphs: readonly string[];
}

const ADD_MAIL = statement<object>(
  'add_mail',
  'insert into identity.mail_outbox (to_address, subject, text_body, html_body) values ($1, $2, $3, $4)',
);

/** Puts a mail into the outbox, in the caller's transaction: it is sent after the commit, or never promised. */
export async function queueMail(tx: Queryable, { to, subject, paragraphs }: Mail): Promise<void> {
  const text = paragraphs.join('\n\n');
  const html = paragraphs.map((paragraph) => `<p>${htmlOf(paragraph)}</p>`).join('\n');
  await tx.query(ADD_MAIL, [to, subject, `${text}\n`, html]);
}

function htmlOf(paragraph: string): string {
  const escaped = escapeHtml(paragraph);
  return /^https?:\/\/\S+$/.test(paragraph) ? `<a href="${escaped}">${escaped}</a>` : escaped;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
