import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = [Address, number];

/** Addresses that are no machine on the internet, beside those that `ipaddr.js` knows as such. */
const SPECIAL: Range[] = [
  // Benchmarking (RFC 2544).
  '198.18.0.0/15',
  // Where Azure answers its machines; it lies among the public addresses.
  '168.63.129.16/32',
  // IETF protocol assignments (RFC 2928) and documentation (RFC 9637).
  '2001::/23',
  '3fff::/20',
].map((range) => ipaddr.parseCIDR(range));

/** All that is given out of IPv6 (RFC 4291, section 2.4; IANA's registry of global unicast). */
const GLOBAL = ipaddr.parseCIDR('2000::/3');

const isWithin = (address: Address, [network, bits]: Range): boolean =>
  address.kind() === network.kind() && (address as ipaddr.IPv4).match(network as ipaddr.IPv4, bits);

const isPublic = (address: Address): boolean =>
  address.range() === 'unicast' &&
  (address.kind() === 'ipv4' || isWithin(address, GLOBAL)) &&
  !SPECIAL.some((range) => isWithin(address, range));

/** Reads a range, `10.0.0.0/8`, or a single address. Gives undefined for a name. */
const parseRange = (text: string): Range | undefined => {
  try {
    if (text.includes('/')) {
      return ipaddr.parseCIDR(text);
    }
    const address = ipaddr.process(text);
    return [address, address.kind() === 'ipv4' ? 32 : 128];
  } catch {
    return undefined;
  }
};

/** A name of a host: numbers and dots are an address, be it a wrong one. */
const HOST_NAME = /^(?![\d.]+$)[\w.-]+$/;

/** Whether a text says something that may be reached: a name of a host, an address or a range. */
export const isHostOrRange = (text: string): boolean =>
  HOST_NAME.test(text) || parseRange(text) !== undefined;

/**
 * Tells whether a host may be connected to.
 * @param host as it stands in the address that was asked for
 * @param ip where it is
 */
export type MayReach = (host: string, ip: string) => boolean;

/**
 * The internet: addresses that are not private, loopback, link-local, those of a cloud's metadata
 * or else of special use (IANA's special-purpose address registries), and what is allowed besides.
 * @param allowed names of hosts, addresses and ranges
 */
export const createMayReach = (allowed: readonly string[]): MayReach => {
  const ranges = allowed.map(parseRange).filter((range) => range !== undefined);
  const hosts = new Set(allowed.map((entry) => entry.toLowerCase()));

  return (host, ip) => {
    if (!ipaddr.isValid(ip)) {
      return false;
    }
    // An IPv4 address in the clothes of IPv6 is what it is.
    const address = ipaddr.process(ip);
    return (
      isPublic(address) ||
      hosts.has(host.toLowerCase()) ||
      ranges.some((range) => isWithin(address, range))
    );
  };
};
