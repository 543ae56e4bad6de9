import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import { htmlOf } from '#services/web/rich-text/html.ts';
import { parseRichText } from '#services/web/rich-text/parse.ts';
import { RichText } from '#services/web/rich-text/rich-text.ts';
import { HOSTILE_ADDRESSES, HOSTILE_MARKUP, PUBLISHED_MARKUP } from '#support/hostile-markup.ts';

/** Every tag that a text may have, with all its attributes. React and `htmlOf` escape `<`, `>` and `"` in all others. */
const RENDERED =
  /^(?:<\/?(?:strong|em)>|<li>|<(?:p|h2|h3|ul) dir="auto">|<ol dir="auto" start="\d{1,3}">|<a href="(?:https?:\/\/[^"<>/?#\s]|mailto:[^"<>\s])[^"<>\s]*" rel="nofollow ugc noopener">|<\/(?:p|h2|h3|ul|ol|li|a)>)$/;
const OUTSIDE = /^(?:<\/?(?:p|h2|h3|ul|li|strong|em)>|<br>|<ol(?: start="\d{1,3}")?>|<\/ol>)$/;

/** Controls, spaces, line and paragraph separators, and format characters, which browsers drop or do not show. */
const INVISIBLE = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).filter(
  (character) => /[\p{Cc}\p{Cf}\p{Z}]/u.test(character),
);

const tagsOf = (html: string): readonly string[] => html.match(/<[^>]*>?/g) ?? [];

const rendered = (text: string) => renderToStaticMarkup(RichText({ blocks: parseRichText(text) }));

/** The text between the tags. */
function shownText(html: string): string {
  const entities: Readonly<Record<string, string>> = {
    '&lt;': '<',
    '&gt;': '>',
    '&quot;': '"',
    '&#x27;': "'",
    '&amp;': '&',
  };
  return html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(?:lt|gt|quot|#x27|amp);/g, (entity) => entities[entity] ?? '');
}

/** Without white space, and without NUL, which is shown as U+FFFD. */
const letters = (text: string) => text.replaceAll('\0', '\u{fffd}').replaceAll(/[\s\u{fffd}]+/gu, '');

describe('hostile markup', () => {
  test('is a corpus of many kinds', () => {
    expect(new Set(HOSTILE_MARKUP).size).toBe(HOSTILE_MARKUP.length);
    expect(HOSTILE_MARKUP.length).toBeGreaterThan(700);
    expect(PUBLISHED_MARKUP.length).toBe(314);
  });

  test.each([...HOSTILE_MARKUP, ...PUBLISHED_MARKUP].map((text) => [text]))(
    'has only elements and addresses that are allowed: %j',
    (text) => {
      expect(tagsOf(rendered(text)).filter((tag) => !RENDERED.test(tag))).toEqual([]);
      expect(tagsOf(htmlOf(parseRichText(text))).filter((tag) => !OUTSIDE.test(tag))).toEqual([]);
    },
  );

  test('is shown as it was typed, where it has no marks', () => {
    const plain = HOSTILE_MARKUP.filter((text) => !/[*_\\[]|^#|^\s*(?:-|\d+[.)])\s/m.test(text));
    expect(plain.length).toBeGreaterThan(120);
    for (const text of plain) expect(letters(shownText(rendered(text)))).toBe(letters(text));
  });

  test.each(HOSTILE_ADDRESSES.map((address) => [address]))('no link leads to %j', (address) => {
    for (const link of [`[a](${address})`, `[a](<${address}>)`, `[a](${address} "b")`]) {
      expect(rendered(link)).not.toContain('<a ');
    }
  });

  test('no invisible character at any place in it makes an address of a script one of a link', () => {
    const address = 'javascript:alert(1)';
    expect(INVISIBLE.length).toBeGreaterThan(100);
    for (const character of INVISIBLE) {
      for (let at = 0; at <= address.length; at += 1) {
        const hidden = `${address.slice(0, at)}${character}${address.slice(at)}`;
        const found = [`[a](${hidden})`, `[a](<${hidden}>)`, `<${hidden}>`].filter((link) =>
          rendered(link).includes('<a '),
        );
        expect(found).toEqual([]);
      }
    }
  });

  test('pieces of several texts, put together at any place, are text, too', () => {
    const piece = fc
      .tuple(fc.constantFrom(...HOSTILE_MARKUP), fc.nat({ max: 120 }), fc.nat({ max: 120 }))
      .map(([text, start, length]) => text.slice(start, start + length));
    fc.assert(
      fc.property(fc.array(piece, { minLength: 2, maxLength: 6 }), (pieces) => {
        const text = pieces.join('');
        expect(tagsOf(rendered(text)).filter((tag) => !RENDERED.test(tag))).toEqual([]);
        expect(tagsOf(htmlOf(parseRichText(text))).filter((tag) => !OUTSIDE.test(tag))).toEqual([]);
      }),
      { numRuns: 3000 },
    );
  });

  test('all at once is text, too', () => {
    for (const separator of ['\n\n', '\n', ' ']) {
      const html = rendered(HOSTILE_MARKUP.join(separator));
      expect(tagsOf(html).filter((tag) => !RENDERED.test(tag))).toEqual([]);
    }
  });
});
