import { describe, expect, test } from '@jest/globals';
import { normaliseText, textFault } from './text-rules.ts';

const show = (text: string) =>
  JSON.stringify(text).replaceAll(
    /[^\x20-\x7e]/g,
    (one) => `\\u${one.codePointAt(0)?.toString(16).padStart(4, '0')}`,
  );

const CONTROLS = [
  ...Array.from({ length: 0x20 }, (_, code) => code),
  ...Array.from({ length: 0x21 }, (_, code) => 0x7f + code),
].map((code) => String.fromCodePoint(code));
const SEPARATORS = ['\u2028', '\u2029'];
const OVERRIDES = ['\u202d', '\u202e'];
const EMBEDDINGS = ['\u202a', '\u202b', '\u202c', '\u2066', '\u2067', '\u2068', '\u2069'];

describe('one line', () => {
  test.each([...CONTROLS, ...SEPARATORS, ...OVERRIDES, ...EMBEDDINGS].map((one) => [show(one), one]))(
    'G7: holds no %s, in any form of one line',
    (_shown, one) => {
      for (const form of ['single_line', 'person_name', 'company_name'] as const) {
        for (const text of [`a${one}b`, `${one}ab`, `ab${one}`]) {
          expect(textFault(form, text)?.code).toBe(one === '\u0000' ? 'text.unstorable' : 'text.characters');
        }
      }
    },
  );

  test.each([
    'Zoë Ångström',
    'محمد علي',
    'نرم\u200cافزار',
    '👩\u200d💻 engineer',
    '日本語\u3000テキスト',
    '\u200eabc\u200f',
    '',
  ])('holds %j', (text) => {
    expect(textFault('single_line', text)).toBeNull();
  });
});

describe('lines', () => {
  test.each(
    [...CONTROLS, ...OVERRIDES]
      .filter((one) => !['\n', '\t', '\r'].includes(one))
      .map((one) => [show(one), one]),
  )('G7: hold no %s', (_shown, one) => {
    expect(textFault('multi_line', `a${one}b`)).not.toBeNull();
  });

  test.each([
    ['a\r\nb', 'a\nb'],
    ['a\rb', 'a\nb'],
    ['a\u2028b\u2029c', 'a\nb\nc'],
    ['a\r\n\r\nb\n\r', 'a\n\nb\n\n'],
    ['a\tb', 'a\tb'],
    [`\u2067שלום\u2069`, `\u2067שלום\u2069`],
  ])('%j are kept as %j', (typed, kept) => {
    expect(normaliseText('multi_line', typed)).toBe(kept);
    expect(textFault('multi_line', kept)).toBeNull();
  });

  test('only lines are normalised', () => {
    for (const form of ['single_line', 'person_name', 'company_name', 'exempt'] as const)
      expect(normaliseText(form, 'a\r\nb')).toBe('a\r\nb');
  });
});

describe('an exempt text', () => {
  test.each(['\n\t\u202e', 'correct horse\r\nbattery'])('holds %j', (text) => {
    expect(textFault('exempt', text)).toBeNull();
  });
  test.each(['\u0000', '\ud800', 'a\udc00'])('is refused when it cannot be stored: %j', (text) => {
    expect(textFault('exempt', text)?.code).toBe('text.unstorable');
  });
});

describe('a name', () => {
  const ADDRESSES = [
    'Win https://evil.example',
    'HTTP://EVIL.EXAMPLE',
    'ftp://x',
    'http:evil',
    'mailto:me',
    'Visit www.evil',
    'WWW.EVIL.EXAMPLE',
    'me@evil.example',
    'evil.example/now',
    'bit.ly/x',
    't.co/x',
    'evil.example:8080',
    'evil.example?x=1',
  ];
  test.each(ADDRESSES)('F9: of a person or a company is not %j', (name) => {
    expect(textFault('person_name', name)?.code).toBe('text.address');
    expect(textFault('company_name', name)?.code).toBe('text.address');
  });

  test.each([
    'evil.example',
    'Click evil.example now',
    'EVIL.EXAMPLE',
    'a-b.example',
    'me@home',
    'xn--e1a.xn--p1ai',
  ])('F9: of a person is not %j', (name) => {
    expect(textFault('person_name', name)?.code).toBe('text.address');
  });

  test.each([
    'Dr. A.B. Smith',
    'J.R.R. Tolkien',
    'J.Smith',
    'Sammy Davis Jr.',
    'O’Neill-Brown, PhD',
    'X Æ A-12',
    '李',
    'Nguyễn Thị Hương',
    'María-José d’Ávila',
    'Httpson',
    'Wwwilson',
  ])('of a person may be %j', (name) => {
    expect(textFault('person_name', name)).toBeNull();
  });

  test.each([
    'Booking.com',
    'Amazon.com: Books',
    'Beauty@Home',
    '@Work Ltd.',
    'AT&T',
    'Yahoo!',
    'S.p.A. Fratelli',
    '3M',
    'C/O Berlin',
    '24/7 Fitness',
    'Node.js Foundation',
  ])('of a company may be %j', (name) => {
    expect(textFault('company_name', name)).toBeNull();
  });

  test.each(['\u3164', '\u200b\u200d', '…', '-', '\u115f'])('has a letter or a digit, unlike %j', (name) => {
    expect(textFault('person_name', name)?.code).toBe('text.invisible');
    expect(textFault('company_name', name)?.code).toBe('text.invisible');
  });

  test.each(['', '  '])('that is missing (%j) is left to the field’s own rule', (name) => {
    expect(textFault('person_name', name)).toBeNull();
  });

  test.each(['a', '@', '.', 'a.', '@a.'])('of 200 000 characters %j is looked at in no time', (part) => {
    // What other programs of the machine take does not count. Without the limit of its length it takes more than ten seconds.
    const before = process.threadCpuUsage();
    textFault('person_name', part.repeat(200_000 / part.length));
    textFault('company_name', part.repeat(200_000 / part.length));
    expect(process.threadCpuUsage(before).user).toBeLessThan(1_000_000);
  });
});
