import type { RequestListener } from 'node:http';
import { localOnly } from './local-only.ts';
import { MAILBOX_PATH, type Mailbox } from './mailbox.ts';

/** The mailbox's page at `/_dev/mail` of these hosts, in front of everything else. */
export function withMailbox(
  mailbox: Pick<Mailbox, 'listener'>,
  hosts: readonly string[],
  others: RequestListener,
): RequestListener {
  const page = localOnly(hosts, mailbox.listener);
  return (request, response) => {
    const isMailbox = request.url?.split('?', 1)[0] === MAILBOX_PATH;
    if (isMailbox) page(request, response);
    else others(request, response);
  };
}
