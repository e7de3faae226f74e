import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Store } from '../../src/generated/prisma/client.ts'
import { jobHandlers } from '../../src/process/job-handlers.ts'
import { buyer, dataOf, notify, orderRow, paidNotice, productIdOf, razorpay, receiptOf } from '../support/buying.ts'
import { clientOf } from '../support/client.ts'
import { type FakePayment, type FakeProvider, startFakeProvider } from '../support/fake-provider.ts'
import { needs, noCluster } from '../support/needs.ts'
import { type Owner, ownerOf } from '../support/owner.ts'
import { refundBy, refundNotice, refundRows } from '../support/refunding.ts'
import { generousHolds, openShop, type Shop } from '../support/shop.ts'

// What no operation calls: notices of the provider, and reconciliation, which looks for refunds on every shard.
describe('on a cluster', needs(noCluster()), () => {
  let shop: Shop
  let provider: FakeProvider
  let store: Store
  let owner: Owner
  let now = new Date('2026-06-01T10:00:00Z')

  beforeAll(async () => {
    provider = await startFakeProvider(razorpay)
    shop = await openShop({ clock: () => now, paymentsUrl: provider.url, holdLimits: generousHolds })
    store = await shop.addStore({
      store: { payments: razorpay },
      products: [{ slug: 'tea', name: 'Tea', price: 100, stock: 100 }],
      discounts: [{ code: 'TEN', type: 'percent', value: 10 }],
    })
    owner = await ownerOf(shop, store)
  })
  afterAll(async () => {
    await shop.close()
    await provider.close()
  })

  /** An order of 180 rupees. */
  async function buy(): Promise<{ orderNo: string; payment: FakePayment }> {
    const client = clientOf(shop, store.subdomain, 'REST')
    const items = [{ id: await productIdOf(shop, store, 'tea'), qty: 2 }]
    const { orderNo, providerOrderId } = await dataOf(client.checkout({ items, buyer, discountCode: 'TEN' }))
    const payment = provider.pay(providerOrderId)
    await dataOf(client.verify(receiptOf(payment)))
    return { orderNo, payment }
  }
  const reconcile = (ms: number) => {
    now = new Date(now.getTime() + ms)
    return jobHandlers(shop.services)['payment-reconciliation']({}, new AbortController().signal)
  }
  const useKeys = (keySecret: string) =>
    shop.database.prisma.paymentAccount.update({
      where: { storeId: store.id },
      data: { sealedKeySecret: shop.services.seal.seal(store.id, keySecret) },
    })
  const sendNotice = async (body: string) =>
    expect(await notify(shop, store.subdomain, body)).toMatchObject({ status: 200 })

  it('reconciliation ends refunds whose answer was lost, and alerts the owner to one that it cannot follow', async () => {
    const bought = [await buy(), await buy()]
    for (const { orderNo } of bought) {
      provider.next = ['closeUnanswered']
      await refundBy(owner, orderNo, { restock: true })
    }
    await reconcile(60_000)
    expect((await refundRows(shop, store)).map(({ status }) => status)).toEqual(['PROCESSED', 'PROCESSED'])

    const { orderNo } = await buy()
    provider.next = ['closeUnanswered']
    await refundBy(owner, orderNo)
    await useKeys('a-secret-of-another-merchant')
    await reconcile(4 * 86_400_000)
    await useKeys(razorpay.keySecret)
    expect((await orderRow(shop, store, orderNo)).needsAttention).toContain('does not tell of it any more')
    await owner.ask(`mutation { markRefunded(orderNo: "${orderNo}") { id } }`)
    expect(await orderRow(shop, store, orderNo)).toMatchObject({ paymentStatus: 'REFUNDED', needsAttention: null })
  })

  it('notices record a refund, its failure, and that the payment was less', async () => {
    const { orderNo, payment } = await buy()
    const made = provider.refund(payment.id, 10_000)
    await sendNotice(refundNotice(made))
    await sendNotice(paidNotice({ ...payment, amount: 10_000 }))
    expect(await orderRow(shop, store, orderNo)).toMatchObject({ paymentStatus: 'REFUNDED', refundedAmount: 10000n })
    await sendNotice(refundNotice(made, 'refund.failed'))
    expect((await orderRow(shop, store, orderNo)).needsAttention).toContain('The refund of ₹100.00 failed')
  })
})
