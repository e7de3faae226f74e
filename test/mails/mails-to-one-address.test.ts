import { afterAll, expect, it } from 'vitest'
import type { OrderMails } from '../../src/commerce/mails/mail-name.ts'
import { sendOrderMails } from '../../src/commerce/mails/send-order-mails.ts'
import { createMailer } from '../../src/platform/mailer.ts'
import { ownAddress } from '../support/addresses.ts'
import { buy, dataOf, productIdOf } from '../support/buying.ts'
import { clientOf } from '../support/client.ts'
import { openMailServer } from '../support/mail-server.ts'
import { ownerOf } from '../support/owner.ts'
import { newPhone } from '../support/phones.ts'
import { forAllTests, openShop } from '../support/shop.ts'

const server = await openMailServer()
const shop = await forAllTests(openShop({ limitsOff: true }))
shop.services.mailer = createMailer({
  smtp: { smtpUrl: server.url, from: 'shop@example.com' },
  logger: shop.services.logger,
})
afterAll(() => server.close())

async function openTeaStore() {
  const store = await shop.addStore({
    store: {
      payments: { provider: 'sandbox' },
      ownerEmail: 'owner@example.com',
      paymentMethods: [{ code: 'cod', kind: 'cod', name: 'Cash on delivery' }],
    },
    products: [{ slug: 'tea', name: 'Tea', price: 100 }],
  })
  const id = await productIdOf(shop, store, 'tea')
  const client = clientOf(shop, store.subdomain, 'REST')
  const order = async (email: string) => {
    const buyer = { name: 'Asha', phone: newPhone(), email, address: '4 Hill Road' }
    const { orderNo } = await buy(shop, client, { items: [{ id, qty: 1 }], buyer }, { ip: ownAddress() })
    return orderNo
  }
  const orderInCash = async (email: string) => {
    const input = {
      items: [{ id, qty: 1 }],
      buyer: { name: 'Asha', phone: newPhone(), email, address: '4 Hill Road' },
      paymentMethod: 'cod',
    }
    return (await dataOf(client.checkout(input, { ip: ownAddress() }))).orderNo as string
  }
  return { store, owner: await ownerOf(shop, store), order, orderInCash }
}

async function runJobs() {
  const jobs = await shop.database.prisma.$queryRaw<{ data: OrderMails }[]>`
    DELETE FROM pgboss.job WHERE name = 'order-mail' RETURNING data`
  await Promise.all(jobs.map(({ data }) => sendOrderMails(shop.services, data)))
  return jobs
}

it('an address receives 20 mails about new orders of a store in a day, whoever gives it', async () => {
  const { owner, order } = await openTeaStore()
  const spellings = ['victim@example.com', 'Victim@Example.com']
  const placed: string[] = []
  for (let at = 0; at < 23; at += 1) placed.push(await order(spellings[at % 2] ?? ''))
  const jobs = await runJobs()
  const about = async (orderNo: string): Promise<{ name: string; status: string; failure: string | null }[]> =>
    (await owner.ask(`{ order(orderNo: "${orderNo}") { mails { name status failure } } }`)).order.mails
  const mails = (await Promise.all(placed.map(about))).flat()
  const outcomes = (name: string) =>
    mails
      .filter((mail) => mail.name === name)
      .map(({ status, failure }) => [status, failure].filter(Boolean).join(': '))
  const many =
    'NOT_SENT: The address has received 20 mails about new or cancelled orders that were not paid, on that day.'
  const countOf = (texts: string[]) =>
    Object.fromEntries([...new Set(texts)].map((text) => [text, texts.filter((other) => other === text).length]))
  expect(countOf(outcomes('ORDER_CONFIRMED'))).toEqual({ SENT: 20, [many]: 3 })
  expect(countOf(outcomes('NEW_ORDER'))).toEqual({ SENT: 23 })

  // A second attempt sends nothing again, nor what was not sent.
  const before = server.received.length
  expect(before).toBe(43)
  await Promise.all(jobs.map(({ data }) => sendOrderMails(shop.services, data)))
  expect(server.received).toHaveLength(before)

  // What the owner does is said in any case.
  await owner.ask(`mutation { setOrderStatus(orderNo: "${placed[0]}", status: SHIPPED) { orderNo } }`)
  await runJobs()
  expect(await about(placed[0] ?? '')).toContainEqual({ name: 'ORDER_SHIPPED', status: 'SENT', failure: null })

  // Other addresses and stores have their own counts, and no address is stored.
  await order('asha@example.com')
  await (await openTeaStore()).order('victim@example.com')
  const more = server.received.length
  await runJobs()
  expect(
    server.received
      .slice(more)
      .flatMap(({ to }) => to)
      .sort(),
  ).toEqual(['asha@example.com', 'owner@example.com', 'owner@example.com', 'victim@example.com'])
  const counts = await shop.database.prisma.codeMailDay.findMany()
  expect(JSON.stringify(counts)).not.toMatch(/example/i)
})

it('an order that was paid sends its mails, however many unpaid ones were placed with the address', async () => {
  const { store, order, orderInCash } = await openTeaStore()
  for (let at = 0; at < 22; at += 1) await orderInCash('victim@example.com')
  await runJobs()
  const paid = await order('victim@example.com')
  // As with a real provider: play money costs nothing, so that its orders are bounded as unpaid ones.
  const where = { storeId: store.id, orderNo: paid }
  await shop.database.prisma.order.updateMany({ where, data: { provider: 'RAZORPAY' } })
  const before = server.received.length
  await runJobs()
  expect(
    server.received
      .slice(before)
      .flatMap(({ to }) => to)
      .sort(),
  ).toEqual(['owner@example.com', 'victim@example.com'])
})
