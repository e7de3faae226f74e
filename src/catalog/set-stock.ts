import { Prisma, type Product } from '../generated/prisma/client.ts'
import type { Context } from '../platform/context.ts'
import { Problem } from '../platform/problem.ts'
import { isUuid } from '../platform/uuid.ts'
import type { ProductQuery } from './list-products.ts'
import { getOwnerProduct } from './owner-products.ts'

/** PostgreSQL's integer. */
const MOST = 2_147_483_647

type OwnersContext = Pick<Context, 'services' | 'store'>

/** Where the units are counted: at the product, or at one of its variants. */
interface Counter {
  productId: string
  variantId?: string | null | undefined
}

export interface StockCount extends Counter {
  /** Units that there are; null: not counted. */
  stock?: number | null | undefined
  /** What was there when the owner counted. */
  basedOn?: number | null | undefined
}

/**
 * Sets a count where it still is what it was when the owner looked, so that no sale meanwhile is lost.
 * @throws Problem BAD_USER_INPUT, NOT_FOUND; CONFLICT, telling the count, when it is another
 */
export async function setStock(context: OwnersContext, input: StockCount, query: ProductQuery = {}): Promise<Product> {
  const { stock, basedOn, ...counter } = input
  if (stock === undefined)
    throw new Problem('BAD_USER_INPUT', 'stock: expected a number of units, or null: not counted')
  if (basedOn === undefined) {
    throw new Problem('BAD_USER_INPUT', 'basedOn: expected the stock that you have read last, or null: not counted')
  }
  if (stock !== null && stock < 0) throw new Problem('BAD_USER_INPUT', `stock: expected at least 0, found ${stock}`)
  const isSet = await updateCounter(
    context,
    counter,
    Prisma.sql`${stock}::int`,
    Prisma.sql`stock IS NOT DISTINCT FROM ${basedOn}::int`,
  )
  if (!isSet) {
    const found = await readCounter(context, counter)
    throw new Problem(
      'CONFLICT',
      `The stock is ${countText(found)} now, no longer ${countText(basedOn)}. Count again, and send it based on that.`,
    )
  }
  return getOwnerProduct(context, input.productId, query)
}

const countText = (stock: number | null) => (stock === null ? 'not counted' : String(stock))

/**
 * Adds units to a count, or takes some away. More than there are is refused, rather than taken as far as it goes: the
 * shelf and the books differ then, and somebody has to look.
 * @throws Problem BAD_USER_INPUT, NOT_FOUND; CONFLICT when there are too few
 */
export async function changeStock(
  context: OwnersContext,
  { by, ...counter }: Counter & { by: number },
  query: ProductQuery = {},
): Promise<Product> {
  const isChanged = await updateCounter(
    context,
    counter,
    Prisma.sql`stock + ${by}::int`,
    Prisma.sql`stock::bigint + ${by}::int BETWEEN 0 AND ${MOST}::int`,
  )
  if (!isChanged) {
    const found = await readCounter(context, counter)
    if (found === null) {
      throw new Problem('BAD_USER_INPUT', 'The stock is not counted. setStock, based on null, begins to count it.')
    }
    if (by > 0) throw new Problem('BAD_USER_INPUT', `by: expected at most ${MOST - found}, found ${by}`)
    throw new Problem('CONFLICT', `There are only ${found} in stock: ${-by} cannot be taken away.`)
  }
  return getOwnerProduct(context, counter.productId, query)
}

/** In one statement, so that whatever orders do at the same moment comes before it or after it. */
async function updateCounter(
  { services, store }: OwnersContext,
  { productId, variantId }: Counter,
  stock: Prisma.Sql,
  condition: Prisma.Sql,
): Promise<boolean> {
  if (!isUuid(productId) || (variantId != null && !isUuid(variantId))) return false
  const count =
    variantId == null
      ? await services.prisma.$executeRaw`
          UPDATE products SET stock = ${stock}, updated_at = ${services.clock()}
          WHERE store_id = ${store.id}::uuid AND id = ${productId}::uuid AND ${condition}`
      : await services.prisma.$executeRaw`
          UPDATE variants SET stock = ${stock}
          WHERE store_id = ${store.id}::uuid AND id = ${variantId}::uuid AND product_id = ${productId}::uuid AND ${condition}`
  return count > 0
}

/** @throws Problem NOT_FOUND */
async function readCounter(
  { services: { prisma }, store: { id: storeId } }: OwnersContext,
  { productId, variantId }: Counter,
): Promise<number | null> {
  const isProduct = isUuid(productId)
  const counter =
    variantId == null
      ? isProduct && (await prisma.product.findUnique({ where: { storeId_id: { storeId, id: productId } } }))
      : isProduct &&
        isUuid(variantId) &&
        (await prisma.variant.findFirst({ where: { storeId, id: variantId, productId } }))
  if (!counter) throw new Problem('NOT_FOUND', variantId == null ? 'Product not found' : 'Variant not found')
  return counter.stock
}
