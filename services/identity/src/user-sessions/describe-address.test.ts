import { expect, test } from '@jest/globals';
import { describeAddress } from './describe-address.ts';

test.each([
  ['127.0.0.1', 'This computer'],
  ['127.255.255.255', 'This computer'],
  ['::1', 'This computer'],
  ['::ffff:127.0.0.1', 'This computer'],
  ['10.0.0.0', 'A private network'],
  ['10.255.255.255', 'A private network'],
  ['172.16.0.1', 'A private network'],
  ['172.31.255.255', 'A private network'],
  ['192.168.255.255', 'A private network'],
  ['169.254.0.1', 'A private network'],
  ['::ffff:192.168.0.1', 'A private network'],
  ['fc00::1', 'A private network'],
  ['fdff::1', 'A private network'],
  ['fe80::1', 'A private network'],
  ['febf::1', 'A private network'],
])('%s is labelled: %s', (address, label) => expect(describeAddress(address)).toBe(label));

test.each([
  '9.255.255.255',
  '11.0.0.0',
  '126.255.255.255',
  '128.0.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '192.167.255.255',
  '192.169.0.0',
  '169.253.255.255',
  '169.255.0.0',
  '::ffff:198.18.0.1',
  '::2',
  'fbff::1',
  'fe00::1',
  'fec0::1',
  '2001:db8::1',
])('%s, of the public internet, has no label', (address) => expect(describeAddress(address)).toBe(''));

test.each(['', 'unknown', '::ffff:', '10.0.0'])('%j, which is no address, has no label', (address) =>
  expect(describeAddress(address)).toBe(''),
);
