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

/** The number of hops before this server, or networks. */
export type TrustedProxies = { hops: number } | { cidrs: readonly string[] }

/**
 * Reads X-Forwarded-For from the right, only while the next address is a trusted proxy, so that what a client wrote is
 * never used. An entry that is no address ends the search. With a hop count, the server must be reachable only through
 * those proxies. Addresses are canonical; IPv4 inside IPv6 becomes IPv4.
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

/** Whether the caller on this socket is a trusted proxy. */
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

/** Null when the text is not an address. */
export function normalAddress(text: string): string | null {
  return knownAddress(text.trim())?.notation ?? null
}

const limitKeys = new LRUCache<string, string>({ max: 10_000 })

/**
 * An IPv4 address, or the /64 of an IPv6 address, which one household or server usually has. Other text is unchanged.
 */
export function limitKey(address: string): string {
  const cached = limitKeys.get(address)
  if (cached !== undefined) return cached
  const known = knownAddress(address)
  if (!known) return address
  const key = isIPv6(known.address) ? networkOf(known.address) : known.notation
  if (address === known.notation) limitKeys.set(address, key)
  return key
}

const networkOf = ({ parts }: ipaddr.IPv6): string =>
  `${new ipaddr.IPv6([...parts.slice(0, 4), 0, 0, 0, 0]).toString()}/64`

/** Some proxies add the port: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
function parseEntry(entry: string): KnownAddress | null {
  const text = entry.trim()
  const withPort = /^\[([^\]]+)\](?::\d+)?$|^([\d.]+):\d+$/.exec(text)
  return knownAddress(withPort?.[1] ?? withPort?.[2] ?? text)
}
