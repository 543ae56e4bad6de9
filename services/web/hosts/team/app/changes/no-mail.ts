/** What decisions about a disabled company say: a mail about them would be dropped. */
export const NO_MAIL_WHILE_DISABLED = 'No email is sent while the company is disabled.';
