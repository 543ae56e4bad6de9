import type { RequestListener } from 'node:http';
import { MAILBOX_PATH, type Mailbox } from './mailbox.ts';

/** The ingress with the mailbox's page in front, at `/_dev/mail`. */
export function withMailbox(mailbox: Pick<Mailbox, 'listener'>, ingress: RequestListener): RequestListener {
  return (request, response) => {
    const isMailbox = request.url?.split('?', 1)[0] === MAILBOX_PATH;
    if (isMailbox) mailbox.listener(request, response);
    else ingress(request, response);
  };
}
