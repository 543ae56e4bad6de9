import { createHash } from 'node:crypto';
import { placeName } from '@gatehouse/contract/country-name';
import type { PublicJobPost } from '@gatehouse/contract/wire';
import escapeHtml from 'escape-html';
import { KIND_LABELS, REMOTE_MODE_LABELS } from '#design/labels.ts';
import { formatPay } from '#design/pay.ts';
import { plainText } from '#rich-text/plain-text.ts';

/** Job posts in a feed. */
export const FEED_SIZE = 50;

/** An Atom feed. */
export interface AtomFeed {
  readonly xml: string;
  readonly etag: string;
}

/** Allowed in no XML document, escaped or not. */
const NO_XML = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

const xmlOf = (text: string) => escapeHtml(text.replaceAll(NO_XML, ''));

/** Job posts as an Atom feed (RFC 4287), with the beginnings of their descriptions. */
export function atomFeed({
  title,
  origin,
  feed,
  page,
  posts,
}: {
  title: string;
  /** Scheme and host of this site. */
  origin: string;
  /** Path and query of the feed: its id, without what a link has added. */
  feed: string;
  /** Path and query of the page that shows the same posts. */
  page: string;
  posts: readonly PublicJobPost[];
}): AtomFeed {
  const self = origin + feed;
  const updated = posts.map(lastChangeOf).toSorted().at(-1);
  const xml = [
    '<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">',
    `<id>${xmlOf(self)}</id><title>${xmlOf(title)}</title>`,
    `<link rel="self" href="${xmlOf(self)}"/><link rel="alternate" type="text/html" href="${xmlOf(origin + page)}"/>`,
    `<updated>${updated ?? NEVER}</updated>`,
    ...posts.map((post) => entryOf(post, origin)),
    '</feed>\n',
  ].join('\n');
  // Weak: a compressed response has it too.
  return { xml, etag: `W/"${createHash('sha256').update(xml).digest('base64url')}"` };
}

/** In answers of the release before, the publication is all that is known. */
export function lastChangeOf({
  updated_at,
  published_at,
}: Pick<PublicJobPost, 'updated_at' | 'published_at'>): string {
  return updated_at ?? published_at;
}

/** Of a feed without posts: the standard asks for a time, and none was changed. */
const NEVER = '1970-01-01T00:00:00Z';

function entryOf(post: PublicJobPost, origin: string) {
  const { id, title, description, kind, published_at, company, terms } = post;
  const address = `${origin}/jobs/${id}`;
  const mode = terms?.remote_mode === undefined ? '' : REMOTE_MODE_LABELS[terms.remote_mode];
  const all = [company.name, placeName(post), KIND_LABELS[kind], mode, formatPay(terms?.pay)];
  const facts = all.filter((fact) => fact !== '').join(' · ');
  return [
    `<entry><id>${address}</id><title>${xmlOf(title)}</title><link rel="alternate" type="text/html" href="${address}"/>`,
    `<published>${published_at}</published><updated>${lastChangeOf(post)}</updated>`,
    `<author><name>${xmlOf(company.name)}</name><uri>${origin}/companies/${company.id}</uri></author>`,
    `<summary>${xmlOf(facts)}</summary><content type="text">${xmlOf(plainText(description))}</content></entry>`,
  ].join('');
}
