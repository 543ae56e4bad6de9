/** What `make images` builds; see docs/images.md. */
export type ImageName = 'identity' | 'employer' | 'talent' | 'web' | 'migrations' | 'local-ingress';

/** The image of a part: `GATEHOUSE_IMAGE_PREFIX` (`gatehouse/`) and `GATEHOUSE_IMAGE_TAG` (`dev`) say which build. */
export function imageOf(name: ImageName): string {
  const prefix = process.env['GATEHOUSE_IMAGE_PREFIX'] ?? 'gatehouse/';
  return `${prefix}${name}:${process.env['GATEHOUSE_IMAGE_TAG'] ?? 'dev'}`;
}

/** The image of PostgreSQL: `POSTGRES_IMAGE`. */
export function postgresImage(): string {
  return process.env['POSTGRES_IMAGE'] ?? 'postgres:18';
}

/** The image of Redis: `REDIS_IMAGE`. */
export function redisImage(): string {
  return process.env['REDIS_IMAGE'] ?? 'redis:7';
}
