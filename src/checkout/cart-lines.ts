import { unitPrice } from '../catalog/prices.ts'
import { optionsKey } from '../catalog/product.ts'
import { heldUnits, lockStock, poolKey, type Stock, type StockPool, stockPool } from '../catalog/stock.ts'
import type { Prisma, Product, Store, Variant } from '../generated/prisma/client.ts'
import { unitsToHold } from '../orders/hold-limits.ts'
import { isUuid } from '../platform/uuid.ts'
import type { CartItem } from './cart-input.ts'
import type { Counting } from './counting.ts'
import { itemNotice, type Notice } from './notice.ts'
import type { PricedLine } from './pricing/quote.ts'

/** A cart item that was found in the store. */
export interface CartLine extends PricedLine {
  /** The item's index in the cart as it was sent. */
  item: number
  product: Product
  variant: Variant | null
  /** The requested option values by name. */
  options: Record<string, string> | null
  /** The stock counter of the line; null when the stock is not counted. */
  pool: StockPool | null
}

interface Selection {
  lines: CartLine[]
  notices: Notice[]
}

type ProductWithVariants = Product & { variants: Variant[] }

/** Finds the products and variants of the items, whatever their stock. Takes two SQL statements. */
export async function findLines(
  db: Prisma.TransactionClient,
  store: Store,
  items: readonly CartItem[],
): Promise<Selection> {
  const ids = [...new Set(items.map(({ id }) => id).filter(isUuid))]
  const products = await db.product.findMany({
    where: { storeId: store.id, id: { in: ids }, active: true },
    include: { variants: true },
  })
  const byId = new Map(products.map((product) => [product.id, product]))

  const selection: Selection = { lines: [], notices: [] }
  for (const [item, { id, qty, variant: options }] of items.entries()) {
    const product = byId.get(id.toLowerCase())
    const variant = product && findVariant(product, options)
    if (qty === 0) selection.notices.push(itemNotice('ITEM_INVALID', item, 'An item needs an id and a qty of 1 to 99.'))
    else if (!product) selection.notices.push(itemNotice('ITEM_UNAVAILABLE', item, 'This product is not available.'))
    else if (variant === undefined) {
      selection.notices.push(itemNotice('ITEM_UNAVAILABLE', item, `${product.name} is not available in this variant.`))
    } else {
      selection.lines.push({
        item,
        product,
        variant,
        options,
        qty,
        unitPrice: unitPrice(product, variant),
        taxRate: BigInt(product.taxRateMicro ?? store.taxRateMicro),
        pool: stockPool(product, variant),
      })
    }
  }
  return selection
}

/** Null for a product without variants; undefined when the product has variants and none has these options. */
function findVariant({ variants }: ProductWithVariants, options: CartItem['variant']): Variant | null | undefined {
  if (variants.length === 0) return null
  return options ? variants.find((variant) => variant.optionsKey === optionsKey(options)) : undefined
}

/** The units of one counter that one buyer can get. */
export interface UnitsLeft {
  /** Units that no pending order holds. */
  free: number
  /** Units that one buyer may hold without paying. */
  most: number
  /** The units of `most` that this buyer does not hold yet. */
  allowed: number
}

/** The units left for the buyer, by `poolKey`. With a lock, the counters cannot change until the transaction ends. */
export async function unitsLeft(
  db: Prisma.TransactionClient,
  store: Store,
  lines: readonly CartLine[],
  { lock, now, holdings, limits }: Counting,
): Promise<ReadonlyMap<string, UnitsLeft>> {
  const pools = lines.flatMap(({ pool }) => pool ?? [])
  const stock = lock ? await lockStock(db, store.id, pools) : stockAsRead(lines)
  const held = await heldUnits(db, store.id, [...new Set(pools.map(({ productId }) => productId))], now)
  return new Map(
    [...stock].map(([key, there]) => {
      const most = unitsToHold(limits, there)
      return [key, { free: there - (held.get(key) ?? 0), most, allowed: most - (holdings.units.get(key) ?? 0) }]
    }),
  )
}

const stockAsRead = (lines: readonly CartLine[]): Stock =>
  new Map(
    lines.flatMap(({ pool, product, variant }) =>
      pool ? [[poolKey(pool), (pool.variantId ? variant?.stock : product.stock) ?? 0] as const] : [],
    ),
  )

/**
 * Keeps the lines that are in stock and within the buyer's hold limit. Lines with the same counter are summed, and are
 * kept or dropped together.
 */
export function inStock(lines: readonly CartLine[], left: ReadonlyMap<string, UnitsLeft>): Selection {
  const asked = new Map<string, number>()
  for (const { pool, qty } of lines) {
    if (pool) asked.set(poolKey(pool), (asked.get(poolKey(pool)) ?? 0) + qty)
  }
  const selection: Selection = { lines: [], notices: [] }
  for (const line of lines) {
    const units = line.pool && (asked.get(poolKey(line.pool)) ?? 0)
    // When the counter is missing from `left`, its stock is no longer counted.
    const counter = line.pool && left.get(poolKey(line.pool))
    const refusal = counter && units !== null ? refuseUnits(line, units, counter) : null
    if (refusal) selection.notices.push(refusal)
    else selection.lines.push(line)
  }
  return selection
}

function refuseUnits({ item, product }: CartLine, units: number, { free, most, allowed }: UnitsLeft): Notice | null {
  if (units > free) return itemNotice('ITEM_OUT_OF_STOCK', item, `There is not enough of ${product.name} in stock.`)
  if (units <= allowed) return null
  return itemNotice('ITEM_LIMITED', item, `You can have at most ${most} of ${product.name} on order before you pay.`)
}
