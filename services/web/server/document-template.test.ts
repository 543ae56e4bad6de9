import { describe, expect, test } from '@jest/globals';
import { DocumentTemplate, makePlaceholders } from './document-template.ts';

const OWN = { nonce: 'b3duIG5vbmNl+/==', traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` };
const placeholders = makePlaceholders();

const documentOf = ({ nonce, traceparent } = placeholders, text = '') =>
  `<meta name="traceparent" content="${traceparent}"/><link nonce="${nonce}"/><p>“${text}”</p><script nonce="${nonce}">1</script>`;

describe('a shared document', () => {
  test('is filled with the nonce and trace of each response', () => {
    const template = DocumentTemplate.cut(documentOf(), placeholders);
    expect(template?.fill(OWN).toString()).toBe(documentOf(OWN));
    const other = { nonce: 'b3RoZXI=', traceparent: '' };
    expect(template?.fill(other).toString()).toBe(documentOf(other));
    expect(template?.bytes).toBe(Buffer.byteLength(documentOf({ nonce: '', traceparent: '' })));
  });

  test.each([
    OWN.nonce,
    OWN.traceparent,
    'nonce="x"',
    '$&$1',
    '&quot; nonce=&quot;x',
    '0123456789abcdef0123456789abcdef',
  ])('text that looks like a slot stays as it is: %s', (text) => {
    const template = DocumentTemplate.cut(documentOf(placeholders, text), placeholders);
    expect(template?.fill(OWN).toString()).toBe(documentOf(OWN, text));
  });

  const { nonce, traceparent } = placeholders;
  const broken: readonly (readonly [string, string])[] = [
    ['has no nonce', `<meta name="traceparent" content="${traceparent}"/>`],
    ['has no trace', `<script nonce="${nonce}">1</script>`],
    ['has two traces', `${documentOf()}<meta name="traceparent" content="${traceparent}"/>`],
    ['has its nonce in a text', documentOf(placeholders, nonce)],
    ['has its nonce in another attribute', `${documentOf()}<p title="${nonce}">`],
    ['has a longer nonce', `${documentOf()}<script nonce="${nonce}x">`],
    ['has its trace in a text', documentOf(placeholders, traceparent)],
    ['has a nonce that is no placeholder', `${documentOf()}<script nonce="fixed">`],
  ];
  test.each(broken)('a document that %s is not shared', (_, html) => {
    expect(DocumentTemplate.cut(html, placeholders)).toBeNull();
  });

  test('placeholders differ each time', () => {
    const all = [makePlaceholders(), makePlaceholders()].flatMap((slots) => Object.values(slots));
    expect(new Set(all).size).toBe(4);
  });
});
