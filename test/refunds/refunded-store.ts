import { expect } from 'vitest'
import type { Order, Store } from '../../src/generated/prisma/client.ts'
import {
  buyer,
  dataOf,
  notify,
  orderRow,
  productIdOf,
  razorpay,
  receiptOf,
  signUpWithPoints,
} from '../support/buying.ts'
import { clientOf } from '../support/client.ts'
import type { FakePayment, FakeProvider, FakeRefund } from '../support/fake-provider.ts'
import { type Owner, ownerOf } from '../support/owner.ts'
import { refundRows } from '../support/refunding.ts'
import type { Shop } from '../support/shop.ts'

export interface RefundedStore {
  store: Store
  owner: Owner
  mira: { id: string; token: string }
  /** An order of Mira's of 200 rupees that earns 20 points, confirmed by the widget's word, which knows no amount. */
  buy(discountCode?: string): Promise<{ orderNo: string; payment: FakePayment }>
  /** Delivers a notice of the provider. */
  sendNotice(body: string): Promise<void>
  order(orderNo: string): Promise<Order>
  /** Status, amount and share of the price of each refund. */
  rows(): Promise<unknown[]>
  mark(orderNo: string): Promise<any>
  /** The refund that the provider has made of the payment. */
  made(payment: FakePayment): FakeRefund
  /** Has the service use keys that the provider knows or not. */
  useKeys(keySecret: string, keyId?: string): Promise<unknown>
}

/** A store of its own with an account at the provider, which behaves well again. */
export async function openRefundedStore(shop: Shop, provider: FakeProvider): Promise<RefundedStore> {
  Object.assign(provider, { mode: 'ok', next: [], refundStatus: 'processed', complaint: 'The balance is too low' })
  const store = await shop.addStore({
    store: { payments: razorpay, loyalty: { enabled: true, earnRate: 0.1, redeemRate: 1 } },
    products: [{ slug: 'tea', name: 'Tea', price: 100, stock: 10 }],
    discounts: [{ code: 'NONE', type: 'fixed', value: 0.01, usageLimit: 5 }],
  })
  const owner = await ownerOf(shop, store)
  const client = clientOf(shop, store.subdomain, 'REST')
  const mira = await signUpWithPoints(shop, store, client, 0)
  return {
    ...{ store, owner, mira },
    async buy(discountCode) {
      const items = [{ id: await productIdOf(shop, store, 'tea'), qty: 2 }]
      const input = { items, buyer, ...(discountCode && { discountCode }) }
      const { orderNo, providerOrderId } = await dataOf(client.checkout(input, { token: mira.token }))
      const payment = provider.pay(providerOrderId)
      await dataOf(client.verify(receiptOf(payment)))
      return { orderNo, payment }
    },
    async sendNotice(body) {
      expect(await notify(shop, store.subdomain, body)).toEqual({ status: 200, body: { success: true } })
    },
    order: (orderNo) => orderRow(shop, store, orderNo),
    async rows() {
      const refunds = await refundRows(shop, store)
      return refunds.map(({ status, amount, ofPrice }) => [status, Number(amount), Number(ofPrice)])
    },
    mark: (orderNo) => owner.ask(`mutation { markRefunded(orderNo: "${orderNo}") { paymentStatus } }`),
    made({ id }) {
      const [refund] = provider.refunds.filter(({ payment_id }) => payment_id === id)
      if (!refund) throw new Error('The provider has made none')
      return refund
    },
    useKeys: (keySecret, keyId = razorpay.keyId) =>
      shop.database.prisma.paymentAccount.update({
        where: { storeId: store.id },
        data: { keyId, sealedKeySecret: shop.services.seal.seal(store.id, keySecret) },
      }),
  }
}
