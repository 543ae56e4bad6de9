import { shared } from './shared-server.ts';

/** Jest's global tear-down. */
export default async function globalTeardown(): Promise<void> {
  await shared.server?.stop();
}
