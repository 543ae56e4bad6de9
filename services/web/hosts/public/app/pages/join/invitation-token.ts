import { keptToken } from '#journey/kept-token.ts';

/** The page that the link of an invitation opens. */
export const INVITATION_PATH = '/join';

/** The token of the invitation that this tab has opened. */
export const invitationToken = keptToken('gatehouse-invitation');
