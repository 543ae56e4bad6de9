import type { ApiService } from '@gatehouse/contract';

/** What `make images` builds; see docs/images.md. */
export type ImageName = ApiService | 'web' | 'migrations' | 'demo-data' | 'mailbox';

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

/** The image of nginx, which is the ingress: `NGINX_IMAGE`. */
export function nginxImage(): string {
  return process.env['NGINX_IMAGE'] ?? 'nginx:1.28';
}
