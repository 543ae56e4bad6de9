import { ensureWebBuild } from '@gatehouse/local-system';
import { announcedServer } from './announced-server.ts';
import { inTurn } from './in-turn.ts';

/** Builds the web tier where its sources are newer than its build; test files that need it at once build it once. */
export async function buildWeb(): Promise<void> {
  await inTurn(announcedServer().url, 'gatehouse web build', () => ensureWebBuild());
}
