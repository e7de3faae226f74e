import { isSubdomain } from '../../platform/text/address.ts'

const SHORTEST = 3
const LONGEST = 40

/** Hosts and paths that people take for the service's own; the cookie of a store `person` would be that of persons. */
const reserved = new Set('www api app admin console shop shops mail static assets docs demo status person'.split(' '))

/** Why a new store cannot have the subdomain; null when it can. */
export function mistakeInShortName(name: string): string | null {
  if (!isSubdomain(name) || name.length < SHORTEST || name.length > LONGEST) {
    return `Short name must be ${SHORTEST} to ${LONGEST} small letters, digits and hyphens, with a letter or digit at both ends`
  }
  return reserved.has(name) ? `The short name "${name}" is reserved. Choose another.` : null
}
