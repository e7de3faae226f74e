import type { OwnerKey } from '../../generated/prisma/client.ts'
import { Problem } from '../../platform/problem.ts'

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

type Scoped = Pick<OwnerKey, 'scopes'>

/** A key without scopes may do everything. */
export const isUnlimited = ({ scopes }: Scoped): boolean => scopes.length === 0

export const hasScope = (key: Scoped, accepted: readonly KeyScope[]): boolean =>
  isUnlimited(key) || accepted.some((scope) => key.scopes.includes(scope))

/** @throws Problem FORBIDDEN */
export function checkScope(key: Scoped, accepted: AcceptedScopes): void {
  if (!hasScope(key, accepted))
    throw new Problem('FORBIDDEN', `This key does not have the scope "${accepted[0]}".`, { reason: 'MISSING_SCOPE' })
}

/** @throws Problem FORBIDDEN */
export function checkScopes(key: Scoped, needed: NeededScopes): void {
  for (const accepted of needed) checkScope(key, accepted)
}
