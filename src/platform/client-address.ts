import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Whose X-Forwarded-For is believed: so many proxies before this server, or those with these addresses. */
export type TrustedProxies = { hops: number } | { cidrs: readonly string[] }

type Address = ipaddr.IPv4 | ipaddr.IPv6

/**
 * A function that tells the client's address from the socket's and the X-Forwarded-For header.
 *
 * Each proxy appends the address it was called from, so the header is read from its right end, and only as far as
 * trusted proxies vouch for it: what a client wrote there itself stays unread. An entry that is no address ends the
 * walk at the last good one. With a hop count the server must be reachable through those proxies only.
 *
 * Addresses come out in their usual notation, IPv4 inside IPv6 as IPv4.
 */
export function createClientAddress(
  trusted: TrustedProxies | null,
): (socketAddress: string, forwardedFor: string | undefined) => string {
  if (trusted === null) return (socketAddress) => parseAddress(socketAddress)?.toString() ?? socketAddress
  const isTrusted = trustRule(trusted)

  return (socketAddress, forwardedFor) => {
    let address = parseAddress(socketAddress)
    if (!address) return socketAddress
    const entries = forwardedFor?.split(',') ?? []
    for (let distance = 0; distance < entries.length && isTrusted(address, distance); distance += 1) {
      const next = parseEntry(entries.at(-1 - distance) ?? '')
      if (!next) break
      address = next
    }
    return address.toString()
  }
}

function trustRule(trusted: TrustedProxies): (address: Address, distance: number) => boolean {
  if ('hops' in trusted) return (_address, distance) => distance < trusted.hops
  const networks = trusted.cidrs.map(parseNetwork)
  return (address) =>
    networks.some(([network, bits]) => address.kind() === network.kind() && address.match(network, bits))
}

/**
 * An address that the trusted caller of a request names in a header of its own, in its usual notation; null when it is
 * none.
 */
export function normalAddress(text: string): string | null {
  return parseAddress(text.trim())?.toString() ?? null
}

/**
 * What limits count by: an IPv4 address, or the /64 of an IPv6 address, which is what one household or server has to
 * itself. Anything else counts as it is.
 */
export function limitKey(address: string): string {
  const parsed = parseAddress(address)
  if (!parsed) return address
  if (!isIPv6(parsed)) return parsed.toString()
  return `${new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0]).toString()}/64`
}

/** An address or a CIDR as network and prefix length. Throws on anything else, and on a network that is everyone. */
export function parseNetwork(text: string): [Address, number] {
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

/** `isIP` first: ipaddr.js also reads `127.1`, `0x7f000001` and other old spellings. */
function parseAddress(text: string): Address | null {
  if (isIP(text) === 0) return null
  const address = ipaddr.process(text)
  // A zone (`fe80::1%eth0`) names this machine's own interface, not the client.
  if (isIPv6(address) && address.zoneId !== undefined) return new ipaddr.IPv6(address.parts)
  return address
}

/** An entry of X-Forwarded-For; some proxies add the port: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
function parseEntry(entry: string): Address | null {
  const text = entry.trim()
  const withPort = /^\[([^\]]+)\](?::\d+)?$|^([\d.]+):\d+$/.exec(text)
  return parseAddress(withPort?.[1] ?? withPort?.[2] ?? text)
}

const isIPv6 = (address: Address): address is ipaddr.IPv6 => address.kind() === 'ipv6'
