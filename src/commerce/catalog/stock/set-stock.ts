import type { Context } from '../../../api/context.ts'
import type { Prisma, Product } from '../../../generated/prisma/client.ts'
import { lockRow } from '../../../platform/database/row-lock.sql.ts'
import { labelledText } from '../../../platform/input/labelled-text.ts'
import { inputRules, optional, parseInput } from '../../../platform/input/parse-input.ts'
import { MAX_INTEGER } from '../../../platform/integer.ts'
import { Problem } from '../../../platform/problem.ts'
import { isUuid } from '../../../platform/uuid.ts'
import { MAX_REASON } from '../../../shared/bounds.ts'
import { ValueType } from '../../history/change-kinds.ts'
import { type ChangedBy, recordChange } from '../../history/record-change.ts'
import { changeContent } from '../../stores/change-content.ts'
import { emitEvents } from '../../webhooks/emit-events.ts'
import { fieldOf } from '../change/product-changes.ts'
import type { ProductQuery } from '../list-owner-products.ts'
import { getOwnerProduct } from '../list-owner-products.ts'
import { chosenOptions } from '../product.ts'
import { lowStockEvents } from './low-stock.ts'

type OwnersContext = Pick<Context, 'services' | 'store'> & ChangedBy

interface Counter {
  productId: string
  variantId?: string | null | undefined
}

interface StockCount extends Counter {
  /** Null stops counting. */
  stock?: number | null | undefined
  /** The count that the owner saw. */
  basedOn?: number | null | undefined
}

/** Only if it still equals `basedOn`. @throws Problem BAD_USER_INPUT, NOT_FOUND; CONFLICT with the current count */
export async function setStock(context: OwnersContext, input: StockCount, query: ProductQuery = {}): Promise<Product> {
  const { stock, basedOn, ...counter } = input
  if (stock === undefined)
    throw new Problem('BAD_USER_INPUT', 'stock: expected a number of units, or null to stop counting', {
      field: 'stock',
    })
  if (basedOn === undefined) {
    throw new Problem(
      'BAD_USER_INPUT',
      'basedOn: expected the stock that you read last, or null if it is not counted',
      {
        field: 'basedOn',
      },
    )
  }
  if (stock !== null && stock < 0)
    throw new Problem('BAD_USER_INPUT', `stock: expected at least 0, found ${stock}`, { field: 'stock' })
  await recount(context, counter, (found) => {
    if (found === basedOn) return stock
    throw new Problem(
      'CONFLICT',
      `The stock is ${countText(found)} now, no longer ${countText(basedOn)}. Count again, and send it based on that.`,
      { reason: 'OUTDATED_VERSION' },
    )
  })
  return getOwnerProduct(context, input.productId, query)
}

const countText = (stock: number | null) => (stock === null ? 'not counted' : String(stock))

interface StockMove extends Counter {
  /** Units; negative to remove them. */
  by: number
  /** For the history. */
  reason?: string | null | undefined
}

const reasonInput = inputRules({
  required: [],
  missing: '',
  fields: { reason: optional(labelledText({ label: 'Reason', max: MAX_REASON, trim: true })) },
})

/** Refuses to go below 0: the records are wrong then. @throws Problem BAD_USER_INPUT, NOT_FOUND, CONFLICT */
export async function changeStock(
  context: OwnersContext,
  { by, reason: reasonGiven, ...counter }: StockMove,
  query: ProductQuery = {},
): Promise<Product> {
  const { reason = '' } = parseInput(reasonInput, { reason: reasonGiven })
  const next = (found: number | null) => {
    if (found === null) {
      throw new Problem('BAD_USER_INPUT', 'The stock is not counted. setStock, based on null, begins to count it.')
    }
    if (found + by > MAX_INTEGER)
      throw new Problem('BAD_USER_INPUT', `by: expected at most ${MAX_INTEGER - found}, found ${by}`, { field: 'by' })
    if (found + by < 0)
      throw new Problem('CONFLICT', `There are only ${found} in stock: ${-by} cannot be taken away.`, {
        reason: 'OUT_OF_STOCK',
      })
    return found + by
  }
  await recount(context, counter, next, reason)
  return getOwnerProduct(context, counter.productId, query)
}

const notFound = ({ variantId }: Counter) =>
  variantId == null
    ? new Problem('NOT_FOUND', 'Product not found', { reason: 'PRODUCT_NOT_FOUND' })
    : new Problem('NOT_FOUND', 'Variant not found', { reason: 'VARIANT_NOT_FOUND' })

/** Locks the row first, so that concurrent orders run before or after. May emit a low-stock event. */
function recount(
  context: OwnersContext,
  counter: Counter,
  next: (found: number | null) => number | null,
  reason = '',
): Promise<void> {
  const { services, store } = context
  return changeContent(context, async (tx) => {
    const found = await lockCounter(tx, store.id, counter)
    if (!found) throw notFound(counter)
    const stock = next(found.stock)
    const key = { storeId_id: { storeId: store.id, id: counter.variantId ?? counter.productId } }
    if (counter.variantId == null) {
      await tx.product.update({ where: key, data: { stock, updatedAt: services.clock() } })
    } else await tx.variant.update({ where: key, data: { stock } })

    const pool = { productId: counter.productId, variantId: counter.variantId ?? null }
    const move = {
      pool,
      name: found.name,
      options: chosenOptions(found),
      before: units(found.stock),
      after: units(stock),
    }
    await emitEvents(tx, services, store.id, ({ lowStockThreshold }) => lowStockEvents([move], lowStockThreshold))
    if (found.stock === stock) return
    const values = { from: unitsText(found.stock), to: unitsText(stock) }
    const field = { name: fieldOf('stock', found), ...values, type: ValueType.NUMBER }
    const subject = { subject: 'PRODUCT', subjectId: counter.productId, subjectName: found.name } as const
    await recordChange(tx, context, { ...subject, action: 'CHANGED', fields: [field], detail: reason })
  })
}

const unitsText = (stock: number | null): string | null => (stock === null ? null : String(stock))

/** A stock that is not counted is never low. */
const units = (stock: number | null) => stock ?? Number.POSITIVE_INFINITY

async function lockCounter(tx: Prisma.TransactionClient, storeId: string, { productId, variantId }: Counter) {
  if (!isUuid(productId) || (variantId != null && !isUuid(variantId))) return undefined
  if (variantId == null) {
    if (!(await lockRow(tx, 'products', { storeId, id: productId }))) return undefined
    const key = { storeId_id: { storeId, id: productId } }
    const product = await tx.product.findUniqueOrThrow({ where: key, select: { name: true, stock: true } })
    return { ...product, options: null, optionNames: [] }
  }
  if (!(await lockRow(tx, 'variants', { storeId, id: variantId, productId }))) return undefined
  const { product, ...variant } = await tx.variant.findUniqueOrThrow({
    where: { storeId_id: { storeId, id: variantId } },
    select: { stock: true, options: true, optionNames: true, product: { select: { name: true } } },
  })
  return { ...variant, name: product.name }
}
