import type { Role } from '../../commerce/people/roles.ts'
import type { OwnerKey } from '../../generated/prisma/client.ts'
import { isKeyScope, isUnlimited, type KeyScope } from './key-scopes.ts'

/** A CHECK of the database holds the same list. */
export const CallerKind = { KEY: 'key', PERSON: 'person' } as const
export type CallerKind = (typeof CallerKind)[keyof typeof CallerKind]

/** Who calls the owner's API of a store: whoever has a key, or a person by their role. Read anew with each request. */
export interface Caller {
  kind: CallerKind
  /** Of the key or the person. */
  id: string
  name: string
  power: Power
  /** Of a person: what they are in the store. */
  member: { role: Role; money: boolean } | null
}

export interface Power {
  /** Also what later versions add. */
  everything: boolean
  scopes: readonly KeyScope[]
  /** Scopes of which they may only read. */
  reads: readonly KeyScope[]
  /** Whether they see what the store sells: sums, plots, reports. */
  figures: boolean
}

export function callerWithKey(key: OwnerKey): Caller {
  const { id, name, scopes } = key
  return {
    ...{ kind: CallerKind.KEY, id, name },
    power: { everything: isUnlimited(key), scopes: scopes.filter(isKeyScope), reads: [], figures: true },
    member: null,
  }
}

/** As histories note who has done something. */
export const actorOf = ({ kind, id }: Pick<Caller, 'kind' | 'id'>): `owner:${string}` | `person:${string}` =>
  kind === CallerKind.KEY ? `owner:${id}` : `person:${id}`
