import type { IncomingHttpHeaders } from 'node:http';
import type { Endpoint } from '@gatehouse/contract';
import { refuse } from '../refusal.ts';

/**
 * A write that two callers may send at the same time names the version that it changes (G9). The transaction compares it.
 * @throws {Refusal} precondition_required.
 */
export function requirePrecondition({ if_match }: Endpoint, headers: IncomingHttpHeaders): void {
  if (!if_match || headers['if-match'] !== undefined) return;
  refuse('precondition_required', {
    detail:
      'Reload the page and try again. A client of the API sends the etag of the version that it changes as If-Match.',
  });
}
