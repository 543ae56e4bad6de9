import { keptToken } from '#journey/kept-token.ts';

/** The token of the pending change whose link this tab has opened. */
export const emailChangeToken = keptToken('gatehouse-email-change');
