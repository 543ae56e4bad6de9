import type { IncomingHttpHeaders } from 'node:http';
import type { Endpoint } from '@gatehouse/contract';
import { refuse } from '../refusal.ts';
import { csrfRefusal } from './csrf.ts';
import type { Origins } from './origins.ts';

/** @throws {Refusal} with a CSRF code when the request may come from a page of another origin (A3). */
export function requireAllowedOrigin(
  { method, system, isForMailClients }: Endpoint,
  headers: IncomingHttpHeaders,
  { allowed }: Origins,
): void {
  const code = csrfRefusal(
    {
      method,
      secFetchSite: headers['sec-fetch-site'] as string | undefined,
      origin: headers.origin,
      guard: headers['x-csrf-guard'] as string | undefined,
      isForMailClients,
    },
    allowed[system],
  );
  if (code !== null) refuse(code);
}
