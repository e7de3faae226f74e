import type { LimitPolicy, NamedLimits } from '../platform/limits/rate-limit.ts'
import { DAY_SECONDS } from '../platform/time.ts'

/** Every limit by name, with its default, which `RATE_LIMITS` can replace. Counted per client address and store. */
export const defaultPolicies = {
  checkout: { points: 10, seconds: 60 },
  signup: { points: 20, seconds: 60 },
  login: { points: 20, seconds: 60 },
  /** What customers do with their accounts, passwords and orders, and strangers with the codes for them. */
  account: { points: 20, seconds: 60 },
  review: { points: 5, seconds: 3600 },
  subscribe: { points: 10, seconds: 60 },
  track: { points: 20, seconds: 60 },
  /**
   * Wrong digits for one order from all addresses together; from each address that has found the order before, by
   * itself.
   */
  trackFailuresPerOrder: { points: 10, seconds: 3600 },
  /** Refuses nothing: its window is how long it is remembered that an address has found an order. */
  trackFound: { points: 1, seconds: 30 * DAY_SECONDS },
  lead: { points: 10, seconds: 900 },
  chat: { points: 10, seconds: 60 },
  unlock: { points: 10, seconds: 60 },
  /** Changes of carts. */
  cart: { points: 60, seconds: 60 },
  /** Quotes for carts with a discount code, since each may be a guess at a code. They count against `read` as well. */
  quoteCode: { points: 30, seconds: 60 },
  /** Uploaded pictures. A page shows many of them, which browsers then keep. */
  media: { points: 1_200, seconds: 60 },
  /** Every operation that has no limit of its own. */
  read: { points: 300, seconds: 60 },
  /** Root fields and exports of the owner's API. Each request counts at least once, whether its key is valid or not. */
  owner: { points: 300, seconds: 60 },
  /**
   * Cost of GraphQL documents beyond the first 1,000 of each document, which the limits of its root fields cover. The
   * budget allows five documents of the highest cost. The owner's API has its own budget.
   */
  cost: { points: 100_000, seconds: 60 },
  ownerCost: { points: 1_000_000, seconds: 60 },
  /** Products that are looked at to count facets, each time that they are counted. */
  facets: { points: 1_000_000, seconds: 60 },
  /** Guesses at one customer's password from one address. */
  loginFailuresPerPhoneAndIp: { points: 10, seconds: 900 },
  /**
   * Guesses at one customer's password from all addresses together. It is high, so that a stranger cannot lock a
   * customer out.
   */
  loginFailuresPerPhone: { points: 100, seconds: 900 },
} as const satisfies Record<string, LimitPolicy>

export type LimitName = keyof typeof defaultPolicies

/** Limits that may be exceeded a little when several processes count in Redis, so that reads need not wait for it. */
export const deferredLimits: readonly LimitName[] = ['read', 'media']

export type Limits = NamedLimits<LimitName>

export type LimitPolicies = Readonly<Record<LimitName, LimitPolicy>>

// Object.keys returns string[], but the keys are exactly those of LimitName.
export const limitNames = Object.keys(defaultPolicies) as [LimitName, ...LimitName[]]
