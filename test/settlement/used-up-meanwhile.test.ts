import { describe, expect, it } from 'vitest'
import { createWebhook } from '../../src/commerce/webhooks/change-webhook.ts'
import { Prisma } from '../../src/generated/prisma/client.ts'
import { ownAddress } from '../support/addresses.ts'
import { dataOf, pay, productIdOf } from '../support/buying.ts'
import { onCluster } from '../support/citus-cluster.ts'
import { clientOf, interfaces } from '../support/client.ts'
import { lock, untilWaiting } from '../support/locks.ts'
import { needs, noServer } from '../support/needs.ts'
import { newPhone } from '../support/phones.ts'
import { forAllTests, openShop } from '../support/shop.ts'

const PAID = 4
const ALERT = 'Its discount code ONCE had been used as often as it may be: the discount was given once more.'

// Who waits for whom on a cluster is known to its workers alone.
describe.skipIf(onCluster())(
  'a code that may be used once, in orders that are paid at once',
  needs(noServer),
  async () => {
    const shop = await forAllTests(openShop({ limitsOff: true }))
    const { prisma } = shop.database

    const cases = interfaces.flatMap((by) => [
      { by, of: 'by anybody', limit: { usageLimit: 1 }, isCustomer: false },
      { by, of: 'by a guest', limit: { perCustomerLimit: 1 }, isCustomer: false },
      { by, of: 'by a customer', limit: { perCustomerLimit: 1 }, isCustomer: true },
    ])
    it.each(cases)('marks all but one in every way, over $by: $of', async ({ by, limit, isCustomer }) => {
      const store = await shop.addStore({
        store: { payments: { provider: 'sandbox' }, ownerEmail: 'owner@example.com' },
        products: [{ slug: 'tea', name: 'Tea', price: 100 }],
        discounts: [{ code: 'ONCE', type: 'fixed', value: 10, ...limit }],
      })
      await createWebhook({ services: shop.services, store }, { url: 'https://hooks.example/' })
      const client = clientOf(shop, store.subdomain, by)
      const id = await productIdOf(shop, store, 'tea')
      const buyer = { name: 'Ravi', phone: newPhone() }
      const signup = { name: 'Ravi', phone: buyer.phone, password: 'correct horse' }
      const token = isCustomer ? (await dataOf(client.signUp(signup))).token : undefined
      const caller = { ip: ownAddress(), token }
      const receipts: Record<string, unknown>[] = []
      for (let n = 0; n < PAID; n += 1) {
        const placed = await dataOf(client.checkout({ items: [{ id, qty: 1 }], buyer, discountCode: 'ONCE' }, caller))
        receipts.push(await pay(shop, placed.providerOrderId))
      }
      // Each has looked at the code before any has counted its use.
      const discounts = Prisma.sql`SELECT id FROM discounts WHERE store_id = ${store.id}::uuid FOR UPDATE`
      const release = await lock(prisma, discounts)
      const verified = Promise.all(receipts.map((receipt) => dataOf(client.verify(receipt))))
      await untilWaiting(prisma, PAID)
      await release()
      await verified

      const where = { storeId: store.id }
      const orders = await prisma.order.findMany({ where })
      expect(orders.map(({ status, needsAttention }) => [status, needsAttention]).sort()).toEqual(
        [...Array.from({ length: PAID - 1 }, () => ['CONFIRMED', ALERT]), ['CONFIRMED', null]].sort(),
      )
      const events = await prisma.orderEvent.findMany({ where: { ...where, kind: 'paid' } })
      expect(events.filter(({ detail }) => detail.includes(ALERT))).toHaveLength(PAID - 1)
      const messages = await prisma.webhookMessage.findMany({ where: { ...where, type: 'order.needs_attention' } })
      expect(messages).toHaveLength(PAID - 1)
      const jobs = await prisma.$queryRaw<{ data: { mails: { name: string }[] } }[]>`
      SELECT data FROM pgboss.job WHERE name = 'order-mail' AND data ->> 'storeId' = ${store.id}`
      const mails = jobs.flatMap(({ data }) => data.mails.map(({ name }) => name))
      expect(mails.filter((name) => name === 'NEEDS_ATTENTION')).toHaveLength(PAID - 1)
      expect(mails.filter((name) => name === 'NEW_ORDER')).toHaveLength(PAID)
    })
  },
)
