export { mailboxConfiguration } from './configuration.ts';
export { localOnly } from './local-only.ts';
export { type Mailbox, type ReceivedMail, startMailbox } from './mailbox.ts';
export { withMailbox } from './with-mailbox.ts';
