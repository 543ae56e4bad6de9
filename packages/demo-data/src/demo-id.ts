import { createHash } from 'node:crypto';

/** A UUIDv7 of the moment whose random part comes from the name: the same for the same two, in every run. */
export function demoId(name: string, atMillis: number): string {
  const time = atMillis.toString(16).padStart(12, '0');
  const rest = createHash('sha256').update(name).digest('hex');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${rest.slice(0, 3)}-8${rest.slice(3, 6)}-${rest.slice(6, 18)}`;
}
