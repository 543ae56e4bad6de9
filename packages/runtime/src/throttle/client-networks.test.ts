import { describe, expect, test } from '@jest/globals';
import { clientNetworks, normalAddress, widerNetworks } from './client-networks.ts';

describe('the networks by which limits count', () => {
  test.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::ffff:c000:207', '192.0.2.7'],
    ['not an address', 'none'],
    ['', 'none'],
  ])('F10: %j is %s, alone', (address, narrow) => {
    expect(clientNetworks(address)).toEqual({ narrow, wide: narrow, widest: narrow });
  });

  test.each([
    ['2001:db8:1:2::1', '20010db800010002/64', '20010db8000100/56', '20010db80001/48'],
    ['2001:0DB8:0001:0002:ffff::', '20010db800010002/64', '20010db8000100/56', '20010db80001/48'],
    ['2001:db8:1:ff::1', '20010db8000100ff/64', '20010db8000100/56', '20010db80001/48'],
    ['2001:db8:1:100::1', '20010db800010100/64', '20010db8000101/56', '20010db80001/48'],
    ['fe80::1%eth0', 'fe80000000000000/64', 'fe800000000000/56', 'fe8000000000/48'],
    ['::1', '0000000000000000/64', '00000000000000/56', '000000000000/48'],
  ])('F10: %s is in %s, in %s and in %s', (address, narrow, wide, widest) => {
    expect(clientNetworks(address)).toEqual({ narrow, wide, widest });
  });

  test.each([
    ['192.0.2.7', ['192.0.2.7']],
    ['not an address', ['none']],
    ['2001:db8:1:2::1', ['20010db8000100/56', '20010db80001/48']],
  ])('G6: %s waits in %j', (address, networks) => {
    expect(widerNetworks(address)).toEqual(networks);
  });
});

describe('the normal spelling of an address', () => {
  test.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:0DB8:0:0::0001', '2001:db8::1'],
    ['no address: at all', 'no address: at all'],
  ])('F10: of %s is %s', (address, normal) => {
    expect(normalAddress(address)).toBe(normal);
  });
});
