import { outboxRow } from '@gatehouse/mail';

/** Without names and links: the job can read no name, and knows no host. Made for each account: one states a time. */
export const makeMails = () =>
  JSON.stringify({
    deleted: outboxRow('account_deleted', {}, '').row,
    postponed: outboxRow('account_deletion_postponed', {}, '').row,
    company_closed: outboxRow('company_closed', {}, '').row,
  });
