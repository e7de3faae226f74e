import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CartLine } from '../../src/checkout/cart-lines.ts'
import type { Fulfilled } from '../../src/checkout/delivery/fulfilment.ts'
import { newOrder } from '../../src/checkout/new-order.ts'
import { type Quote, type QuoteInput, quote } from '../../src/checkout/pricing/quote.ts'
import type { Context } from '../../src/graphql/context.ts'
import type { OrderWithItems } from '../../src/orders/lock-order.ts'
import { deliveryOf } from '../../src/orders/order-delivery.ts'
import { paymentOf } from '../../src/payments/methods/order-payment.ts'
import type { PaymentOffer } from '../../src/payments/methods/payment-offer.ts'
import { currencyExponent } from '../../src/platform/money.ts'
import { newUuid } from '../../src/platform/uuid.ts'
import { long } from '../support/chance.ts'
import { anyOrder, CURRENCIES } from './pricing/orders.ts'

const ORDERS = long ? 10_000 : 600

const lineOf = (priced: QuoteInput['lines'][number], item: number): CartLine => ({
  ...priced,
  ...{ item, variant: null, options: null, pool: null },
  product: {
    ...{ id: newUuid(item), name: `Tea ${item}`, price: priced.unitPrice, salePrice: null, taxRateMicro: null },
    ...{ stock: null, sku: null, weight: null, variants: [] },
  },
})

const offer: Omit<PaymentOffer, 'code'> = {
  ...{ kind: 'COD', name: 'Cash on delivery', instructions: '', fee: 0n, minTotal: null, maxTotal: null },
  ...{ deliveryMethods: [], zones: null, postalCodes: null, signedIn: false, maxRefusals: null },
  ...{ confirm: 'AUTO', holdHours: 24, paidOnDelivery: true },
}

/** What the buyer gets of what the quote has chosen. */
const fulfilledBy = ({ fulfilment }: QuoteInput, { delivery, payment }: Quote): Fulfilled => {
  const method = fulfilment?.delivery?.methods.find(({ code }) => code === delivery?.taken?.code)
  const named = { name: '', description: '', kind: 'DELIVERY' as const, minDays: null, maxDays: null, pickup: null }
  return {
    ...{ destination: null, zone: method ? 'home' : null, deliveryOptions: [], paymentOptions: [], notices: [] },
    delivery:
      method && delivery?.taken
        ? { method: { ...method, ...named }, fee: delivery.taken.fee, from: null, until: null }
        : null,
    payment: payment.taken && { offer: { ...offer, code: payment.taken.code }, fee: payment.taken.fee },
  }
}

/** The row of an order with such a price. */
function placed(currency: string, input: QuoteInput): OrderWithItems {
  const priced = quote(input)
  // Neither services nor the rest of the store have a part in the amounts.
  const context = { services: { holdMinutes: 15 }, store: { id: newUuid(0), currency } } as unknown as Context
  return newOrder(context, {
    ...{ customerId: null, cartId: null, account: null, now: input.now },
    buyer: { name: 'Asha', phone: '98765 43210' },
    wish: { destination: null, method: null, paymentMethod: null },
    priced: {
      ...{ lines: input.lines.map(lineOf), quote: priced, discount: null, notices: [] },
      fulfilled: fulfilledBy(input, priced),
    },
  })
}

/** The quote that an order's amounts make: a fixed code of its discount, one point worth what was paid in points. */
const quotedAgain = ({ items, currency, ...order }: OrderWithItems): Quote =>
  quote({
    lines: items.map(({ unitPrice, qty, taxRateMicro }) => ({ unitPrice, qty, taxRate: BigInt(taxRateMicro) })),
    settings: {
      ...{ exponent: currencyExponent(currency), taxInclusive: order.taxInclusive },
      ...{ shippingFee: order.shippingFee, shippingFreeFrom: null },
      loyalty: {
        earnRate: 0n,
        redeemRate: order.loyaltyDiscount * 10n ** BigInt(6 - currencyExponent(currency)),
      },
    },
    discount: {
      ...{ type: 'FIXED', percent: null, amount: order.discountAmount, minSubtotal: null, maxDiscount: null },
      ...{ startsAt: null, endsAt: null, active: true, usesLeft: null, usesLeftForBuyer: null, withheld: null },
    },
    points: { requested: 1, available: 1 },
    ...{ earns: false, now: order.createdAt },
  })

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
