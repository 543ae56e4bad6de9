import { LANGUAGES } from '@gatehouse/contract/iso-codes';
import { expect, test } from '@jest/globals';
import { languageName } from '#design/languages.ts';
import { languageCode } from './language-code.ts';

test('each language has a name of its own, which a form reads back as the same code', () => {
  expect(LANGUAGES.map((code) => languageCode(languageName(code)))).toEqual(LANGUAGES);
  expect(['tl', 'tw', 'de'].map(languageName)).toEqual(['Tagalog', 'Twi', 'German']);
});

test('a language is read by name or code in any case; other text stays as it is', () => {
  expect(['GERMAN', 'De', 'Klingon'].map(languageCode)).toEqual(['de', 'de', 'Klingon']);
});
