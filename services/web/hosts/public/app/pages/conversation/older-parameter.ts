/** The parameter of a page's address with the cursor of older messages. */
export const OLDER_PARAMETER = 'messages';
