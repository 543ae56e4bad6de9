import { expect, test } from '@jest/globals';
import { maskedAddress } from './masked-address.ts';

test.each([
  ['maria.kowalska@invited.test', 'm•••@invited.test'],
  ['m@invited.test', 'm•••@invited.test'],
  ['"a@b"@invited.test', '"•••@invited.test'],
  ['żaneta@invited.test', 'ż•••@invited.test'],
  ['🐟fish@invited.test', '🐟•••@invited.test'],
])('G4: %s is shown to others as %s', (email, masked) => {
  expect(maskedAddress(email)).toBe(masked);
});
