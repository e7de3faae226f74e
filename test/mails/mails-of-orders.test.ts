import { expect, it } from 'vitest'
import { sendOrderMails } from '../../src/commerce/mails/send-order-mails.ts'
import { buy, buyer, productIdOf } from '../support/buying.ts'
import { clientOf } from '../support/client.ts'
import { forAllTests } from '../support/for-all-tests.ts'
import { openOrderMailShop } from '../support/order-mails.ts'
import { ownerOf } from '../support/owner.ts'

const mailing = await forAllTests(openOrderMailShop())
const { shop } = mailing
const store = await shop.addStore({
  store: { ownerEmail: 'owner@example.com', payments: { provider: 'sandbox' } },
  products: [{ slug: 'tea', name: 'Tea', price: 100 }],
})
const owner = await ownerOf(shop, store)
const items = [{ id: await productIdOf(shop, store, 'tea'), qty: 1 }]
const purchase = async (email = 'asha@example.com') =>
  (await buy(shop, clientOf(shop, store.subdomain, 'REST'), { items, buyer: { ...buyer, email } })).orderNo as string
const mailsOf = async (orderNo: string) =>
  (await owner.ask(`{ order(orderNo: "${orderNo}") { mails { name recipient status failure sentAt } } }`)).order.mails

/** As the worker does it: the job stays, with what its last try said. */
async function tryJobs(state: 'retry' | 'failed', failing: string): Promise<void> {
  const jobs = await shop.database.prisma.$queryRaw<{ data: any }[]>`
    SELECT data FROM pgboss.job WHERE name = 'order-mail' AND state <> 'completed' AND data->>'storeId' = ${store.id}`
  const { mailer } = shop.services
  shop.services.mailer = {
    isSetUp: true,
    async send({ to }) {
      if (to === failing) throw new Error('No such mailbox')
    },
  }
  for (const { data } of jobs) {
    const outcome = await sendOrderMails(shop.services, data).catch((error: Error) => error)
    const output = outcome instanceof Error ? { message: outcome.message } : null
    await shop.database.executeSql(
      `UPDATE pgboss.job SET state = $3::pgboss.job_state, output = $4::jsonb WHERE name = 'order-mail' AND data->>'orderId' = $1 AND data->>'storeId' = $2`,
      [data.orderId, store.id, output ? state : 'completed', JSON.stringify(output)],
    )
  }
  shop.services.mailer = mailer
}

it('an order lists its mails from the first attempt on, with what became of them', async () => {
  const orderNo = await purchase()
  expect(await mailsOf(orderNo)).toEqual([])
  await tryJobs('retry', 'asha@example.com')
  const byName = (mails: any[]) => Object.fromEntries(mails.map(({ name, ...mail }) => [name, mail]))
  const waiting = byName(await mailsOf(orderNo))
  expect(waiting).toEqual({
    ORDER_CONFIRMED: { recipient: 'BUYER', status: 'WAITING', failure: 'No such mailbox', sentAt: null },
    NEW_ORDER: { recipient: 'OWNER', status: 'SENT', failure: null, sentAt: expect.any(String) },
  })
  await tryJobs('failed', 'asha@example.com')
  expect(byName(await mailsOf(orderNo)).ORDER_CONFIRMED).toEqual({
    ...waiting.ORDER_CONFIRMED,
    status: 'FAILED',
  })
  await shop.database.executeSql(`DELETE FROM pgboss.job WHERE data->>'storeId' = $1`, [store.id])
  expect(byName(await mailsOf(orderNo)).ORDER_CONFIRMED).toEqual({
    ...waiting.ORDER_CONFIRMED,
    ...{ status: 'FAILED', failure: null },
  })
})

it('the mails of a page of orders cost one look at the jobs, and none when all were sent', async () => {
  for (let at = 0; at < 3; at += 1) await purchase(`nobody-${at}@example.com`)
  await tryJobs('failed', 'nobody-1@example.com')
  const asked = async () => {
    shop.statements()
    const { orders } = await owner.ask('{ orders(first: 3) { nodes { mails { status failure } } } }')
    const statuses = orders.nodes.flatMap(({ mails }: any) => mails.map(({ status }: any) => status))
    return { statuses: statuses.sort(), looks: shop.statements().filter((sql) => /pgboss\.job/.test(sql)).length }
  }
  expect(await asked()).toEqual({ statuses: ['FAILED', 'SENT', 'SENT', 'SENT', 'SENT', 'SENT'], looks: 1 })
  await tryJobs('failed', 'nobody@example.com')
  expect(await asked()).toEqual({ statuses: ['SENT', 'SENT', 'SENT', 'SENT', 'SENT', 'SENT'], looks: 0 })
})
