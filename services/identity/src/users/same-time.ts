/** Milliseconds that work takes, longer than it needs, whether or not an address has an account. */
export const SAME_TIME_MILLIS = 150;
