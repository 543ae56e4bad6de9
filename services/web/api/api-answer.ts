import type { EditConflict, FieldError, RefusalCode } from '@gatehouse/contract/wire';

/** Why the API has refused a call. */
export interface ApiRefusal {
  /** The HTTP status; 0 when the API could not be reached. */
  readonly status: number;
  /** The contract's code; null for an answer that is not the API's own. */
  readonly code: RefusalCode | null;
  readonly title: string;
  readonly detail: string;
  readonly traceId: string | null;
  readonly errors: readonly FieldError[];
  /** What the resource is now, for `edit_conflict` (G9). */
  readonly conflict?: EditConflict | undefined;
}

/** The outcome of a call. A refusal is a value, not an exception: the caller never navigates for it (E2). */
export type ApiAnswer<T> =
  | { readonly ok: true; readonly data: T }
  | { readonly ok: false; readonly refusal: ApiRefusal };

/** A refusal that the web tier makes itself, without an answer of the API. */
export function ownRefusal(status: number, title: string, detail: string): ApiRefusal {
  return { status, code: null, title, detail, traceId: null, errors: [] };
}

/** No answer, of the API or of the web tier. */
export const UNREACHABLE = ownRefusal(
  0,
  'Gatehouse cannot be reached',
  'The connection failed or took too long.',
);

/** The parts of a `Response` that are read. */
export interface HttpAnswer {
  /** 200 to 299. */
  readonly ok: boolean;
  readonly status: number;
  readonly text: () => string | Promise<string>;
  readonly headers?: { get(name: string): string | null };
}

/** Sends a request and reads its answer. @throws {AbortError} for an aborted navigation, and nothing else. */
export async function readAnswer<T>(send: () => Promise<HttpAnswer>): Promise<ApiAnswer<T>> {
  try {
    const response = await send();
    const text = await response.text();
    const body: unknown = text === '' ? null : JSON.parse(text);
    return response.ok ? { ok: true, data: body as T } : { ok: false, refusal: refusalOf(response, body) };
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError') throw error;
    return { ok: false, refusal: UNREACHABLE };
  }
}

function refusalOf({ status, headers }: HttpAnswer, body: unknown): ApiRefusal {
  const problem = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  const text = (name: string) => (typeof problem[name] === 'string' ? problem[name] : null);
  const title = text('title');
  const detail = text('detail');
  // A detail that only repeats the title says neither why nor when.
  const wait = status === 429 && detail === title ? waitOf(headers?.get('Retry-After')) : null;
  return {
    status,
    code: text('code') as RefusalCode | null,
    title: title ?? 'Something went wrong',
    detail: wait ?? detail ?? 'The response could not be read.',
    traceId: text('trace_id'),
    errors: Array.isArray(problem['errors']) ? (problem['errors'] as FieldError[]) : [],
    conflict: problem['conflict'] as EditConflict | undefined,
  };
}

/** When the caller may try again, by `Retry-After` in seconds (U22); null: it does not say. */
function waitOf(retryAfter: string | null | undefined): string | null {
  const seconds = Number(retryAfter ?? '');
  if (!(seconds > 0)) return null;
  const minutes = Math.ceil(seconds / 60);
  if (minutes === 1) return 'Try again in a minute.';
  return minutes < 60 ? `Try again in ${minutes} minutes.` : waitInHours(Math.ceil(minutes / 60));
}

function waitInHours(hours: number): string {
  return hours === 1 ? 'Try again in an hour.' : `Try again in ${hours} hours.`;
}

/** Whether a refusal reports that the caller's facts have changed, so that route data is reloaded (E1, R5). */
export function saysFactsChanged({ status, code }: ApiRefusal): boolean {
  return status === 401 || (status === 403 && code !== null && !code.startsWith('csrf_'));
}

/** Whether a refusal says nothing about what was asked for: the API cannot answer at the moment. */
export function isOutage({ status }: Pick<ApiRefusal, 'status'>): boolean {
  return status === 0 || status >= 500 || status === 429;
}
