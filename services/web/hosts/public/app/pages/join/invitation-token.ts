import { keptToken } from '#journey/kept-token.ts';

/** The token of the invitation that this tab has opened. */
export const invitationToken = keptToken('gatehouse-invitation');
