import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'

export type Address = ipaddr.IPv4 | ipaddr.IPv6

/** A network: its address and prefix length in bits. */
export type Network = readonly [Address, number]

export const isIPv6 = (address: Address): address is ipaddr.IPv6 => address.kind() === 'ipv6'

/** An address with its canonical notation, which takes longer to make than to keep. */
export interface KnownAddress {
  address: Address
  notation: string
}

/** The same clients come again and again, and parsing takes longer than all else that counts a request. */
const parsed = new LRUCache<string, KnownAddress>({ max: 10_000 })
/** An address in IPv6 with an IPv4 address at its end. */
const LONGEST_REMEMBERED = 45

/**
 * Parses an address; an IPv4 address inside IPv6 becomes IPv4. Null for anything else. `isIP` is asked first because
 * ipaddr.js also accepts old spellings such as `127.1` and `0x7f000001`.
 */
export const parseAddress = (text: string): Address | null => knownAddress(text)?.address ?? null

/** The same with its canonical notation. */
export function knownAddress(text: string): KnownAddress | null {
  const known = parsed.get(text)
  if (known) return known
  const address = parse(text)
  if (!address) return null
  const made = { address, notation: address.toString() }
  if (text.length <= LONGEST_REMEMBERED) parsed.set(text, made)
  return made
}

function parse(text: string): Address | null {
  if (isIP(text) === 0) return null
  const address = ipaddr.process(text)
  // The zone in `fe80::1%eth0` names an interface of this machine, so it says nothing about the client.
  if (isIPv6(address) && address.zoneId !== undefined) return new ipaddr.IPv6(address.parts)
  return address
}

/**
 * Parses an address or CIDR to a network and its prefix length.
 * @throws Error when it is neither, or a network of all addresses
 */
export function parseNetwork(text: string): Network {
  const [host = '', bits, ...rest] = text.split('/')
  const address = parseAddress(host)
  const size = address?.kind() === 'ipv6' ? 128 : 32
  // For an IPv4 network inside IPv6 the prefix length would have to be converted. Nobody writes that, so it is refused.
  const mapped = host.includes(':') && size === 32
  const length = bits === undefined ? size : /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN
  if (!address || mapped || rest.length > 0 || !(length >= 1 && length <= size)) {
    throw new Error(`${JSON.stringify(text)} is no address or CIDR`)
  }
  return [address, length]
}

export const isWithin = (address: Address, networks: readonly Network[]): boolean =>
  networks.some(([network, bits]) => address.kind() === network.kind() && address.match(network, bits))

/** The IPv6 range of public hosts (RFC 4291). ipaddr.js also calls some addresses outside it `unicast`. */
const globalUnicast = [parseNetwork('2000::/3')]

/** Azure's platform answers its virtual machines at this address, although it looks public. */
const machinery = [parseNetwork('168.63.129.16')]

/**
 * Whether the address belongs to a host on the public internet. False for this machine, for private and shared
 * networks, and for addresses that stand for another one (NAT64, 6to4, Teredo).
 */
export const isPublic = (address: Address): boolean =>
  address.range() === 'unicast' && (isIPv6(address) ? isWithin(address, globalUnicast) : !isWithin(address, machinery))
