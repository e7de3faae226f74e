import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'

export type Address = ipaddr.IPv4 | ipaddr.IPv6

/** Address and prefix length in bits. */
export type Network = readonly [Address, number]

export const isIPv6 = (address: Address): address is ipaddr.IPv6 => address.kind() === 'ipv6'

/** With its canonical notation, which takes longer to make than to cache. */
export interface KnownAddress {
  address: Address
  notation: string
}

/** Parsing takes longer than all else that counts a request. */
const parsed = new LRUCache<string, KnownAddress>({ max: 10_000 })
/** IPv6 with IPv4 at its end. */
const LONGEST_REMEMBERED = 45

/** IPv4 inside IPv6 becomes IPv4. `isIP` comes first because ipaddr.js also accepts `127.1` and `0x7f000001`. */
export const parseAddress = (text: string): Address | null => knownAddress(text)?.address ?? null

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
  // The zone in `fe80::1%eth0` names an interface of this machine.
  if (isIPv6(address) && address.zoneId !== undefined) return new ipaddr.IPv6(address.parts)
  return address
}

/** An address or CIDR. @throws Error when it is neither, or a network of all addresses */
export function parseNetwork(text: string): Network {
  const [host = '', bits, ...rest] = text.split('/')
  const address = parseAddress(host)
  const size = address?.kind() === 'ipv6' ? 128 : 32
  // Its prefix length would have to be converted; nobody writes that.
  const mapped = host.includes(':') && size === 32
  const length = bits === undefined ? size : /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN
  if (!address || mapped || rest.length > 0 || !(length >= 1 && length <= size)) {
    throw new Error(`${JSON.stringify(text)} is not an IP address or CIDR range`)
  }
  return [address, length]
}

export const isWithin = (address: Address, networks: readonly Network[]): boolean =>
  networks.some(([network, bits]) => address.kind() === network.kind() && address.match(network, bits))

/** Public hosts (RFC 4291). ipaddr.js also calls some other addresses `unicast`. */
const globalUnicast = [parseNetwork('2000::/3')]

/** Azure's platform answers its virtual machines here, although it looks public. */
const machinery = [parseNetwork('168.63.129.16')]

/** False for this machine, private and shared networks, and NAT64, 6to4 and Teredo. */
export const isPublic = (address: Address): boolean =>
  address.range() === 'unicast' && (isIPv6(address) ? isWithin(address, globalUnicast) : !isWithin(address, machinery))
