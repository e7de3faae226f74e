import type { Context } from '../../../api/context.ts'
import type { Store } from '../../../generated/prisma/client.ts'
import { inputRules, optional, parseInput } from '../../../platform/input/parse-input.ts'
import { currencyExponent, lineTotal } from '../../../platform/money.ts'
import { reducedLines, type UnitsOf } from '../../carts/cart-line.ts'
import { changeCart, createCart } from '../../carts/change-cart.ts'
import { type StoredCart, storeReduced } from '../../carts/stored-cart.ts'
import { getCart } from '../../carts/use-cart.ts'
import { chosenOptions } from '../../catalog/product.ts'
import { isFew, poolKey } from '../../catalog/stock/stock.ts'
import { deliveryWish, destinationOf, findDestination } from '../../delivery/destination.ts'
import { askerOf, discountBuyer } from '../../orders/holds/holders.ts'
import { readCart } from '../cart-facts.sql.ts'
import { type CartLine, unitsLeft } from '../cart-lines.ts'
import type { Fulfilled } from '../delivery/fulfilment.ts'
import { type Otherwise, wishOf } from '../delivery/wish.ts'
import type { Notice } from '../notice.ts'
import { priceWhatIsSold } from '../price-cart.ts'
import type { Quote } from '../pricing/quote.ts'

/** Amounts in subunits. */
export interface ShownCart {
  id: string
  items: ShownItem[]
  discountCode: string | null
  loyaltyPoints: number | null
  quote: Quote
  notices: Notice[]
  fulfilled: Fulfilled
  updatedAt: Date
}

export interface ShownItem {
  id: string
  variant: Record<string, string> | null
  /** Of the variant, or a given one that the product lacks. */
  variantId: string | null
  /** Null when never sold. */
  name: string | null
  /** As it is stored. Null without a picture, or when no longer sold. */
  picture: string | null
  /** Null when not sold. */
  unitPrice: bigint | null
  /** When it was added; null when not known. */
  addedPrice: bigint | null
  qty: number
  /** Null when not few, or not counted. */
  unitsLeft: number | null
  reducedFrom: number | null
  lineTotal: bigint | null
  available: boolean
  message: string | null
}

const showInput = inputRules({
  required: [],
  missing: '',
  fields: { to: optional(deliveryWish.omit({ method: true })) },
})

interface Asked {
  /** A `deliveryWish` without a method: where to deliver if the cart does not say. */
  to?: unknown
  toDefaultAddress?: boolean | null | undefined
  /** Whether lines are first reduced to what is left. */
  reduceToStock?: boolean | null | undefined
}

/** @throws Problem BAD_USER_INPUT, NOT_FOUND */
export async function showCart(
  context: Context,
  id: string,
  { to: asked, toDefaultAddress, reduceToStock }: Asked,
): Promise<ShownCart> {
  const { to } = parseInput(showInput, { to: asked })
  const otherwise = { to: destinationOf(to ?? {}, context.store), toDefaultAddress: toDefaultAddress ?? false }
  return shown(context, await getCart(context, id), id, { otherwise, reduces: reduceToStock === true })
}

/** @throws Problem BAD_USER_INPUT, RATE_LIMITED */
export async function showNewCart(context: Context, input: unknown): Promise<ShownCart> {
  const cart = await createCart(context, input)
  return shown(context, cart, cart.id)
}

/** @throws Problem BAD_USER_INPUT, NOT_FOUND, RATE_LIMITED, UNAVAILABLE */
export const showChangedCart = async (context: Context, id: string, input: unknown): Promise<ShownCart> =>
  shown(context, await changeCart(context, id, input), id)

interface Showing {
  otherwise?: Otherwise
  reduces?: boolean
}

/** Reserves nothing. */
async function shown(
  context: Context,
  stored: StoredCart,
  id: string,
  { otherwise, reduces = false }: Showing = {},
): Promise<ShownCart> {
  const { services, store } = context
  const { lines, discountCode, loyaltyPoints, delivery, paymentMethod, updatedAt } = stored
  const customer = await context.viewer()
  const cart = {
    items: lines,
    discountCode: discountCode ?? undefined,
    loyaltyPoints: loyaltyPoints ?? undefined,
    customer,
    buyer: customer && discountBuyer(customer.id, customer.phone),
    wish: await wishOf(context, customer, { delivery, paymentMethod, otherwise }, findDestination),
  }
  const now = services.clock()
  const holders = askerOf({ customer, ip: context.ip, cartIds: [stored.id, id.toLowerCase()] })
  const facts = await readCart(services, services.db.sql, store, cart, { holders, now, account: false, pictures: true })
  const terms = await context.terms()
  const priced = priceWhatIsSold(store, cart, facts, { now, limits: services.holdLimits, terms })
  const { found, quote, notices, fulfilled } = priced
  const sold = new Map(found.map((line) => [line.item, line]))
  const left = leftOf(lines, sold, unitsLeft(found, facts, services.holdLimits))
  if (reduces) {
    const reduced = reducedLines(lines, left)
    if (reduced.some((line, index) => line !== lines[index])) {
      return shown(context, await storeReduced(context, stored, reduced), id, { ...(otherwise && { otherwise }) })
    }
  }
  const refusals = new Map(notices.map(({ item, message }) => [item, message]))
  const items = lines.map(({ id, variant, variantId, qty, name, price, reducedFrom }, index): ShownItem => {
    const product = facts.products.get(id)
    const line = sold.get(index)
    const unitPrice = line?.unitPrice ?? null
    const message = refusals.get(index) ?? null
    return {
      id,
      qty,
      unitPrice,
      message,
      addedPrice: price === undefined ? null : BigInt(price),
      unitsLeft: shownLeft(left[index], qty, store),
      reducedFrom: reducedFrom ?? null,
      variant: chosenOptions({ options: variant, optionNames: line?.variant?.optionNames ?? [] }),
      variantId: line?.variant?.id ?? variantId ?? null,
      name: product?.name ?? name,
      picture: product?.picture ?? null,
      lineTotal: unitPrice === null ? null : lineTotal(unitPrice, qty, currencyExponent(store.currency)),
      available: message === null,
    }
  })
  return { id, items, discountCode, loyaltyPoints, quote, notices, fulfilled, updatedAt }
}

const leftOf = (
  lines: readonly unknown[],
  sold: ReadonlyMap<number, CartLine>,
  left: ReadonlyMap<string, { free: number }>,
): (UnitsOf | null)[] =>
  lines.map((_, index) => {
    const pool = sold.get(index)?.pool
    const counter = pool ? poolKey(pool) : null
    const units = counter === null ? undefined : left.get(counter)
    return counter === null || !units ? null : { counter, free: units.free }
  })

const shownLeft = (left: UnitsOf | null | undefined, qty: number, store: Store): number | null =>
  left && (left.free < qty || isFew(left.free, store)) ? Math.max(left.free, 0) : null
