import { outboxRow } from '@gatehouse/mail';

/**
 * The mails about a deletion or a closing as JSON, for the functions that queue them. Without names and links: the job can read no
 * name, and knows no host. Made for each account and company: one states a time.
 */
export const makeMails = () =>
  JSON.stringify({
    deleted: outboxRow('account_deleted', {}, '').row,
    postponed: outboxRow('account_deletion_postponed', {}, '').row,
    company_closed: outboxRow('company_closed', {}, '').row,
  });
