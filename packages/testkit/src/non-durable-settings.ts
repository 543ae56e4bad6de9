/** PostgreSQL settings for tests, whose data need not survive a crash of the machine. They ask in which order it was committed. */
export const NON_DURABLE_SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '400',
  track_commit_timestamp: 'on',
};

/** The same settings as the command of a container. */
export function nonDurableCommand(): string[] {
  return [
    'postgres',
    ...Object.entries(NON_DURABLE_SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
}
