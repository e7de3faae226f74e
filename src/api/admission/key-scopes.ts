import type { OwnerKey } from '../../generated/prisma/client.ts'
import { Problem } from '../../platform/problem.ts'
import type { Caller } from './caller.ts'

/** What an owner key may be limited to. A CHECK of the database holds the same list. */
export const KeyScope = {
  CATALOGUE: 'catalogue',
  ORDERS: 'orders',
  MONEY: 'money',
  CUSTOMERS: 'customers',
  MARKETING: 'marketing',
  SETTINGS: 'settings',
  READ: 'read',
  STOREFRONT: 'storefront',
} as const
export type KeyScope = (typeof KeyScope)[keyof typeof KeyScope]

export const keyScopes: readonly KeyScope[] = Object.values(KeyScope)

export const isKeyScope = (text: string): text is KeyScope => (keyScopes as readonly string[]).includes(text)

/** One of them is enough; the first is named in the error. */
export type AcceptedScopes = readonly [KeyScope, ...KeyScope[]]

/** One of each is needed. */
export type NeededScopes = readonly AcceptedScopes[]

/** A CHECK of the database holds the same list. */
export const KeyPower = {
  EVERYTHING: 'EVERYTHING',
  /** What the scopes allow; without any, nothing. */
  SCOPES: 'SCOPES',
} as const
export type KeyPower = (typeof KeyPower)[keyof typeof KeyPower]

/** Of a key. */
export const isUnlimited = ({ power }: Pick<OwnerKey, 'power'>): boolean => power === KeyPower.EVERYTHING

type Scoped = Pick<Caller, 'kind' | 'power'>

export function hasScope({ power }: Scoped, accepted: readonly KeyScope[]): boolean {
  if (power.everything) return true
  const isRead = accepted.includes(KeyScope.READ)
  return accepted.some((scope) => power.scopes.includes(scope) || (isRead && power.reads.includes(scope)))
}

/** @throws Problem FORBIDDEN */
export function checkScope(caller: Scoped, accepted: AcceptedScopes): void {
  if (!hasScope(caller, accepted)) throw missingScope(caller, accepted[0])
}

/** @throws Problem FORBIDDEN */
export function checkScopes(caller: Scoped, needed: NeededScopes): void {
  for (const accepted of needed) checkScope(caller, accepted)
}

/** @throws Problem FORBIDDEN for a person whose role has no figures */
export function checkFigures(caller: Scoped): void {
  if (!caller.power.everything && !caller.power.figures) throw missingScope(caller, KeyScope.ORDERS)
}

export const missingScope = ({ kind }: Pick<Caller, 'kind'>, scope: KeyScope): Problem =>
  new Problem(
    'FORBIDDEN',
    kind === 'key' ? `This key does not have the scope "${scope}".` : 'Your role in this store does not allow this.',
    { reason: 'MISSING_SCOPE' },
  )
