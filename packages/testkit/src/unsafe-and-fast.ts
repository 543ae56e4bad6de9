/** PostgreSQL settings for tests: nothing there has to survive a crash of the machine. */
export const UNSAFE_AND_FAST = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '400',
};

/** The same as the command of a container. */
export function unsafeAndFastCommand(): string[] {
  return [
    'postgres',
    ...Object.entries(UNSAFE_AND_FAST).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
}
