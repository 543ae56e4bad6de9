import { BlockList, isIP } from 'node:net';

const LOOPBACK = blockList(['127.0.0.0', 8, 'ipv4'], ['::1', 128, 'ipv6']);
const PRIVATE = blockList(
  ['10.0.0.0', 8, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
);

/** A label for a loopback or private address; empty for one of the public internet. */
export function describeAddress(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/, '');
  const family = isIP(plain) === 6 ? 'ipv6' : 'ipv4';
  if (isIP(plain) === 0) return '';
  if (LOOPBACK.check(plain, family)) return 'This computer';
  return PRIVATE.check(plain, family) ? 'A private network' : '';
}

function blockList(...subnets: readonly (readonly [string, number, 'ipv4' | 'ipv6'])[]): BlockList {
  const list = new BlockList();
  for (const [network, prefix, family] of subnets) list.addSubnet(network, prefix, family);
  return list;
}
