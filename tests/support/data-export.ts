/** What the account page says of a requested export: that it is being made, or, where that took no longer than the answer, that it is ready. */
export const EXPORT_REQUESTED = /You will get an email when the file is ready|Your file is ready/;
