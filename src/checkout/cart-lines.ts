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

/** An item of a cart that can be bought. */
export interface CartLine extends PricedLine {
  /** Its place in the cart as it was sent. */
  item: number
  product: Product
  variant: Variant | null
  /** Option names to values, as they were sent. */
  options: Record<string, string> | null
  /** Who counts its units; null when nobody does. */
  pool: StockPool | null
}

interface Selection {
  lines: CartLine[]
  notices: Notice[]
}

type ProductWithVariants = Product & { variants: Variant[] }

/** The items that the store sells in the variant asked for, whatever is in stock. Two statements. */
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

/** Null for a product without variants; undefined when it has some and this is none of them. */
function findVariant({ variants }: ProductWithVariants, options: CartItem['variant']): Variant | null | undefined {
  if (variants.length === 0) return null
  return options ? variants.find((variant) => variant.optionsKey === optionsKey(options)) : undefined
}

/** What a counter has for one buyer. */
export interface UnitsLeft {
  /** Units that nobody holds. */
  free: number
  /** Units that one buyer may hold before paying. */
  most: number
  /** How many of those this buyer does not hold yet. */
  allowed: number
}

/** What is left for the buyer, by `poolKey`. Locked until the transaction ends, or only looked at. */
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
 * The lines whose units are there, and that leave enough of them to others. Lines that share a stock are summed, and stay
 * or go together.
 */
export function inStock(lines: readonly CartLine[], left: ReadonlyMap<string, UnitsLeft>): Selection {
  const asked = new Map<string, number>()
  for (const { pool, qty } of lines) {
    if (pool) asked.set(poolKey(pool), (asked.get(poolKey(pool)) ?? 0) + qty)
  }
  const selection: Selection = { lines: [], notices: [] }
  for (const line of lines) {
    const units = line.pool && (asked.get(poolKey(line.pool)) ?? 0)
    // A counter that is gone from `left` is no longer counted.
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
