import ipaddr from 'ipaddr.js';

/** The networks by which limits count an address; of an IPv4 address both are the address. */
export interface ClientNetworks {
  /** The /64 of an IPv6 address: what one client has to itself. */
  readonly narrow: string;
  /** The /56 of an IPv6 address: what one customer of a provider may have. It counts for what a client can wear out or occupy. */
  readonly wide: string;
}

const NARROW_BYTES = 8;
const WIDE_BYTES = 7;

/** What is no address (a proxy that passes on what a client wrote) shares one limit. */
const NO_ADDRESS: ClientNetworks = { narrow: 'none', wide: 'none' };

/** One spelling of an address: IPv4 where an IPv6 address only wraps it, IPv6 in its short form. Others stay as they are. */
export function normalAddress(address: string): string {
  // Most addresses need no parsing: this runs once a request.
  if (!address.includes(':')) return address;
  return ipaddr.isValid(address) ? ipaddr.process(address).toString() : address;
}

/** The networks of an address, in any spelling. */
export function clientNetworks(address: string): ClientNetworks {
  if (!ipaddr.isValid(address)) return NO_ADDRESS;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return { narrow: parsed.toString(), wide: parsed.toString() };
  const bytes = Buffer.from(parsed.toByteArray());
  return {
    narrow: `${bytes.toString('hex', 0, NARROW_BYTES)}/64`,
    wide: `${bytes.toString('hex', 0, WIDE_BYTES)}/56`,
  };
}
