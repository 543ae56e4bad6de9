import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { beginningOf, MAX_LISTED_LENGTH } from './beginning-of-text.ts';

const LINE = 'Keeps the lamps of the harbour.\n';
/** Lines and spaces up to a length. */
const upTo = (length: number) => `${LINE.repeat(Math.floor(length / LINE.length))}`.padEnd(length, 'x');

describe('F8: the beginning of a text in a list', () => {
  test('is the whole text up to the limit', () => {
    for (const text of ['', 'Keeps.', upTo(MAX_LISTED_LENGTH), '🔔'.repeat(MAX_LISTED_LENGTH / 2)])
      expect(beginningOf(text)).toBe(text);
  });

  test('ends with a whole line', () => {
    const start = LINE.repeat(60).trimEnd();
    expect(beginningOf(`${start}\n\n${'and a last line '.repeat(20)}`)).toBe(`${start} …`);
    expect(beginningOf(LINE.repeat(100))).toMatch(/^(Keeps the lamps of the harbour\.\n?)+ …$/);
  });

  test('ends with a line only if that is longer than the first half', () => {
    const half = 'x'.repeat(MAX_LISTED_LENGTH / 2);
    expect(beginningOf(`${half}\n${'lamps '.repeat(1000)}`)).toMatch(/^x+\n(lamps )+…$/);
    expect(beginningOf(`${half}x\n${'lamps '.repeat(1000)}`)).toBe(`${half}x …`);
  });

  test('ends with a whole word where no line ends in its second half', () => {
    expect(beginningOf('lamps '.repeat(1000))).toMatch(/^(lamps )+…$/);
    expect(beginningOf(`A title\n${'lamps '.repeat(1000)}`)).toMatch(/^A title\n(lamps )+…$/);
  });

  test('ends anywhere in a text without spaces, but within no character', () => {
    for (const text of ['灯'.repeat(5000), '🔔'.repeat(5000), `x${'🔔'.repeat(5000)}`]) {
      const beginning = beginningOf(text);
      expect(beginning.isWellFormed()).toBe(true);
      expect(text.startsWith(beginning.slice(0, -2))).toBe(true);
      expect(beginning.length).toBeGreaterThan(MAX_LISTED_LENGTH - 4);
    }
  });

  test.each([
    ['bold text', '**bold and '],
    ['italic text', '*italic and '],
    ['italic text', '_italic and '],
    ['the text of a link', '[a link and '],
    ['the address of a link', `[a link](https://a.test/${'a'.repeat(500)}`],
    ['a picture as it was typed', '![a picture '],
  ])('leaves no %s open', (_name, mark) => {
    const text = `${'lamps '.repeat(300)}${mark}${'more '.repeat(400)}`;
    expect(beginningOf(text)).toBe(`${'lamps '.repeat(300)}…`);
  });

  test('keeps marks that are closed, and characters that are none', () => {
    const text = `${'**lamps** [a](https://a.test) snake_case 3 * 4 _x_ '.repeat(100)}`;
    const beginning = beginningOf(text);
    expect(text.startsWith(beginning.slice(0, -1))).toBe(true);
    expect(beginning.length).toBeGreaterThan(MAX_LISTED_LENGTH - 40);
  });

  test('is no longer than the limit, begins the text, and takes linear time, whatever the text is', () => {
    const parts = fc.constantFrom('a', ' ', '\n', '*', '_', '[', ']', '(', ')', '!', '🔔', 'lamps ');
    const text = fc.array(fc.tuple(parts, fc.integer({ min: 1, max: 3000 })), { maxLength: 8 });
    fc.assert(
      fc.property(text, (runs) => {
        const whole = runs.map(([part, times]) => part.repeat(times)).join('');
        const beginning = beginningOf(whole);
        expect(beginning.length).toBeLessThanOrEqual(MAX_LISTED_LENGTH);
        expect(beginning.isWellFormed()).toBe(true);
        expect(whole.startsWith(whole === beginning ? beginning : beginning.slice(0, -2))).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});
