import { keptToken } from '#journey/kept-token.ts';

/** The page that the link to a new email address opens. */
export const EMAIL_CHANGE_PATH = '/confirm-email-change';

/** The token of the pending change whose link this tab has opened. */
export const emailChangeToken = keptToken('gatehouse-email-change');
