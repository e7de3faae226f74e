import type { LimitPolicy, NamedLimits } from '../platform/rate-limit.ts'

/** Every limit by name, with what it is unless `RATE_LIMITS` says otherwise. Counted per client address and store. */
export const defaultPolicies = {
  checkout: { points: 10, seconds: 60 },
  signup: { points: 20, seconds: 60 },
  login: { points: 20, seconds: 60 },
  review: { points: 5, seconds: 3600 },
  subscribe: { points: 10, seconds: 60 },
  track: { points: 20, seconds: 60 },
  lead: { points: 10, seconds: 900 },
  chat: { points: 10, seconds: 60 },
  unlock: { points: 10, seconds: 60 },
  /** Prices of carts with a discount code, each of which may be a guess at one; they count as `read` besides. */
  quoteCode: { points: 30, seconds: 60 },
  /** Every operation without a limit of its own. */
  read: { points: 300, seconds: 60 },
  /** Root fields and exports of the owner's API; a request counts once at least, with a good key or without. */
  owner: { points: 300, seconds: 60 },
  /**
   * What GraphQL documents cost beyond the first 1,000 of each, which their root fields have paid for elsewhere: as
   * much as five of the dearest. The owner's API has one of its own.
   */
  cost: { points: 100_000, seconds: 60 },
  ownerCost: { points: 1_000_000, seconds: 60 },
  /** Guesses at one customer's password from one address. */
  loginFailuresPerPhoneAndIp: { points: 10, seconds: 900 },
  /** Guesses at one customer's password from anywhere: high, so that a stranger cannot lock a customer out. */
  loginFailuresPerPhone: { points: 100, seconds: 900 },
} as const satisfies Record<string, LimitPolicy>

export type LimitName = keyof typeof defaultPolicies

export type Limits = NamedLimits<LimitName>

export type LimitPolicies = Readonly<Record<LimitName, LimitPolicy>>

// Object.keys answers string[]; the table's keys are exactly LimitName.
export const limitNames = Object.keys(defaultPolicies) as [LimitName, ...LimitName[]]
