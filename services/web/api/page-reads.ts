import type { Endpoints, JsonEndpointId } from '@gatehouse/contract/wire';
import type { ClientLoaderFunctionArgs } from 'react-router';
import type { ApiAnswer } from './api-answer.ts';
import { type ReadableId, requestOf } from './endpoint-request.ts';
import { loadPage, readForPage } from './load-page.ts';

/** The address of a page, as its reads depend on it. */
export type PageAddress = Pick<ClientLoaderFunctionArgs, 'url' | 'params'>;

/** A read of the API. */
export interface PageRead<Id extends JsonEndpointId = JsonEndpointId> {
  readonly id: Id;
  readonly input: Endpoints[Id]['input'];
  /** Whether the page also works without it: a refusal is then no sign that the session has changed. */
  readonly isOptional: boolean;
}

/** The reads of a page by their names; null: this address does not need it. */
export type PageReads = Readonly<Record<string, PageRead | null>>;

/**
 * The `handle` of a page with a browser loader. From its reads, the document and the prefetch of a link send them ahead,
 * and the loader asks for them: one declaration, so that all three name the same paths.
 */
export type PageHandle =
  | { readonly reads: (address: PageAddress) => PageReads }
  /** Why nothing can be read before the loader runs. */
  | { readonly readsNothingAhead: string };

/** Declares a read. */
export function read<Id extends ReadableId>(id: Id, input: Endpoints[Id]['input']): PageRead<Id> {
  return { id, input, isOptional: false };
}

/** Declares a read that the API may refuse to some users of the page. */
export function optionalRead<Id extends ReadableId>(id: Id, input: Endpoints[Id]['input']): PageRead<Id> {
  return { id, input, isOptional: true };
}

type AnswerOf<Read> = Read extends PageRead<infer Id> ? ApiAnswer<Endpoints[Id]['output']> : null;

/** The answers to a page's reads by their names; null for a read that this address does not need. */
export type AnswersTo<Reads extends PageReads> = { readonly [Name in keyof Reads]: AnswerOf<Reads[Name]> };

/** Reads what a page declares, in its browser loader. */
export async function loadReads<Reads extends PageReads>(
  handle: { readonly reads: (address: PageAddress) => Reads },
  { url, params, request }: ClientLoaderFunctionArgs,
): Promise<AnswersTo<Reads>> {
  const answers = Object.entries(handle.reads({ url, params })).map(async ([name, declared]) => {
    if (declared === null) return [name, null] as const;
    const { id, input, isOptional } = declared;
    return [name, await (isOptional ? readForPage : loadPage)(id, input, request)] as const;
  });
  return Object.fromEntries(await Promise.all(answers)) as AnswersTo<Reads>;
}

/** The paths of a page's reads, below the API's base; none for any other `handle`. */
export function readPathsOf(handle: unknown, address: PageAddress): readonly string[] {
  if (typeof handle !== 'object' || handle === null || !('reads' in handle)) return [];
  const { reads } = handle as Extract<PageHandle, { reads: unknown }>;
  return Object.values(reads(address)).flatMap((declared) =>
    declared === null ? [] : [requestOf(declared.id, declared.input).path],
  );
}
