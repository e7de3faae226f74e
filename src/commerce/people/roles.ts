import type { Power } from '../../api/admission/caller.ts'
import { type KeyScope, KeyScope as Scopes } from '../../api/admission/key-scopes.ts'
import type { Membership } from '../../generated/prisma/client.ts'

/** What a person is in a store. A CHECK of the database holds the same list. */
export const Role = {
  OWNER: 'OWNER',
  MANAGER: 'MANAGER',
  ORDERS: 'ORDERS',
  CATALOGUE: 'CATALOGUE',
  ACCOUNTANT: 'ACCOUNTANT',
} as const
export type Role = (typeof Role)[keyof typeof Role]

const { CATALOGUE, ORDERS, CUSTOMERS, MARKETING, SETTINGS, MONEY, READ } = Scopes

const nothing: Power = { everything: false, scopes: [], reads: [], figures: false }
const changes = (...scopes: readonly KeyScope[]): Power => ({ ...nothing, scopes })

const powers: Readonly<Record<Role, Power>> = {
  OWNER: { ...nothing, everything: true, figures: true },
  MANAGER: { ...changes(CATALOGUE, ORDERS, CUSTOMERS, MARKETING, SETTINGS), figures: true },
  ORDERS: changes(ORDERS),
  CATALOGUE: changes(CATALOGUE),
  ACCOUNTANT: { ...nothing, reads: [ORDERS], figures: true },
}

/** @param membership `money` adds refunds, and payments that are recorded by hand */
export function powerOf({ role, money }: Pick<Membership, 'role' | 'money'>): Power {
  const power = powers[role]
  return money ? { ...power, scopes: [...power.scopes, MONEY] } : power
}

/** Whether who may do the first may give, change and take the second. */
export function covers(own: Power, other: Power): boolean {
  if (own.everything) return true
  if (other.everything || (other.figures && !own.figures)) return false
  const sees = (scope: KeyScope) => own.scopes.includes(scope) || own.reads.includes(scope) || own.scopes.includes(READ)
  return other.scopes.every((scope) => own.scopes.includes(scope)) && other.reads.every(sees)
}
