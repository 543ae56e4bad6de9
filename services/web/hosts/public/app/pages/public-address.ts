import { addressOf, searchOf, textOf } from './jobs/search.ts';

/** The home page, the catalogue, a job and a company. A page that is added here must depend on its address and the API alone. */
const PATH = /^\/(?:jobs(?:\/[\w-]+)?|companies\/[\w-]+)?(?=\?|$)/;

/** What of its cursor each page reads. */
export const MAX_CURSOR_LENGTH = { catalogue: 1024, company: 512 } as const;

/**
 * The one address of a public page that all requests for the same content share: with the parameters that the page reads, in their
 * order, and ids in small letters. So no other parameter makes a page of its own (F8), and none of a client's is in what others get.
 * @param address path and query as received. @returns null: there is no such page.
 */
export function findPublicAddress(address: string): string | null {
  const path = PATH.exec(address)?.[0].toLowerCase();
  if (path === undefined) return null;
  const url = new URL(address, 'https://any.invalid');
  if (path === '/jobs') return withCursor(addressOf(searchOf(url)), url, MAX_CURSOR_LENGTH.catalogue);
  return path.startsWith('/companies/') ? withCursor(path, url, MAX_CURSOR_LENGTH.company) : path;
}

function withCursor(address: string, url: URL, maxLength: number): string {
  const cursor = textOf(url, 'cursor', maxLength);
  if (cursor === '') return address;
  return `${address}${address.includes('?') ? '&' : '?'}${new URLSearchParams({ cursor })}`;
}
