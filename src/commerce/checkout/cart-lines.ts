import type { Store } from '../../generated/prisma/client.ts'
import { MAX_QTY } from '../../shared/bounds.ts'
import type { CartItem } from '../carts/cart-line.ts'
import type { PricedProduct, PricedVariant } from '../catalog/priced-product.sql.ts'
import { unitPrice } from '../catalog/prices.ts'
import { optionsKey, optionsOfKey } from '../catalog/product.ts'
import { poolKey, type StockPool, stockPool } from '../catalog/stock/stock.ts'
import { type HoldLimits, unitsToHold } from '../orders/holds/hold-limits.ts'
import { ownUnits } from '../orders/holds/holdings.ts'
import type { CartFacts } from './cart-facts.sql.ts'
import { itemNotice, type Notice } from './notice.ts'
import type { PricedLine } from './pricing/quote.ts'

export interface CartLine extends PricedLine {
  item: number
  product: PricedProduct
  variant: PricedVariant | null
  options: Record<string, string> | null
  /** Null when the stock is not counted. */
  pool: StockPool | null
}

const INVALID = `An item needs the id of a product, a qty of 1 to ${MAX_QTY} and, if any, a variant of texts.`

interface Selection {
  lines: CartLine[]
  notices: Notice[]
}

export function findLines(
  store: Store,
  items: readonly CartItem[],
  products: ReadonlyMap<string, PricedProduct>,
): Selection {
  const selection: Selection = { lines: [], notices: [] }
  for (const [item, chosen] of items.entries()) {
    const { id, qty } = chosen
    const product = products.get(id.toLowerCase())
    const variant = product && findVariant(product, chosen)
    if (qty === 0) selection.notices.push(itemNotice('ITEM_INVALID', 'ITEM_MALFORMED', item, INVALID))
    else if (!product) {
      const message = 'This product is not available.'
      selection.notices.push(itemNotice('ITEM_UNAVAILABLE', 'PRODUCT_UNAVAILABLE', item, message))
    } else if (variant === undefined) {
      const notice =
        chosen.variant || chosen.variantId
          ? itemNotice(
              'ITEM_UNAVAILABLE',
              'VARIANT_UNAVAILABLE',
              item,
              `${product.name} is not available in this variant.`,
            )
          : itemNotice('ITEM_UNAVAILABLE', 'VARIANT_REQUIRED', item, `Choose a variant of ${product.name}.`)
      selection.notices.push(notice)
    } else {
      selection.lines.push({
        item,
        product,
        variant,
        options: chosen.variant ?? (variant && optionsOfKey(variant.optionsKey)),
        qty,
        unitPrice: unitPrice(product, variant),
        taxRate: BigInt(product.taxRateMicro ?? store.taxRateMicro),
        pool: stockPool(product, variant),
      })
    }
  }
  return selection
}

/** Null for a product without variants; undefined when none matches. */
function findVariant({ variants }: PricedProduct, chosen: CartItem): PricedVariant | null | undefined {
  const { variant: options } = chosen
  const id = chosen.variantId?.toLowerCase()
  if (variants.length === 0 && !id) return null
  if (!id && !options) return undefined
  return variants.find(
    (variant) => (!id || variant.id === id) && (!options || variant.optionsKey === optionsKey(options)),
  )
}

interface UnitsLeft {
  free: number
  /** For a buyer with too many unpaid orders; null otherwise. */
  limit: {
    /** Units that may be held unpaid. */
    most: number
    /** Less what other orders under the same keys hold. */
    allowed: number
  } | null
}

/** What identifies orders of the same goods: counters and products. */
export const thingsOf = (lines: readonly CartLine[]): ReadonlySet<string> =>
  new Set(lines.flatMap(({ product, variant, pool }) => [variant?.id ?? product.id, ...(pool ? [poolKey(pool)] : [])]))

export const unitsLeft = (
  lines: readonly CartLine[],
  { held, holdings }: Pick<CartFacts, 'held' | 'holdings'>,
  limits: HoldLimits,
): ReadonlyMap<string, UnitsLeft> =>
  new Map(
    lines.flatMap(({ pool, product, variant }): [string, UnitsLeft][] => {
      if (!pool) return []
      const key = poolKey(pool)
      const there = (pool.variantId ? variant?.stock : product.stock) ?? 0
      const free = there - (held.get(key) ?? 0) + ownUnits(holdings, key)
      if (!holdings.isLimited) return [[key, { free, limit: null }]]
      const most = unitsToHold(limits, there)
      return [[key, { free, limit: { most, allowed: most - (holdings.units.get(key) ?? 0) } }]]
    }),
  )

/** Keeps the lines in stock and within the buyer's limit. Lines of one counter stay or go together. */
export function inStock(lines: readonly CartLine[], left: ReadonlyMap<string, UnitsLeft>): Selection {
  const asked = new Map<string, number>()
  for (const { pool, qty } of lines) {
    if (pool) asked.set(poolKey(pool), (asked.get(poolKey(pool)) ?? 0) + qty)
  }
  const selection: Selection = { lines: [], notices: [] }
  for (const line of lines) {
    const units = line.pool && (asked.get(poolKey(line.pool)) ?? 0)
    const counter = line.pool && left.get(poolKey(line.pool))
    const refusal = counter && units !== null ? refuseUnits(line, units, counter) : null
    if (refusal) selection.notices.push(refusal)
    else selection.lines.push(line)
  }
  return selection
}

function refuseUnits({ item, product }: CartLine, units: number, { free, limit }: UnitsLeft): Notice | null {
  if (units > free) {
    const message = `There is not enough of ${product.name} in stock.`
    return itemNotice('ITEM_OUT_OF_STOCK', 'OUT_OF_STOCK', item, message)
  }
  if (!limit || units <= limit.allowed) return null
  const message = `Because earlier orders were not paid, you can have at most ${limit.most} of ${product.name} on order until you pay one.`
  return itemNotice('ITEM_LIMITED', 'TOO_MANY_UNPAID_UNITS', item, message)
}
