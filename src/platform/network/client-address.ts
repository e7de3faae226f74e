import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'
import {
  type Address,
  isIPv6,
  isWithin,
  type KnownAddress,
  knownAddress,
  parseAddress,
  parseNetwork,
} from './network.ts'

/** Which proxies may set X-Forwarded-For: the given number of hops before this server, or the given networks. */
export type TrustedProxies = { hops: number } | { cidrs: readonly string[] }

/**
 * Makes a function that works out the client's address from the socket's address and the X-Forwarded-For header.
 *
 * Each proxy appends the address that called it, so the header is read from the right, and only while the next address
 * is a trusted proxy. Whatever a client wrote into the header is therefore never used. An entry that is not an address
 * ends the search at the last valid one. With a hop count, the server must not be reachable except through those
 * proxies.
 *
 * Addresses are returned in canonical notation; an IPv4 address inside IPv6 is returned as IPv4.
 */
export function createClientAddress(
  trusted: TrustedProxies | null,
): (socketAddress: string, forwardedFor: string | undefined) => string {
  if (trusted === null) return (socketAddress) => knownAddress(socketAddress)?.notation ?? socketAddress
  const isTrusted = trustRule(trusted)

  return (socketAddress, forwardedFor) => {
    let client = knownAddress(socketAddress)
    if (!client) return socketAddress
    const entries = forwardedFor?.split(',') ?? []
    for (let distance = 0; distance < entries.length && isTrusted(client.address, distance); distance += 1) {
      const next = parseEntry(entries.at(-1 - distance) ?? '')
      if (!next) break
      client = next
    }
    return client.notation
  }
}

/** Makes a function that tells whether the caller on this socket is a proxy that is trusted to speak for others. */
export function createPeerTrust(trusted: TrustedProxies | null): (socketAddress: string) => boolean {
  const isTrusted = trusted && trustRule(trusted)
  return (socketAddress) => {
    const address = parseAddress(socketAddress)
    return isTrusted !== null && address !== null && isTrusted(address, 0)
  }
}

function trustRule(trusted: TrustedProxies): (address: Address, distance: number) => boolean {
  if ('hops' in trusted) return (_address, distance) => distance < trusted.hops
  const networks = trusted.cidrs.map(parseNetwork)
  return (address) => isWithin(address, networks)
}

/** Canonical form of an address that a trusted caller named in its own header; null when the text is not an address. */
export function normalAddress(text: string): string | null {
  return knownAddress(text.trim())?.notation ?? null
}

/** By addresses in canonical notation. */
const limitKeys = new LRUCache<string, string>({ max: 10_000 })

/**
 * The key that rate limits count by: an IPv4 address, or the /64 of an IPv6 address, because one household or server
 * usually has a whole /64. Text that is not an address is used unchanged.
 */
export function limitKey(address: string): string {
  const kept = limitKeys.get(address)
  if (kept !== undefined) return kept
  const known = knownAddress(address)
  if (!known) return address
  const key = isIPv6(known.address) ? networkOf(known.address) : known.notation
  if (address === known.notation) limitKeys.set(address, key)
  return key
}

const networkOf = ({ parts }: ipaddr.IPv6): string =>
  `${new ipaddr.IPv6([...parts.slice(0, 4), 0, 0, 0, 0]).toString()}/64`

/** An entry of X-Forwarded-For; some proxies add the port: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
function parseEntry(entry: string): KnownAddress | null {
  const text = entry.trim()
  const withPort = /^\[([^\]]+)\](?::\d+)?$|^([\d.]+):\d+$/.exec(text)
  return knownAddress(withPort?.[1] ?? withPort?.[2] ?? text)
}
