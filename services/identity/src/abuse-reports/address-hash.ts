import { createHmac, hkdfSync } from 'node:crypto';
import { clientNetworks } from '@gatehouse/runtime';

/** What is stored of a visitor's address: the same for all addresses of one network, and of no use without the key. */
export type AddressHash = (address: string) => Buffer;

const KEY_BYTES = 32;

/** @param newest the key of the secrets: with another one, an open report of before counts as another visitor's. */
export function createAddressHash([newest]: readonly [Buffer, ...Buffer[]]): AddressHash {
  const key = Buffer.from(hkdfSync('sha256', newest, '', 'gatehouse addresses of reports', KEY_BYTES));
  return (address) => createHmac('sha256', key).update(clientNetworks(address).wide).digest();
}
