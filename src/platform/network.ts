import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

export type Address = ipaddr.IPv4 | ipaddr.IPv6

/** An address and how many of its leading bits count. */
export type Network = readonly [Address, number]

export const isIPv6 = (address: Address): address is ipaddr.IPv6 => address.kind() === 'ipv6'

/**
 * An address, IPv4 inside IPv6 as IPv4; null for anything else. `isIP` first: ipaddr.js also reads `127.1`,
 * `0x7f000001` and other old spellings.
 */
export function parseAddress(text: string): Address | null {
  if (isIP(text) === 0) return null
  const address = ipaddr.process(text)
  // A zone (`fe80::1%eth0`) names this machine's own interface, not the client.
  if (isIPv6(address) && address.zoneId !== undefined) return new ipaddr.IPv6(address.parts)
  return address
}

/** An address or a CIDR as network and prefix length. Throws on anything else, and on a network that is everyone. */
export function parseNetwork(text: string): Network {
  const [host = '', bits, ...rest] = text.split('/')
  const address = parseAddress(host)
  const size = address?.kind() === 'ipv6' ? 128 : 32
  // An IPv4 network written inside IPv6 would change its length on the way: nobody writes that.
  const mapped = host.includes(':') && size === 32
  const length = bits === undefined ? size : /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN
  if (!address || mapped || rest.length > 0 || !(length >= 1 && length <= size)) {
    throw new Error(`${JSON.stringify(text)} is no address or CIDR`)
  }
  return [address, length]
}

export const isWithin = (address: Address, networks: readonly Network[]): boolean =>
  networks.some(([network, bits]) => address.kind() === network.kind() && address.match(network, bits))

/** All that IPv6 gives to hosts of the public internet (RFC 4291): ipaddr.js calls some of the rest `unicast`, too. */
const globalUnicast = [parseNetwork('2000::/3')]

/** Where Azure's own machinery answers the machines that it runs, at an address that looks like anybody's. */
const machinery = [parseNetwork('168.63.129.16')]

/**
 * Whether the address is some host's on the public internet: not this machine's, nor of a private or shared network, nor
 * one that stands for another address (NAT64, 6to4, Teredo).
 */
export const isPublic = (address: Address): boolean =>
  address.range() === 'unicast' && (isIPv6(address) ? isWithin(address, globalUnicast) : !isWithin(address, machinery))
