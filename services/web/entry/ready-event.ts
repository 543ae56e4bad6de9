/** Sent to the document when the page's scripts have taken over its forms and buttons. */
export const READY_EVENT = 'gatehouse:ready';
