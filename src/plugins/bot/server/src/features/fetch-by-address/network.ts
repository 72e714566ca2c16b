import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = [Address, number];

/** Special-purpose IP address ranges that `ipaddr.js` does not recognize. */
const SPECIAL: Range[] = [
  // Benchmarking range (RFC 2544).
  '198.18.0.0/15',
  // Azure's address for its virtual machines, within the public range.
  '168.63.129.16/32',
  // Ranges of IETF protocol assignments (RFC 2928) and documentation (RFC 9637).
  '2001::/23',
  '3fff::/20',
].map((range) => ipaddr.parseCIDR(range));

/** The allocated part of IPv6 (RFC 4291, section 2.4; IANA's registry of global unicast). */
const GLOBAL = ipaddr.parseCIDR('2000::/3');

const isWithin = (address: Address, [network, bits]: Range): boolean =>
  address.kind() === network.kind() && (address as ipaddr.IPv4).match(network as ipaddr.IPv4, bits);

const isPublic = (address: Address): boolean =>
  address.range() === 'unicast' &&
  (address.kind() === 'ipv4' || isWithin(address, GLOBAL)) &&
  !SPECIAL.some((range) => isWithin(address, range));

/** Parses a range such as `10.0.0.0/8`, or a single address; undefined for a host name. */
const parseRange = (text: string): Range | undefined => {
  try {
    if (text.includes('/')) return ipaddr.parseCIDR(text);
    const address = ipaddr.process(text);
    return [address, address.kind() === 'ipv4' ? 32 : 128];
  } catch {
    return undefined;
  }
};

/** Matches a host name. Excludes texts of only digits and dots, which are addresses even if invalid. */
const HOST_NAME = /^(?![\d.]+$)[\w.-]+$/;

/** Whether a text is a host name, an IP address or a range of IP addresses. */
export const isHostOrRange = (text: string): boolean =>
  HOST_NAME.test(text) || parseRange(text) !== undefined;

/** Whether a connection to a host is allowed. @param host host in the requested URL @param ip its resolved address */
export type MayReach = (host: string, ip: string) => boolean;

/**
 * Creates a function that tells whether a connection to an IP address is allowed. Allows public internet addresses and
 * those in `allowed`; rejects private, loopback, link-local, cloud metadata and other special addresses (IANA's
 * special-purpose address registries).
 * @param allowed host names, IP addresses and ranges
 */
export const createMayReach = (allowed: readonly string[]): MayReach => {
  const ranges = allowed.map(parseRange).filter((range) => range !== undefined);
  const hosts = new Set(allowed.map((entry) => entry.toLowerCase()));

  return (host, ip) => {
    if (!ipaddr.isValid(ip)) return false;
    // Converts an IPv4-mapped IPv6 address to IPv4.
    const address = ipaddr.process(ip);
    return (
      isPublic(address) ||
      hosts.has(host.toLowerCase()) ||
      ranges.some((range) => isWithin(address, range))
    );
  };
};
