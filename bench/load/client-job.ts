import type { HttpRequest } from './load.ts'

/** What a client in Node is to do. */
export interface ClientJob {
  url: string
  connections: number
  /** Until when; `count` comes first where both are there. */
  seconds?: number
  /** So many requests in all, or so many flows of shopping. */
  count?: number
  /** Requests a second of all connections; as many as can be without. Shopping has none. */
  rate?: number
  work: { kind: 'requests'; requests: HttpRequest[] } | { kind: 'shopping'; carts: Carts }
}

/** What shoppers buy: two different products of so many, each with a phone and an address of their own. */
export interface Carts {
  checkoutPath: string
  verifyPath: string
  productIds: string[]
  discountCode?: string
}
