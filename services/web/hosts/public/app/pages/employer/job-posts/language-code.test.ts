import { LANGUAGES } from '@gatehouse/contract/iso-codes';
import { languageName } from '@gatehouse/contract/language-name';
import { expect, test } from '@jest/globals';
import { languageCode } from './language-code.ts';

test('each language has a name of its own, which a form reads back as the same code', () => {
  expect(LANGUAGES.map((code) => languageCode(languageName(code)))).toEqual(LANGUAGES);
  expect(['tl', 'tw', 'de'].map(languageName)).toEqual(['Tagalog', 'Twi', 'German']);
});

test('a language is read by name or code in any case; other text stays as it is', () => {
  expect(['GERMAN', 'De', 'Klingon'].map(languageCode)).toEqual(['de', 'de', 'Klingon']);
});
