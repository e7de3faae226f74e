import { limitKey } from './client-address.ts'
import type { Context } from './context.ts'
import { Problem } from './problem.ts'
import type { Budget } from './rate-limit.ts'
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
  read: 'Too many requests',
  owner: 'Too many requests',
}

/**
 * Lets a call to an operation in: its store is there, and the client has budget left.
 * @throws Problem STORE_NOT_FOUND, RATE_LIMITED
 */
export async function admit(context: Context, rule: OperationRule): Promise<void> {
  const store = context.foundStore
  if (!store || !(store.active || rule.servesInactiveStore)) {
    throw new Problem('STORE_NOT_FOUND', rule.storeNotFound ?? 'Site not found')
  }
  const budget = await context.services.limits.take(rule.limit, `${store.id}:${limitKey(context.ip)}`)
  context.budgets.set(rule.limit, budget)
  if (!budget.allowed) throw refusal(rule.limit, budget)
}

/** Why a call is turned away when its budget is used up. */
export const refusal = (limit: LimitName, { resetSeconds }: Budget): Problem =>
  new Problem('RATE_LIMITED', refusals[limit], { retryAfter: resetSeconds })
