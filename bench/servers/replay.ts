import { randomBytes } from 'node:crypto'
import { orderNumber } from '../../src/commerce/orders/order-number.ts'
import { newUuid } from '../../src/platform/uuid.ts'

/** What the service was seen to do for one purchase, made so that it can be done again as somebody else's. */
export interface Replay {
  /** What is different in each flow. */
  slots: Slot[]
  checkout: ReplayStep
  pay: ReplayStep
  verify: ReplayStep
  /** The cart varies among these. */
  productIds: string[]
}

export interface ReplayStep {
  statements: { text: string; values: (Template | { base64: string } | null)[] }[]
  answer: Template
}

/** Texts, and between them the numbers of the slots whose values belong there. */
export type Template = (string | number)[]

export type Slot =
  | { kind: 'uuid' | 'order number' | 'lock key' | 'phone' | 'address' }
  /** The first or the second of the cart. */
  | { kind: 'product'; nth: number }
  /** So long after the flow has begun, with the same ending. */
  | { kind: 'time'; afterMs: number; ending: string }
  /** What the payment provider calls something: this beginning, and the rest by lot. */
  | { kind: 'provider id'; prefix: string; length: number }

/** What the bare server has sent to its end, in flows. */
export interface Replayed {
  placed: number
  paid: number
  verified: number
  /** What PostgreSQL said when it failed. */
  failure: string | null
}

/** By this orders are known as replayed ones. */
export const REPLAYED_PREFIX = 'order_replayed_'

/** The values of the n-th flow's slots: apart from those of all others, ids in the order of time as the service's. */
export function slotValues({ slots, productIds }: Replay, n: number): string[] {
  const now = Date.now()
  return slots.map((slot) => slotValue(slot, productIds, n, now))
}

function slotValue(slot: Slot, productIds: readonly string[], n: number, now: number): string {
  switch (slot.kind) {
    case 'uuid':
      return newUuid(now)
    case 'order number':
      return orderNumber(randomBytes)
    case 'lock key':
      return String(randomBytes(8).readBigInt64BE())
    case 'phone':
      return `96${String(n).padStart(8, '0')}`
    case 'address':
      return `11.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`
    case 'product':
      // As in load/shopping.ts.
      return productIds[(n * 7 + slot.nth) % productIds.length] ?? ''
    case 'time':
      return new Date(now + slot.afterMs).toISOString().replace('Z', slot.ending)
    case 'provider id':
      return (slot.prefix + randomBytes(slot.length).toString('base64url')).slice(0, slot.length)
  }
}

export function filled(template: Template, values: readonly string[]): string {
  let text = ''
  for (const part of template) text += typeof part === 'number' ? values[part] : part
  return text
}
