import type { Context } from '../../src/api/context.ts'
import type { CartLine } from '../../src/commerce/checkout/cart-lines.ts'
import type { Fulfilled } from '../../src/commerce/checkout/delivery/fulfilment.ts'
import { newOrder } from '../../src/commerce/checkout/new-order.ts'
import { type Quote, type QuoteInput, quote } from '../../src/commerce/checkout/pricing/quote.ts'
import type { OrderWithItems } from '../../src/commerce/orders/lock-order.ts'
import type { PaymentOffer } from '../../src/commerce/payments/methods/payment-offer.ts'
import { currencyExponent } from '../../src/platform/money.ts'
import { newUuid } from '../../src/platform/uuid.ts'

const lineOf = (priced: QuoteInput['lines'][number], item: number): CartLine => ({
  ...priced,
  ...{ item, variant: null, options: null, pool: null },
  product: {
    ...{ id: newUuid(item), name: `Tea ${item}`, price: priced.unitPrice, salePrice: null, taxRateMicro: null },
    ...{ stock: null, sku: null, weight: null, variants: [] },
  },
})

const offer: Omit<PaymentOffer, 'code' | 'confirm' | 'paidOnDelivery'> = {
  ...{ kind: 'COD', name: 'Cash on delivery', instructions: '', fee: 0n, minTotal: null, maxTotal: null },
  ...{ deliveryMethods: [], zones: null, postalCodes: null, signedIn: false, maxRefusals: null },
  ...{ confirmAboveTotal: null, confirmAboveUnits: null },
  holdHours: 24,
}

/** `cod` is paid at the door, `transfer` waits for the owner, and other methods do neither. */
const offerOf = (code: string): PaymentOffer => ({
  ...offer,
  code,
  confirm: code === 'transfer' ? 'OWNER' : 'AUTO',
  paidOnDelivery: code === 'cod',
})

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
    payment: payment.taken && { offer: offerOf(payment.taken.code), fee: payment.taken.fee },
  }
}

/** The row of an order with such a price. */
export function placed(currency: string, input: QuoteInput): OrderWithItems {
  const priced = quote(input)
  // Neither services nor the rest of the store have a part in the amounts.
  const context = { services: { holdMinutes: 15 }, store: { id: newUuid(0), currency } } as unknown as Context
  return newOrder(context, {
    ...{ customerId: null, payerAddress: null, cartId: null, account: null, mustWait: false, now: input.now },
    buyer: { name: 'Asha', phone: '98765 43210', address: '4 Hill Road', addressParts: null },
    wish: { destination: null, method: null, paymentMethod: null },
    priced: {
      ...{ lines: input.lines.map(lineOf), quote: priced, discount: null, notices: [] },
      fulfilled: fulfilledBy(input, priced),
    },
  })
}

/** The quote that an order's amounts make: a fixed code of its discount, one point worth what was paid in points. */
export const quotedAgain = ({ items, currency, ...order }: OrderWithItems): Quote =>
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
