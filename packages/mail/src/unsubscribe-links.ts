import escapeHtml from 'escape-html';

/** Where the recipient of a mail stops further ones. */
export interface UnsubscribeLinks {
  /** For mail clients, by one POST (RFC 8058). */
  readonly oneClick: string;
  /** The page that asks for a confirmation. */
  readonly page: string;
  /** The page with the settings of all kinds. */
  readonly settings: string;
}

/** A rendered mail with these links below its text, and the headers for mail clients. */
export function withUnsubscribeLinks<Mail extends { readonly text: string; readonly html: string }>(
  mail: Mail,
  { oneClick, page, settings }: UnsubscribeLinks,
): Mail & { readonly headers: Readonly<Record<string, string>> } {
  const link = (href: string, text: string) => `<a href="${escapeHtml(href)}">${text}</a>`;
  return {
    ...mail,
    text: `${mail.text}\n-- \nStop these emails: ${page}\nChoose your emails: ${settings}\n`,
    html: `${mail.html}\n<p>${link(page, 'Stop these emails')}<br>${link(settings, 'Choose your emails')}</p>`,
    headers: { 'List-Unsubscribe': `<${oneClick}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  };
}
