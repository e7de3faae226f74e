import type { LimitPolicy, NamedLimits } from '../../platform/limits/rate-limit.ts'
import { DAY_SECONDS } from '../../platform/time.ts'

/** Defaults, which `RATE_LIMITS` can replace. Counted per client address and store. */
export const defaultPolicies = {
  checkout: { points: 10, seconds: 60 },
  signup: { points: 20, seconds: 60 },
  login: { points: 20, seconds: 60 },
  /** Accounts, passwords and orders of customers, and strangers' tries at codes. */
  account: { points: 20, seconds: 60 },
  review: { points: 5, seconds: 3600 },
  subscribe: { points: 10, seconds: 60 },
  track: { points: 20, seconds: 60 },
  /** Wrong digits for one order from all addresses; addresses that have found it before count by themselves. */
  trackFailuresPerOrder: { points: 10, seconds: 3600 },
  /** Refuses nothing: its window is how long a found order is remembered for an address. */
  trackFound: { points: 1, seconds: 30 * DAY_SECONDS },
  lead: { points: 10, seconds: 900 },
  chat: { points: 10, seconds: 60 },
  unlock: { points: 10, seconds: 60 },
  cart: { points: 60, seconds: 60 },
  /** Quotes with a discount code, which may be a guess. They count against `read` as well. */
  quoteCode: { points: 30, seconds: 60 },
  /** A page shows many pictures, which browsers then cache. */
  media: { points: 1_200, seconds: 60 },
  read: { points: 300, seconds: 60 },
  /** Each request of the owner's API counts at least once, whether its key is valid or not. */
  owner: { points: 300, seconds: 60 },
  /** Keys tried to log in to the console, right or wrong. Not per store: strangers could lock its owner out. */
  consoleLogin: { points: 10, seconds: 60 },
  /** Log-ins of persons, right or wrong. */
  personLogin: { points: 20, seconds: 60 },
  /** Wrong passwords for one email from one address. */
  personLoginFailures: { points: 10, seconds: 900 },
  /** Tokens of invitations that are looked up or accepted, right or wrong. */
  invitationTry: { points: 20, seconds: 60 },
  /** Of a store. */
  invitation: { points: 30, seconds: 3600 },
  /** To one email, from all stores. */
  invitationMail: { points: 5, seconds: DAY_SECONDS },
  /** Of a person, who may not be the one that asks for them. */
  personMails: { points: 5, seconds: 3600 },
  /** Of a store, to its owner. */
  testMail: { points: 5, seconds: 3600 },
  /** Cost of documents beyond the first 1,000 each. Allows five documents of the highest cost. */
  cost: { points: 100_000, seconds: 60 },
  ownerCost: { points: 1_000_000, seconds: 60 },
  /** Products read to count facets. */
  facets: { points: 1_000_000, seconds: 60 },
  loginFailuresPerPhoneAndIp: { points: 10, seconds: 900 },
  /** From all addresses. High, so that a stranger cannot lock a customer out. */
  loginFailuresPerPhone: { points: 100, seconds: 900 },
} as const satisfies Record<string, LimitPolicy>

export type LimitName = keyof typeof defaultPolicies

/** May be exceeded a little when several processes count in Redis, so that reads need not wait for it. */
export const deferredLimits: readonly LimitName[] = ['read', 'media']

export type Limits = NamedLimits<LimitName>

export type LimitPolicies = Readonly<Record<LimitName, LimitPolicy>>

// Object.keys returns string[], but the keys are exactly those of LimitName.
export const limitNames = Object.keys(defaultPolicies) as [LimitName, ...LimitName[]]
