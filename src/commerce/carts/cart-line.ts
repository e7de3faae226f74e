import { Problem } from '../../platform/problem.ts'
import { MAX_QTY } from '../../shared/bounds.ts'
import type { PricedProduct } from '../catalog/priced-product.sql.ts'
import { unitPrice } from '../catalog/prices.ts'
import { optionsKey } from '../catalog/product.ts'
import type { DeliveryWish } from '../delivery/destination.ts'

export const MAX_ITEMS = 100

export const TOO_MANY_ITEMS = `Too many items (max ${MAX_ITEMS}).`

interface Chosen {
  id: string
  variant: Record<string, string> | null
  /** With or instead of options. A stored line has only an id that its product lacks. */
  variantId?: string | null | undefined
}

export interface CartItem extends Chosen {
  qty: number
}

export interface StoredLine extends CartItem {
  /** The name when added, for products no longer sold; null when it was not sold then. */
  name: string | null
  /** What one cost when it was added, in subunits; absent when it was not sold then, and in older lines. */
  price?: string
  /** How many there were before only so many were left; absent once the shopper has changed the line. */
  reducedFrom?: number
}

/** `items` replaces all lines, the others change single ones. */
export interface LineChanges {
  items?: readonly CartItem[] | undefined
  add?: readonly CartItem[] | undefined
  /** A `qty` of 0 removes the line. */
  set?: readonly CartItem[] | undefined
  remove?: readonly (Chosen & { qty?: number | undefined })[] | undefined
}

export interface CartContent {
  lines: readonly StoredLine[]
  discountCode: string | null
  loyaltyPoints: number | null
  delivery: DeliveryWish | null
  paymentMethod: string | null
}

/** What is put into the cart, by id. */
export type Goods = ReadonlyMap<string, PricedProduct>

export type KnownVariants = Readonly<Record<string, { productId: string; options: Record<string, string> }>>

/** Replaces ids by options, as lines are stored: one variant is one line, however chosen. */
export function withOptions<Line extends Chosen>(lines: readonly Line[] | undefined, variants: KnownVariants) {
  return lines?.map(({ variantId, ...line }) => {
    if (variantId == null) return line
    const known = variants[variantId.toLowerCase()]
    const isMeant =
      known?.productId === line.id && (!line.variant || optionsKey(line.variant) === optionsKey(known.options))
    return isMeant ? { ...line, variant: known.options } : { ...line, variantId }
  })
}

/** Bytes of a cart's lines as JSON, without names. */
const MAX_BYTES = 16_384

/** Applies `remove`, then `set`, then `add`. @throws Problem BAD_USER_INPUT for too many units or lines */
export function changedLines(lines: readonly StoredLine[], changes: LineChanges, goods: Goods): StoredLine[] {
  const { items, add = [], set = [], remove = [] } = changes
  const changed = linesByKey(items ? [] : lines)
  const earlier = linesByKey(lines)
  const earlierNames = new Map(lines.map(({ id, name }) => [id, name]))
  const qtyOf = (item: Chosen) => changed.get(lineKey(item))?.qty ?? 0
  const put = ({ id, variant, variantId }: Chosen, qty: number, isAdded = false) => {
    const name = goods.get(id)?.name ?? earlierNames.get(id) ?? null
    const chosen = { id, variant, ...(variantId && { variantId }), qty, name }
    // Who changes the number of units has not looked at the product again.
    const price = (isAdded ? null : earlier.get(lineKey(chosen))?.price) ?? priceOf(chosen, goods)
    if (qty > 0) changed.set(lineKey(chosen), { ...chosen, ...(price !== null && { price }) })
    else changed.delete(lineKey(chosen))
  }
  for (const item of remove) put(item, item.qty === undefined ? 0 : qtyOf(item) - item.qty)
  for (const item of set) put(item, item.qty)
  for (const item of items ?? add) put(item, qtyOf(item) + item.qty, items === undefined)

  const result = [...changed.values()]
  if (result.length > MAX_ITEMS) throw refused(TOO_MANY_ITEMS)
  if (result.some(({ qty }) => qty > MAX_QTY)) throw refused(`At most ${MAX_QTY} of an item fit into a cart.`)
  // Merged carts may exceed the limit, but can shrink.
  if (sizeOf(result) > Math.max(MAX_BYTES, sizeOf(lines))) throw refused('The cart is too large (max 16 KiB).')
  return result
}

function priceOf({ id, variant: options }: Chosen, goods: Goods): string | null {
  const product = goods.get(id)
  const key = options && optionsKey(options)
  const variant = product?.variants.find(({ optionsKey }) => optionsKey === key) ?? null
  if (!product || (product.variants.length > 0 && variant === null)) return null
  return String(unitPrice(product, variant))
}

/** Lines with more units than are left have what is left, of those that share a counter the first. */
export function reducedLines(lines: readonly StoredLine[], left: readonly (UnitsOf | null)[]): StoredLine[] {
  const free = new Map(left.flatMap((units) => (units ? [[units.counter, Math.max(units.free, 0)]] : [])))
  return lines.map((line, index) => {
    const counter = left[index]?.counter
    const most = counter === undefined ? null : (free.get(counter) ?? 0)
    if (counter === undefined || most === null) return line
    const qty = Math.min(line.qty, most)
    free.set(counter, most - qty)
    // Of what is sold out the line stays as it is, and says so.
    return qty === line.qty || qty === 0 ? line : { ...line, qty, reducedFrom: line.reducedFrom ?? line.qty }
  })
}

/** Of what a line's units are counted, and how many can be bought. */
export interface UnitsOf {
  counter: string
  free: number
}

/** Quantities add up to `MAX_QTY`; lines beyond `MAX_ITEMS` are dropped. */
export function mergedLines(lines: readonly StoredLine[], others: readonly StoredLine[]): StoredLine[] {
  const merged = linesByKey(lines)
  for (const line of others) {
    const there = merged.get(lineKey(line))
    merged.set(lineKey(line), there ? { ...there, qty: Math.min(there.qty + line.qty, MAX_QTY) } : line)
  }
  return [...merged.values()].slice(0, MAX_ITEMS)
}

export function unbought(cart: CartContent, bought: readonly CartItem[]): CartContent {
  const lines = unboughtLines(cart.lines, bought)
  const { discountCode, loyaltyPoints } = lines.length === 0 ? { discountCode: null, loyaltyPoints: null } : cart
  const { delivery, paymentMethod } = cart
  return { lines, discountCode, loyaltyPoints, delivery, paymentMethod }
}

/** A text that two carts share when they hold the same, in whatever order, under whatever names. */
export const contentKey = ({ lines, discountCode, loyaltyPoints, delivery, paymentMethod }: CartContent): string =>
  JSON.stringify([
    lines.map((line) => [lineKey(line), line.qty]).sort(),
    discountCode,
    loyaltyPoints,
    ...(delivery || paymentMethod ? [delivery, paymentMethod] : []),
  ])

export function unboughtLines(lines: readonly StoredLine[], bought: readonly CartItem[]): StoredLine[] {
  const left = linesByKey(lines)
  for (const item of bought) {
    const line = left.get(lineKey(item))
    if (line && line.qty > item.qty) left.set(lineKey(item), { ...line, qty: line.qty - item.qty })
    else left.delete(lineKey(item))
  }
  return [...left.values()]
}

const sizeOf = (lines: readonly StoredLine[]): number =>
  Buffer.byteLength(JSON.stringify(lines.map(({ name: _, price: __, reducedFrom: ___, ...line }) => line)))

/** A Map keeps its order when an entry is replaced. */
const linesByKey = (lines: readonly StoredLine[]) => new Map(lines.map((line) => [lineKey(line), line]))

const lineKey = ({ id, variant, variantId }: Chosen): string =>
  `${id} ${variant === null ? '' : optionsKey(variant)}${variantId ? ` ${variantId}` : ''}`

const refused = (message: string) => new Problem('BAD_USER_INPUT', message)
