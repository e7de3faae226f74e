import ipaddr from 'ipaddr.js'
import { type Address, isIPv6, isWithin, parseAddress, parseNetwork } from './network.ts'

/** Whose X-Forwarded-For is believed: so many proxies before this server, or those with these addresses. */
export type TrustedProxies = { hops: number } | { cidrs: readonly string[] }

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
  return (address) => isWithin(address, networks)
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

/** An entry of X-Forwarded-For; some proxies add the port: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
function parseEntry(entry: string): Address | null {
  const text = entry.trim()
  const withPort = /^\[([^\]]+)\](?::\d+)?$|^([\d.]+):\d+$/.exec(text)
  return parseAddress(withPort?.[1] ?? withPort?.[2] ?? text)
}
