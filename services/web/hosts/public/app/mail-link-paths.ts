/** The page that the link of an invitation opens. */
export const INVITATION_PATH = '/join';

/** The page that the link to a new email address opens. */
export const EMAIL_CHANGE_PATH = '/confirm-email-change';
