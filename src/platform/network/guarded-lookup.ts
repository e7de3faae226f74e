import type { LookupFunction } from 'node:net'
import type { NameLookup } from './dns-lookup.ts'

export interface GuardedLookupOptions {
  resolve: NameLookup
  /** As for `NameLookup`: usually a store. */
  key: string
  mayReach(address: string): boolean
  refused(host: string): Error
  signal: AbortSignal
}

/**
 * The look-up of a connection, which gets only addresses that may be reached: a name that was checked before could
 * resolve to another address now. Node does not call it for IP addresses, which the caller must check.
 */
export const guardedLookup =
  ({ resolve, key, mayReach, refused, signal }: GuardedLookupOptions): LookupFunction =>
  (host, { all }, done) => {
    resolve(host, key, signal).then(
      (found) => {
        const [first, ...more] = found.filter(({ address }) => mayReach(address))
        if (!first) done(refused(host), '')
        else if (all) done(null, [first, ...more])
        else done(null, first.address, first.family)
      },
      (error) => done(error, ''),
    )
  }

/** URL normalises every spelling of an IPv4 address to four numbers. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1')
