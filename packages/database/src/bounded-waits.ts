/**
 * `pg`'s settings for the connection of a job: an attempt to connect ends after 10 seconds, and a query fails about 70 seconds
 * after the server has vanished. No limit for a silent server: a migration may take hours.
 */
export const BOUNDED_WAITS = {
  connectionTimeoutMillis: 10_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 60_000,
} as const;
