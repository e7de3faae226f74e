import type { Order, OrderItem } from '../../../generated/prisma/client.ts'
import { columnsOf } from '../../../platform/database/store-statement.ts'
import { toMainUnits } from '../../../platform/money.ts'
import { orderedOptions } from '../../catalog/product.ts'

const shown = [
  'id',
  'customerId',
  'orderNo',
  'buyerName',
  'buyerEmail',
  'buyerAddress',
  'buyerAddressParts',
  'status',
  'paymentStatus',
  'currency',
  'subtotal',
  'discountAmount',
  'loyaltyDiscount',
  'shippingFee',
  'taxAmount',
  'taxInclusive',
  'total',
  'refundedAmount',
  'collectedAmount',
  'carrier',
  'trackingNumber',
  'trackingUrl',
  'paymentMethod',
  'paymentTerms',
  'delivery',
  'readyAt',
  'holdExpiresAt',
  'createdAt',
  'updatedAt',
  'version',
] as const satisfies (keyof Order)[]

const shownOfItem = ['productId', 'name', 'options', 'optionNames', 'qty'] as const satisfies (keyof OrderItem)[]

type ShownItem = Pick<OrderItem, (typeof shownOfItem)[number] | 'unitPrice'>

/** The buyer's next order. */
export interface NextOrder {
  orderNo: string
  currency: string
  /** JSON of PostgreSQL: subunits in digits. */
  total: string
}

export type ShownOrder = Pick<Order, (typeof shown)[number]> & {
  /** JSON of PostgreSQL, with amounts as texts; null when there are none. */
  items: (Omit<ShownItem, 'unitPrice'> & { unitPrice: string })[] | null
  /** Has taken over what this order, still unpaid, had reserved. */
  replacedBy: NextOrder | null
}

/**
 * Derived, because a checkout that wrote to the order it replaces could deadlock with its settlement. A hold that was
 * taken over has ended early, or has been forgiven since. A guest's phone alone names nobody: whoever knows it would be
 * shown the orders of its owner.
 */
const replacedBy = `CASE
  WHEN orders.status = 'PENDING' AND orders.payment_method IS NULL AND NOT EXISTS (
    SELECT FROM order_holders
    WHERE store_id = $1 AND order_id = orders.id AND expires_at >= orders.hold_expires_at
  ) THEN (
    SELECT json_build_object('orderNo', next.order_no, 'currency', next.currency, 'total', next.total::text)
    FROM orders AS next
    WHERE next.store_id = $1 AND next.created_at > orders.created_at AND next.created_at < orders.hold_expires_at
      AND next.status NOT IN ('CANCELLED', 'FAILED')
      AND (
        next.customer_id = orders.customer_id OR next.cart_id = orders.cart_id
        OR 2 = (
          SELECT count(*) FROM order_holders AS its
          JOIN order_holders AS the_next_ones ON the_next_ones.store_id = $1 AND the_next_ones.order_id = next.id
            AND the_next_ones.holder = its.holder
          WHERE its.store_id = $1 AND its.order_id = orders.id
            AND (its.holder LIKE 'address:%' OR its.holder LIKE 'phone:%' OR its.holder LIKE 'text:%')
        )
      )
      AND EXISTS (
        SELECT FROM order_items AS bought
        JOIN order_items AS before ON before.store_id = $1 AND before.order_id = orders.id
          AND before.product_id = bought.product_id AND before.variant_id IS NOT DISTINCT FROM bought.variant_id
        WHERE bought.store_id = $1 AND bought.order_id = next.id
      )
    ORDER BY next.created_at DESC LIMIT 1
  )
END`

/** For a SELECT from `orders` with the store's id as `$1`. */
export const shownColumns = `${columnsOf(shown)}, (
  SELECT json_agg(line) FROM (
    SELECT ${columnsOf(shownOfItem)}, unit_price::text AS "unitPrice" FROM order_items
    WHERE store_id = $1 AND order_id = orders.id ORDER BY position
  ) AS line) AS items, ${replacedBy} AS "replacedBy"`

/** Of an order that is no longer pending. */
export const shownOrder = (order: Order, items: readonly OrderItem[]): ShownOrder => ({
  ...order,
  items: items.map(({ unitPrice, ...item }) => ({ ...item, unitPrice: String(unitPrice) })),
  replacedBy: null,
})

type AmountName =
  | 'subtotal'
  | 'discountAmount'
  | 'loyaltyDiscount'
  | 'shippingFee'
  | 'taxAmount'
  | 'total'
  | 'refundedAmount'
  | 'collectedAmount'

/** Main units of the order's currency, which may differ from the store's. */
export const inMainUnits =
  <Name extends AmountName>(name: Name) =>
  (order: Pick<Order, Name | 'currency'>): number =>
    toMainUnits(order[name], order.currency)

interface Amount {
  description: string
  resolve: (order: Pick<Order, AmountName | 'currency' | 'paymentStatus'>) => number
}

export const shownAmounts = <Field>(expose: (amount: Amount) => Field) => ({
  discountAmount: expose({
    description: 'The amount deducted by the discount code.',
    resolve: inMainUnits('discountAmount'),
  }),
  loyaltyDiscount: expose({
    description: 'The amount deducted by the redeemed points.',
    resolve: inMainUnits('loyaltyDiscount'),
  }),
  shippingFee: expose({ description: 'The shipping fee.', resolve: inMainUnits('shippingFee') }),
  total: expose({ description: 'The total amount to pay.', resolve: inMainUnits('total') }),
  refundedAmount: expose({
    description: 'The amount that has been refunded to the buyer.',
    resolve: refundedInMainUnits,
  }),
})

/** An order marked as refunded before amounts were stored counts as refunded in full. */
export const refundedOf = ({
  refundedAmount,
  paymentStatus,
  total,
}: Pick<Order, 'refundedAmount' | 'paymentStatus' | 'total'>): bigint =>
  paymentStatus === 'REFUNDED' && refundedAmount === 0n ? total : refundedAmount

export const refundedInMainUnits = (
  order: Pick<Order, 'refundedAmount' | 'paymentStatus' | 'total' | 'currency'>,
): number => toMainUnits(refundedOf(order), order.currency)

export const shownTexts = <Field>(
  expose: (name: 'orderNo' | 'buyerName' | 'currency', options: { description: string }) => Field,
) => ({
  orderNo: expose('orderNo', { description: 'The order number, as the buyer and the owner see it.' }),
  buyerName: expose('buyerName', { description: 'The name of the buyer.' }),
  currency: expose('currency', { description: 'The currency of the amounts, as an ISO 4217 code.' }),
})

export const shownShipping = <Field>(
  expose: (
    name: 'carrier' | 'trackingNumber' | 'trackingUrl',
    options: { nullable: true; description: string },
  ) => Field,
) => ({
  carrier: expose('carrier', { nullable: true, description: 'The carrier; null if not given.' }),
  trackingNumber: expose('trackingNumber', {
    nullable: true,
    description: 'The carrier’s tracking number; null if there is none.',
  }),
  trackingUrl: expose('trackingUrl', {
    nullable: true,
    description: 'The URL of the carrier’s tracking page; null if not given.',
  }),
})

export type ItemOfOrder = ShownItem & { currency: string }

export const itemsOfOrder = ({ items, currency }: Pick<ShownOrder, 'items' | 'currency'>): ItemOfOrder[] =>
  (items ?? []).map((item) => ({ ...item, unitPrice: BigInt(item.unitPrice), currency }))

export const itemPrice = {
  description: 'The price per unit, in main currency units.',
  resolve: ({ unitPrice, currency }: ItemOfOrder): number => toMainUnits(unitPrice, currency),
}

export const itemOptions = {
  description: 'The options of the variant; empty if the product had no variants.',
  resolve: (item: ItemOfOrder) => orderedOptions(item),
}

/** The order's provider never changes; a free order has none. */
export const isPlayMoney = ({ provider }: Pick<Order, 'provider'>): boolean => provider === 'SANDBOX'
