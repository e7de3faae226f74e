import { REPLAYED_PREFIX, type Replay, type ReplayStep, type Slot, type Template } from './replay.ts'
import type { SentStatement, SentValue } from './sent-statements.ts'

export interface SeenStep {
  answer: string
  sent: SentStatement[]
}

export interface SeenPurchase {
  checkout: SeenStep
  pay: SeenStep
  verify: SeenStep
  /** What the buyer sent along. */
  phone: string
  address: string
  /** The two products of the cart. */
  cart: string[]
  /** What the provider called order and payment. */
  providerOrderId: string
  providerPaymentId: string
}

/** Whose rows and which products there are: all other UUIDs were made for this purchase. */
interface Shop {
  storeId: string
  productIds: string[]
}

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const ORDER_NUMBER = 'ORD-[0-9A-Z]{10}'
const TIME = '\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}(?:Z|\\+00:00)'
/** Of advisory locks: 64 bits. No amount and no phone has so many digits. */
const LOCK_KEY = '(?<!\\w)-?\\d{12,}(?!\\w)'

/** Finds what belongs to this one purchase wherever it stands, also within arrays and JSON. */
export function replayOf(seen: SeenPurchase, { storeId, productIds }: Shop): Replay {
  const { phone, address, cart, providerOrderId, providerPaymentId } = seen
  const given = new Map<string, Slot>([
    [phone, { kind: 'phone' }],
    [address, { kind: 'address' }],
    [providerOrderId, { kind: 'provider id', prefix: REPLAYED_PREFIX, length: providerOrderId.length }],
    [providerPaymentId, { kind: 'provider id', prefix: 'pay_', length: providerPaymentId.length }],
    ...cart.map((id, nth): [string, Slot] => [id, { kind: 'product', nth }]),
  ])
  const literals = [...given.keys()].map((text) => text.replaceAll('.', '\\.'))
  const changing = new RegExp(`(${[...literals, UUID, ORDER_NUMBER, TIME, LOCK_KEY].join('|')})`)
  const slots: Slot[] = []
  const numbers = new Map<string, number>()
  let begunAt = Number.NaN

  function slotOf(text: string): Slot {
    const known = given.get(text)
    if (known) return known
    if (text.startsWith('ORD-')) return { kind: 'order number' }
    const at = Date.parse(text)
    if (new RegExp(`^${TIME}$`).test(text)) {
      if (Number.isNaN(begunAt)) begunAt = at
      return { kind: 'time', afterMs: at - begunAt, ending: text.endsWith('Z') ? 'Z' : '+00:00' }
    }
    return { kind: new RegExp(`^${UUID}$`).test(text) ? 'uuid' : 'lock key' }
  }

  function numberOf(text: string): number {
    const known = numbers.get(text)
    if (known !== undefined) return known
    numbers.set(text, slots.length)
    return slots.push(slotOf(text)) - 1
  }

  // What a pattern with a group is split by stands between the pieces.
  const templateOf = (text: string): Template =>
    text
      .split(changing)
      .map((piece, index) => (index % 2 === 0 || piece === storeId ? piece : numberOf(piece)))
      .filter((part) => part !== '')
  const withSlots = (value: SentValue) => (typeof value === 'string' ? templateOf(value) : value)
  const stepOf = ({ answer, sent }: SeenStep): ReplayStep => ({
    statements: sent.map(({ text, values }) => ({ text, values: values.map(withSlots) })),
    answer: templateOf(answer),
  })
  const steps = { checkout: stepOf(seen.checkout), pay: stepOf(seen.pay), verify: stepOf(seen.verify) }
  return { slots, ...steps, productIds }
}
