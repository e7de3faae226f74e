import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { QuoteInput } from '../../src/commerce/checkout/pricing/quote.ts'
import { deliveryOf } from '../../src/commerce/delivery/order-delivery.ts'
import type { OrderWithItems } from '../../src/commerce/orders/lock-order.ts'
import { paymentOf } from '../../src/commerce/payments/methods/order-payment.ts'
import { cases } from '../support/chance.ts'
import { placed, quotedAgain } from './placed-order.ts'
import { anyOrder, CURRENCIES } from './pricing/orders.ts'

const ORDERS = cases(600, 10_000)

const sum = (shares: readonly (bigint | null)[]) => shares.reduce<bigint>((total, share) => total + (share ?? -1n), 0n)

describe.each(CURRENCIES)('the row of an order in %s', (currency) => {
  const forOrders = (check: (order: OrderWithItems, input: QuoteInput) => void) =>
    fc.assert(
      fc.property(anyOrder(currency), (input) => {
        check(placed(currency, input), input)
      }),
      { numRuns: Math.ceil(ORDERS / CURRENCIES.length) },
    )

  it('has amounts that the shares of its lines and its fees add up to', () => {
    forOrders((order, { fulfilment }) => {
      const { items, subtotal, discountAmount, loyaltyDiscount, shippingFee, taxAmount, taxInclusive, total } = order
      expect(sum(items.map(({ discount }) => discount))).toBe(discountAmount)
      expect(sum(items.map((item) => item.loyaltyDiscount))).toBe(loyaltyDiscount)
      expect(sum(items.map(({ tax }) => tax))).toBe(taxAmount)
      expect(subtotal - discountAmount - loyaltyDiscount + shippingFee + (taxInclusive ? 0n : taxAmount)).toBe(total)

      if (!fulfilment?.delivery) return
      const fees = [deliveryOf(order)?.fee ?? '0', paymentOf(order)?.fee ?? '0']
      expect(sum(fees.map(BigInt))).toBe(shippingFee)
    })
  })

  it('gives the same shares again where its lines are from before they were stored', () => {
    forOrders((order) => {
      const again = quotedAgain(order)
      expect(again.lines.map(({ discount, loyaltyDiscount, tax }) => ({ discount, loyaltyDiscount, tax }))).toEqual(
        order.items.map(({ discount, loyaltyDiscount, tax }) => ({ discount, loyaltyDiscount, tax })),
      )
      const { subtotal, discountAmount, loyaltyDiscount, taxAmount, total } = order
      expect(again).toMatchObject({ subtotal, discount: discountAmount, loyaltyDiscount, tax: taxAmount, total })
    })
  })
})
