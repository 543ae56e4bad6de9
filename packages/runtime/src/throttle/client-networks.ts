import ipaddr from 'ipaddr.js';

/** The networks by which limits count an address; of an IPv4 address each is the address. */
export interface ClientNetworks {
  /** The /64 of an IPv6 address: what one client has to itself. */
  readonly narrow: string;
  /** The /56 of an IPv6 address: what one customer of a provider may have. It counts for what a client can wear out or occupy. */
  readonly wide: string;
  /** The /48 of an IPv6 address: what an organisation may have. It counts for what 256 times a /56 would wear out for all. */
  readonly widest: string;
}

const NARROW_BYTES = 8;
const WIDE_BYTES = 7;
const WIDEST_BYTES = 6;

/** What is no address (a proxy that passes on what a client wrote) shares one limit. */
const NO_ADDRESS: ClientNetworks = { narrow: 'none', wide: 'none', widest: 'none' };

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
  if (parsed.kind() === 'ipv4') {
    const alone = parsed.toString();
    return { narrow: alone, wide: alone, widest: alone };
  }
  const bytes = Buffer.from(parsed.toByteArray());
  return {
    narrow: `${bytes.toString('hex', 0, NARROW_BYTES)}/64`,
    wide: `${bytes.toString('hex', 0, WIDE_BYTES)}/56`,
    widest: `${bytes.toString('hex', 0, WIDEST_BYTES)}/48`,
  };
}

/** The networks in which an address waits for its turn, smallest first: the /56 and the /48 of an IPv6 address; an IPv4 address. */
export function widerNetworks(address: string): readonly string[] {
  const { wide, widest } = clientNetworks(address);
  return wide === widest ? [wide] : [wide, widest];
}
