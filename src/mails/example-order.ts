import type { Store } from '../generated/prisma/client.ts'
import { currencyExponent } from '../platform/money.ts'
import type { MailName } from './mail-name.ts'
import type { MailedStore, MailFacts } from './order-facts.ts'

/** Facts for a preview: an order that does not exist, in the store's currency. */
export function exampleOf(name: MailName, store: MailedStore & Pick<Store, 'currency'>, now: Date): MailFacts {
  const { currency } = store
  const unit = 10n ** BigInt(currencyExponent(currency))
  return {
    name,
    store,
    order: {
      ...{ orderNo: 'ORD-0123456789', createdAt: now, currency, provider: null },
      ...{ subtotal: 300n * unit, discountAmount: 30n * unit, discountCode: 'WELCOME', loyaltyDiscount: 0n },
      ...{ shippingFee: 40n * unit, taxAmount: 0n, taxInclusive: false, total: 310n * unit },
      ...{ buyerName: 'Asha Rao', buyerPhone: '+91 98765 43210', buyerEmail: 'asha@example.com' },
      ...{ buyerAddress: '12 Lake Road, Kolkata 700029', buyerNotes: null },
      ...{ carrier: 'Road Runners', trackingNumber: 'RR 123' },
      trackingUrl: 'https://track.example/RR123',
      needsAttention: 'Paid when there was not enough in stock of: Assam.',
      items: [
        { name: 'Assam', options: { size: '250g' }, optionNames: ['size'], unitPrice: 100n * unit, qty: 2 },
        { name: 'Cup', options: null, optionNames: [], unitPrice: 100n * unit, qty: 1 },
      ],
    },
    refund: name === 'ORDER_REFUNDED' ? { amount: 310n * unit, currency, extent: 'all' } : null,
  }
}
