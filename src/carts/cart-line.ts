import { optionsKey } from '../catalog/product.ts'
import { Problem } from '../platform/problem.ts'

export const MAX_ITEMS = 100
export const MAX_QTY = 99

export const TOO_MANY_ITEMS = `Too many items (max ${MAX_ITEMS}).`

/** A product, in the variant that is chosen. */
interface Chosen {
  /** The product's id. */
  id: string
  /** The chosen options by name; null for none. */
  variant: Record<string, string> | null
  /** The variant's id, beside or in place of its options. A stored line has only an id that its product does not have. */
  variantId?: string | null | undefined
}

/** So many of a product. */
export interface CartItem extends Chosen {
  qty: number
}

/** A line of a cart as it is stored. No other line of the cart has the same product and variant. */
export interface StoredLine extends CartItem {
  /** What the product was called when it was put there, for when it is sold no more; null when it was not sold then. */
  name: string | null
}

/** Changes of a cart: `items` are what it holds from then on, the others change single lines of it. */
export interface LineChanges {
  items?: readonly CartItem[] | undefined
  add?: readonly CartItem[] | undefined
  /** A `qty` of 0 removes the line. */
  set?: readonly CartItem[] | undefined
  /** Without a `qty` the whole line goes. */
  remove?: readonly (Chosen & { qty?: number | undefined })[] | undefined
}

/** What a cart holds. */
export interface CartContent {
  lines: readonly StoredLine[]
  discountCode: string | null
  loyaltyPoints: number | null
}

/** The names of products that are sold, by id. */
export type Names = Readonly<Record<string, string>>

/** Variants by id, with what each is made of. */
export type KnownVariants = Readonly<Record<string, { productId: string; options: Record<string, string> }>>

/** Puts options in the place of ids, as lines are stored: the same variant is one line, however it was chosen. */
export function withOptions<Line extends Chosen>(lines: readonly Line[] | undefined, variants: KnownVariants) {
  return lines?.map(({ variantId, ...line }) => {
    if (variantId == null) return line
    const known = variants[variantId.toLowerCase()]
    const isMeant =
      known?.productId === line.id && (!line.variant || optionsKey(line.variant) === optionsKey(known.options))
    return isMeant ? { ...line, variant: known.options } : { ...line, variantId }
  })
}

/** What a cart's lines may grow to, in bytes of JSON without the names, which the store has given. */
const MAX_BYTES = 16_384

/**
 * The lines after the changes, first `remove`, then `set`, then `add`. Lines that stay keep their places.
 * @throws Problem BAD_USER_INPUT when a line would have more than `MAX_QTY`, or the cart too many lines
 */
export function changedLines(lines: readonly StoredLine[], changes: LineChanges, names: Names): StoredLine[] {
  const { items, add = [], set = [], remove = [] } = changes
  const changed = linesByKey(items ? [] : lines)
  const earlierNames = new Map(lines.map(({ id, name }) => [id, name]))
  const qtyOf = (item: Chosen) => changed.get(lineKey(item))?.qty ?? 0
  const put = ({ id, variant, variantId }: Chosen, qty: number) => {
    const line = { id, variant, ...(variantId && { variantId }), qty, name: names[id] ?? earlierNames.get(id) ?? null }
    if (qty > 0) changed.set(lineKey(line), line)
    else changed.delete(lineKey(line))
  }
  for (const item of remove) put(item, item.qty === undefined ? 0 : qtyOf(item) - item.qty)
  for (const item of set) put(item, item.qty)
  for (const item of items ?? add) put(item, qtyOf(item) + item.qty)

  const result = [...changed.values()]
  if (result.length > MAX_ITEMS) throw refused(TOO_MANY_ITEMS)
  if (result.some(({ qty }) => qty > MAX_QTY)) throw refused(`At most ${MAX_QTY} of an item fit into a cart.`)
  // Two carts that were merged may come to more, of which something can still be removed.
  if (sizeOf(result) > Math.max(MAX_BYTES, sizeOf(lines))) throw refused('The cart is too large (max 16 KiB).')
  return result
}

/** Both carts' lines: quantities add up to `MAX_QTY` at most. What would be beyond `MAX_ITEMS` lines is left out. */
export function mergedLines(lines: readonly StoredLine[], others: readonly StoredLine[]): StoredLine[] {
  const merged = linesByKey(lines)
  for (const line of others) {
    const there = merged.get(lineKey(line))
    merged.set(lineKey(line), there ? { ...there, qty: Math.min(there.qty + line.qty, MAX_QTY) } : line)
  }
  return [...merged.values()].slice(0, MAX_ITEMS)
}

/** What is left of a cart once so much of it is bought. An empty cart keeps neither code nor points. */
export function unbought(cart: CartContent, bought: readonly CartItem[]): CartContent {
  const lines = unboughtLines(cart.lines, bought)
  const { discountCode, loyaltyPoints } = lines.length === 0 ? { discountCode: null, loyaltyPoints: null } : cart
  return { lines, discountCode, loyaltyPoints }
}

/** A text that two carts share when they hold the same, in whatever order, under whatever names. */
export const contentKey = ({ lines, discountCode, loyaltyPoints }: CartContent): string =>
  JSON.stringify([lines.map((line) => [lineKey(line), line.qty]).sort(), discountCode, loyaltyPoints])

/** What is left of the lines once so much of them is bought; more may have been added meanwhile. */
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
  Buffer.byteLength(JSON.stringify(lines.map(({ name: _, ...line }) => line)))

/** A Map keeps its entries in the order in which they came, also when one is replaced. */
const linesByKey = (lines: readonly StoredLine[]) => new Map(lines.map((line) => [lineKey(line), line]))

const lineKey = ({ id, variant, variantId }: Chosen): string =>
  `${id} ${variant === null ? '' : optionsKey(variant)}${variantId ? ` ${variantId}` : ''}`

const refused = (message: string) => new Problem('BAD_USER_INPUT', message)
