import { limitKey } from '../platform/client-address.ts'
import { Problem } from '../platform/problem.ts'
import type { Budget } from '../platform/rate-limit.ts'
import type { Context } from './context.ts'
import type { LimitName } from './rate-limit-policy.ts'

/** What a root field demands before it runs. Declared once, on the field; REST reads it from there. */
export interface OperationRule {
  /** The budget that a call is counted against. */
  limit: LimitName
  /** Overrides the answer for a store that is unknown or inactive. */
  storeNotFound?: string
  /** What the caller reads when it fails for a reason that is ours. */
  failure?: string
  /** Whether the operation also serves a store that its owner has switched off. */
  servesInactiveStore?: boolean
}

const refusals: Record<LimitName, string> = {
  checkout: 'Too many checkout attempts',
  signup: 'Too many requests',
  login: 'Too many requests',
  loginFailuresPerPhone: 'Too many requests',
  loginFailuresPerPhoneAndIp: 'Too many requests',
  review: 'Too many reviews submitted',
  subscribe: 'Too many requests',
  track: 'Too many lookups',
  lead: 'Too many submissions. Please try again later.',
  chat: 'Too many messages. Please wait a minute and try again.',
  unlock: 'Too many attempts. Wait a minute.',
  quoteCode: 'Too many requests',
  read: 'Too many requests',
  owner: 'Too many requests',
  cost: 'Too many costly queries. Ask for less at once, or wait a minute.',
  ownerCost: 'Too many costly queries. Ask for less at once, or wait a minute.',
}

/**
 * Lets a call to an operation in: the client has budget left, and its store is there. A call to a store that is not there
 * counts too, against one budget for all such names.
 * @throws Problem RATE_LIMITED, STORE_NOT_FOUND
 */
export async function admit(context: Context, rule: OperationRule): Promise<void> {
  const store = context.foundStore
  await count(context, store ? rule.limit : 'read')
  if (!store || !(store.active || rule.servesInactiveStore)) {
    throw new Problem('STORE_NOT_FOUND', rule.storeNotFound ?? 'Site not found')
  }
}

/** Takes from a budget of the client at the store. @throws Problem RATE_LIMITED */
export async function count(context: Context, limit: LimitName, units = 1): Promise<void> {
  const budget = await context.services.limits.take(limit, clientKey(context), units)
  context.budgets.set(limit, budget)
  if (!budget.allowed) throw refusal(limit, budget)
}

/** Whose budgets a request spends: an address at a store, or at all stores that are not there. */
export const clientKey = ({ foundStore, ip }: Pick<Context, 'foundStore' | 'ip'>): string =>
  `${foundStore?.id ?? 'nowhere'}:${limitKey(ip)}`

/** Why a call is turned away when its budget is used up. */
export const refusal = (limit: LimitName, { resetSeconds }: Budget): Problem =>
  new Problem('RATE_LIMITED', refusals[limit], { retryAfter: resetSeconds })
