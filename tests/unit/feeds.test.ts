import type { PublicJobPost } from '@gatehouse/contract/wire';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { atomFeed } from '#services/web/hosts/public/app/pages/atom-feed.ts';
import { readFeed } from '#support/read-feed.ts';

const ORIGIN = 'https://gatehouse.test';

const POST: PublicJobPost = {
  id: '0190a000-0000-7000-8000-000000000001',
  title: 'Keeper',
  description: 'Keeps.',
  location: 'Porto',
  kind: 'full_time',
  published_at: '2026-11-01T10:00:00Z',
  updated_at: '2026-11-02T10:00:00.123Z',
  company: { id: '0190a000-0000-7000-8000-000000000002', name: 'Sluice & Co' },
} as PublicJobPost;

const feedOf = (posts: readonly PublicJobPost[], path = '/jobs/feed.xml', title = 'Jobs') =>
  atomFeed({ title, origin: ORIGIN, feed: path, page: '/jobs', posts }).xml;

/** What an XML document can have of a text; its line ends are read as one character. */
const shown = (text: string) =>
  text
    .replaceAll(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .trim();

describe('a feed as feedsmith reads it', () => {
  test('has id, title, time and links, and each entry its own, with an author', () => {
    const path = '/jobs/feed.xml?query=a&kind=full_time';
    expect(readFeed(feedOf([POST], path))).toEqual({
      id: `${ORIGIN}${path}`,
      title: 'Jobs',
      updated: new Date('2026-11-02T10:00:00.123Z'),
      self: `${ORIGIN}${path}`,
      alternate: `${ORIGIN}/jobs`,
      entries: [
        {
          id: `${ORIGIN}/jobs/${POST.id}`,
          title: 'Keeper',
          updated: new Date('2026-11-02T10:00:00.123Z'),
          published: new Date('2026-11-01T10:00:00Z'),
          author: 'Sluice & Co',
          alternate: `${ORIGIN}/jobs/${POST.id}`,
          summary: 'Sluice & Co · Porto · Full-time',
          content: 'Keeps.',
        },
      ],
    });
    expect(readFeed(feedOf([])).entries).toEqual([]);
  });

  test('G7: no text of a user is more than text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', minLength: 1, maxLength: 100 }),
        fc.string({
          unit: fc.constantFrom('<', '>', '&', '"', "'", ']]>', '<!--', '&amp;', '&#60;', 'a'),
          maxLength: 50,
        }),
        (title, name) => {
          const company = { ...POST.company, name: `Co ${name}` };
          const { entries } = readFeed(feedOf([{ ...POST, title: `T ${title}`, company }]));
          expect(entries.map((entry) => [shown(entry.title), shown(entry.author)])).toEqual([
            [shown(`T ${title}`), shown(`Co ${name}`)],
          ]);
        },
      ),
      { numRuns: 300 },
    );
  });

  test('the reader rejects what feed readers reject', () => {
    const text = feedOf([POST]);
    for (const broken of [
      text.replace('</feed>', ''),
      text.replace('Keeper', 'Keeper & Co'),
      text.replace('Keeper', 'Keeper\u0001'),
      text.replace(/<id>[^<]*<\/id>/, ''),
      text.replace(/<entry><id>[^<]*<\/id>/, '<entry>'),
      text.replace(/<author>.*<\/author>/, ''),
      text.replace('2026-11-01T10:00:00Z', '1 November 2026'),
      text.replace(/(<entry>.*<\/entry>)/s, '$1$1'),
      text.replace(`<entry><id>${ORIGIN}`, '<entry><id>'),
    ]) {
      expect(broken).not.toBe(text);
      expect(() => readFeed(broken)).toThrow();
    }
  });
});
