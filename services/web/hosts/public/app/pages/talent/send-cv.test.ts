import { expect, test } from '@jest/globals';
import { pdfName } from './send-cv.ts';

test.each([
  ['Ada Lovelace.pdf', 'Ada Lovelace.pdf'],
  ['CV.PDF', 'CV.pdf'],
  ['cv', 'cv.pdf'],
  ['invoice.exe', 'invoice.exe.pdf'],
  ['.pdf', 'CV.pdf'],
  ['  ', 'CV.pdf'],
  ['two\nlines\u2028\u202efdp.pdf', 'twolinesfdp.pdf'],
  [`${'a'.repeat(116)}.pdf`, `${'a'.repeat(116)}.pdf`],
  [`${'a'.repeat(200)}.pdf`, `${'a'.repeat(115)}….pdf`],
  [`${'🎩'.repeat(200)}.pdf`, `${'🎩'.repeat(115)}….pdf`],
  ['half of a hat \ud83c.pdf', 'half of a hat.pdf'],
])('the name of a CV: %j is sent as %j', (name, expected) => {
  expect(pdfName(name)).toBe(expected);
});
