import { XMLValidator } from 'fast-xml-parser';
import { parseAtomFeed } from 'feedsmith';

/** A feed as the library of a feed reader reads it. */
export interface ReadFeed {
  readonly id: string;
  readonly title: string;
  readonly updated: Date;
  readonly self: string;
  readonly alternate: string;
  readonly entries: readonly ReadEntry[];
}

interface ReadEntry {
  readonly id: string;
  readonly title: string;
  readonly updated: Date;
  readonly published: Date;
  readonly author: string;
  readonly alternate: string;
  readonly summary: string;
  readonly content: string;
}

type Link = { readonly href?: string; readonly rel?: string };

/** RFC 3339, with the upper-case letters that RFC 4287 asks for. */
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;

/** Code points that no XML 1.0 document has. */
const NO_XML = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u;

/**
 * Reads a feed with feedsmith. @throws {Error} if it breaks a rule of XML or of RFC 4287 that feedsmith forgives: what each feed and
 * each entry has, ids that are addresses and differ, times.
 */
export function readFeed(text: string): ReadFeed {
  const validity = XMLValidator.validate(text);
  if (validity !== true) throw new Error(`not well-formed: ${validity.err.msg} in line ${validity.err.line}`);
  if (NO_XML.test(text)) throw new Error('a character that XML does not allow');
  const { id, title, updated, links, entries = [] } = parseAtomFeed(text);
  const read = entries.map((entry) => ({
    id: addressOf(entry.id),
    title: required(entry.title?.value, 'the title of an entry'),
    updated: momentOf(entry.updated),
    published: momentOf(entry.published),
    author: required(entry.authors?.[0]?.name, 'the author of an entry'),
    alternate: addressOf(linkOf(entry.links, 'alternate')),
    summary: entry.summary?.value ?? '',
    content: entry.content?.value ?? '',
  }));
  if (new Set(read.map((entry) => entry.id)).size !== read.length) throw new Error('two entries have one id');
  return {
    id: addressOf(id),
    title: required(title?.value, 'the title'),
    updated: momentOf(updated),
    self: addressOf(linkOf(links, 'self')),
    alternate: addressOf(linkOf(links, 'alternate')),
    entries: read,
  };
}

function required(value: string | undefined, what: string): string {
  if (value === undefined || value === '') throw new Error(`${what} is missing`);
  return value;
}

function addressOf(value: string | undefined): string {
  const address = required(value, 'an id or address');
  if (!URL.canParse(address)) throw new Error(`not an absolute address: ${address}`);
  return address;
}

function momentOf(value: string | undefined): Date {
  const moment = required(value, 'a time');
  if (!MOMENT.test(moment)) throw new Error(`not a time of RFC 3339: ${moment}`);
  return new Date(moment);
}

function linkOf(links: readonly Link[] | undefined, rel: string): string | undefined {
  const found = (links ?? []).filter((link) => link.rel === rel);
  if (found.length > 1) throw new Error(`two links of ${rel}`);
  return found[0]?.href;
}
