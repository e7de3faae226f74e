import type { OwnerContext } from '../../api/context.ts'
import type { Order, OrderItem } from '../../generated/prisma/client.ts'
import { subunitsOf } from '../../platform/input/amounts.ts'
import { inputRules, parseInput } from '../../platform/input/parse-input.ts'
import { Problem } from '../../platform/problem.ts'
import type { OrderWithItems } from '../orders/lock-order.ts'
import { orderNotFound, orderNumberOf } from '../orders/order-number.ts'
import { pointsEntriesOf } from '../orders/orders.sql.ts'
import { pointsMoved } from '../orders/settle/order-points.ts'
import { stockReturned } from '../orders/settle/order-stock.ts'
import { getRefundable } from './record-refund.ts'
import { leftByHand } from './refund-by-hand.ts'
import { canBeAsked, checkProvider, type RefundInput, RefundWay, refundAmount } from './refund-order.ts'

/** Amounts in subunits of the order's currency. */
export interface RefundPreview {
  currency: string
  /** Why it would be refused; all else is then nothing. */
  refusal: string | null
  amount: bigint
  /** What can still be refunded. */
  left: bigint
  pointsReturned: number
  pointsTaken: number
  returnsDiscountUse: boolean
  restocked: OrderItem[]
}

type Scope = Pick<OwnerContext, 'services' | 'store'>
type Asked = Pick<RefundInput, 'orderNo' | 'amount' | 'restock' | 'by'>

const rules = inputRules({ required: [], missing: '', fields: { amount: refundAmount } })

/** What `refundOrder` would do now. Locks and changes nothing. @throws Problem NOT_FOUND, BAD_USER_INPUT */
export async function previewRefund(context: Scope, input: Asked): Promise<RefundPreview> {
  const { prisma } = context.services.db
  const { amount: asked } = parseInput(rules, { amount: input.amount })
  const order = await prisma.order.findFirst({
    where: { storeId: context.store.id, orderNo: orderNumberOf(input.orderNo) },
    include: { items: { orderBy: { position: 'asc' } } },
  })
  if (!order) throw orderNotFound()
  const { currency } = order
  const amount = asked === undefined ? null : subunitsOf(asked, currency)
  try {
    const left = await getLeft(context, order, amount, input.by === RefundWay.MANUAL)
    return {
      currency,
      refusal: null,
      left,
      ...(await effects(context, order, { amount: amount ?? left, left, restock: input.restock })),
    }
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'CONFLICT') throw error
    const none = { amount: 0n, left: 0n, pointsReturned: 0, pointsTaken: 0, returnsDiscountUse: false, restocked: [] }
    return { currency, refusal: error.message, ...none }
  }
}

/** @throws Problem CONFLICT */
async function getLeft(context: Scope, order: Order, amount: bigint | null, isByHand: boolean): Promise<bigint> {
  if (isByHand) return leftByHand(order, amount)
  checkProvider(order, await canBeAsked(context, order.orderNo))
  return (await getRefundable(context.services.db.prisma, order, amount)).left
}

async function effects(
  { services, store }: Scope,
  order: OrderWithItems,
  { amount, left, restock }: { amount: bigint; left: bigint; restock?: boolean | null | undefined },
) {
  const { prisma, sql } = services.db
  const isWhole = amount === left
  const after = isWhole ? 'all' : order.refundedAmount + amount
  const { id: orderId, customerId } = order
  const customer = customerId && (await prisma.customer.findFirst({ where: { storeId: store.id, id: customerId } }))
  const { back, away } = customer
    ? pointsMoved(order, await pointsEntriesOf(sql, order), { balance: customer.points, after })
    : { back: 0, away: 0 }
  const use =
    isWhole && (await prisma.discountUse.findFirst({ where: { storeId: store.id, orderId, expiresAt: null } }))
  return {
    amount,
    pointsReturned: back,
    pointsTaken: away,
    returnsDiscountUse: Boolean(use),
    restocked: restock
      ? stockReturned(await countedStock({ services, store }, order), order.items).map(({ item }) => item)
      : [],
  }
}

async function countedStock({ services, store }: Scope, { items }: OrderWithItems) {
  const { product, variant } = services.db.prisma
  const counted = (ids: string[]) => ({ storeId: store.id, id: { in: ids }, stock: { not: null } })
  const products = await product.findMany({ where: counted(items.map(({ productId }) => productId)) })
  const variants = await variant.findMany({ where: counted(items.flatMap(({ variantId }) => variantId ?? [])) })
  return new Map([...products, ...variants].map(({ id, stock }) => [id, stock ?? 0]))
}
