/** Which links of mails have a token that a page keeps, by their keys. It is of use for one account alone: a change of account keeps it. */
export const LINK_TOKENS = ['gatehouse-invitation', 'gatehouse-email-change'] as const;
