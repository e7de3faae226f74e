import type { Store } from '../../generated/prisma/client.ts'
import type { Budget } from '../../platform/limits/rate-limit.ts'
import { limitKey } from '../../platform/network/client-address.ts'
import { Problem } from '../../platform/problem.ts'
import type { Charge, Context, Services } from '../context.ts'
import type { LimitName, Limits } from './rate-limit-policy.ts'
import { isServed } from './served-store.ts'

/** Declared once, on the GraphQL root field; REST reads it from there. */
export interface OperationRule {
  /** Counted against by each call. */
  limit: LimitName
  /** Replaces the message for a store that is unknown or inactive. */
  storeNotFound?: string
  /** The message when the operation fails because of a bug. */
  failure?: string
  /** All visitors of a store get the same answer, unless its fields say otherwise. */
  isPublic?: boolean
  /** Part of what the store sells: refused while it is closed, and behind a password. */
  selling?: boolean
  /** Also for a store that its owner has switched off. */
  servesInactiveStore?: boolean
  /** What it is about belongs to no store. */
  ofNoStore?: boolean
}

const refusals: Record<LimitName, string> = {
  checkout: 'Too many checkout attempts',
  signup: 'Too many requests',
  login: 'Too many requests',
  loginFailuresPerPhone: 'Too many requests',
  loginFailuresPerPhoneAndIp: 'Too many requests',
  account: 'Too many requests',
  review: 'Too many reviews submitted',
  subscribe: 'Too many requests',
  track: 'Too many lookups',
  trackFailuresPerOrder: 'Too many lookups',
  trackFound: 'Too many lookups',
  lead: 'Too many submissions. Please try again later.',
  chat: 'Too many messages. Please wait a minute and try again.',
  unlock: 'Too many attempts. Wait a minute.',
  cart: 'Too many requests',
  quoteCode: 'Too many requests',
  media: 'Too many requests',
  read: 'Too many requests',
  owner: 'Too many requests',
  consoleLogin: 'Too many attempts. Wait a minute.',
  personLogin: 'Too many attempts. Wait a minute.',
  personLoginFailures: 'Too many wrong passwords. Wait 15 minutes.',
  invitationTry: 'Too many attempts. Wait a minute.',
  invitation: 'Too many invitations. Try again in an hour.',
  invitationMail: 'Too many invitations were mailed to this address today. Copy a link, and send it yourself.',
  personMails: 'Too many mails were asked for. Wait an hour.',
  testMail: 'Too many test mails. Try again later.',
  cost: 'Too many costly queries. Ask for less at once, or wait a minute.',
  ownerCost: 'Too many costly queries. Ask for less at once, or wait a minute.',
  facets: 'Too many facets of long lists. Search or filter first, or wait a minute.',
}

/**
 * Calls to unknown stores count too, all against one limit per client.
 * @throws Problem RATE_LIMITED, STORE_NOT_FOUND
 */
export async function admit(context: Context, rule: OperationRule): Promise<void> {
  const limit = context.foundStore ? rule.limit : 'read'
  const isCounted = context.isPage && limit === 'read' && context.budgets.has('read')
  if (!isCounted) await count(context, limit)
  checkStore(context, rule)
  if (rule.selling) await checkBrowsing(context)
}

export const isBehindPassword = ({
  accessPasswordHash,
  accessProtection,
}: Pick<Store, 'accessPasswordHash' | 'accessProtection'>): boolean =>
  accessPasswordHash !== null && accessProtection === 'SITE'

type Opening = Pick<Store, 'openedAt' | 'accessPasswordHash' | 'accessProtection'>

/** Whether all visitors are shown what the store sells. */
export const isOpenToAll = (store: Opening): boolean => store.openedAt !== null && !isBehindPassword(store)

/** Whether the answer is the same for all visitors, as far as the store decides that. */
export const isForEverybody = ({ store, claimsPreview }: Pick<Context, 'store' | 'claimsPreview'>): boolean =>
  isOpenToAll(store) && !claimsPreview

/** Whether the visitor is shown what the store sells. */
export const mayBrowse = async (context: Context): Promise<boolean> => (await whyNotBrowsing(context)) === null

/** @throws Problem STORE_NOT_FOUND while it is closed, UNAUTHENTICATED */
export async function checkBrowsing(context: Context): Promise<void> {
  const problem = await whyNotBrowsing(context)
  if (problem) throw problem
}

async function whyNotBrowsing(context: Context): Promise<Problem | null> {
  const { store } = context
  if (isOpenToAll(store) || (await context.preview())) return null
  if (store.openedAt === null && !(await context.seesClosed()))
    return new Problem('STORE_NOT_FOUND', 'Site not found', { reason: 'STORE_CLOSED' })
  if (isBehindPassword(store) && !(await context.seesCatalogue()))
    return new Problem('UNAUTHENTICATED', 'Password required', { reason: 'STORE_LOCKED' })
  return null
}

function checkStore({ foundStore: store }: Context, rule: OperationRule): void {
  if (!rule.ofNoStore && (!store || !(isServed(store) || rule.servesInactiveStore))) {
    throw new Problem('STORE_NOT_FOUND', rule.storeNotFound ?? 'Site not found')
  }
}

/** @throws Problem RATE_LIMITED when the limit is exceeded */
export async function count(context: Context, limit: LimitName, units = 1): Promise<void> {
  noteBudget(context, limit, await consume(context, { limit, units }))
}

function noteBudget(context: Context, limit: LimitName, budget: Budget): void {
  context.budgets.set(limit, budget)
  if (!budget.allowed) throw refusal(context.services, limit, budget)
}

function consume(context: Context, charge: Charge): Promise<Budget> {
  context.charges.push(charge)
  return context.services.limits.consume(charge.limit, clientKey(context), charge.units)
}

/** Counts one unit of work whose amount shows later; not part of the answer's charges. @throws Problem RATE_LIMITED */
export async function admitWork(context: Context, limit: LimitName): Promise<void> {
  const budget = await context.services.limits.consume(limit, clientKey(context), 1)
  noteBudget(context, limit, budget)
}

/** Finished work may exceed the limit; only the next is refused. */
export async function countWork(context: Context, limit: LimitName, units: number): Promise<void> {
  const budget = await context.services.limits.consume(limit, clientKey(context), units)
  context.budgets.set(limit, { ...budget, allowed: true })
}

/** All or nothing. Returns whether the charges were counted. */
export async function countAll(context: Context, charges: readonly Charge[]): Promise<boolean> {
  const counted: Charge[] = []
  for (const charge of charges) {
    counted.push(charge)
    const budget = await consume(context, charge)
    context.budgets.set(charge.limit, budget)
    if (budget.allowed) continue
    const { limits } = context.services
    for (const { limit, units } of counted) await limits.restore(limit, clientKey(context), units)
    context.budgets.clear()
    return false
  }
  return true
}

/** `countAll` without waiting. Returns what is left of each limit, or null when nothing was counted. */
export function countAllNow(limits: Limits, key: string, charges: readonly Charge[]): Map<LimitName, Budget> | null {
  const budgets = new Map<LimitName, Budget>()
  for (const [index, { limit, units }] of charges.entries()) {
    const budget = limits.consumeNow(limit, key, units)
    if (!budget?.allowed) {
      const consumed = charges.slice(0, budget ? index + 1 : index)
      for (const { limit, units } of consumed) void limits.restore(limit, key, units)
      return null
    }
    budgets.set(limit, budget)
  }
  return budgets
}

/** One entry for each limit. */
export function addUp(charges: readonly Charge[]): Charge[] {
  const units = new Map<LimitName, number>()
  for (const charge of charges) units.set(charge.limit, (units.get(charge.limit) ?? 0) + charge.units)
  return Array.from(units, ([limit, units]) => ({ limit, units }))
}

/** The client's address at a store, or at all unknown stores together. */
export const clientKey = ({ foundStore, ip }: { foundStore: Pick<Store, 'id'> | null; ip: string }): string =>
  `${foundStore?.id ?? 'nowhere'}:${limitKey(ip)}`

/** Also counts the refusal. */
export function refusal({ metrics }: Pick<Services, 'metrics'>, limit: LimitName, { resetSeconds }: Budget): Problem {
  metrics.counts.limitsRefused[limit] += 1
  return new Problem('RATE_LIMITED', refusals[limit], { retryAfter: resetSeconds })
}
