import { describe, expect, it } from 'vitest'
import { PermanentFailure } from '../../src/platform/jobs/job-kind.ts'
import { buy, buyer, dataOf, orderRow, pay, productIdOf, signUpWithPoints } from '../support/buying.ts'
import { clientOf } from '../support/client.ts'
import { forAllTests } from '../support/for-all-tests.ts'
import { headerOf, readable } from '../support/mail-server.ts'
import { openOrderMailShop } from '../support/order-mails.ts'
import { ownerOf } from '../support/owner.ts'
import { refundBy } from '../support/refunding.ts'

const NAME = 'Assam <script>alert(1)</script>'
const asha = { ...buyer, name: 'Asha & Co', email: 'asha@example.com', address: '12 Lake Road\nKolkata' }

const mailing = await forAllTests(openOrderMailShop({ clock: () => new Date('2026-06-01T20:15:00Z') }))
const store = await mailing.shop.addStore({
  store: {
    ...{ businessName: 'Søren’s Tea', ownerEmail: 'owner@example.com', payments: { provider: 'sandbox' } },
    shipping: { fee: 40 },
  },
  products: [
    { slug: 'tea', name: NAME, price: 1_250.5, stock: 1_000 },
    { slug: 'last', name: 'Last one', price: 10, stock: 1 },
    { slug: 'gift', name: 'Gift', price: 0 },
  ],
})
const owner = await ownerOf(mailing.shop, store)
const client = clientOf(mailing.shop, store.subdomain, 'REST')
const tea = [{ id: await productIdOf(mailing.shop, store, 'tea'), qty: 2 }]

const purchase = (more: object = {}) => buy(mailing.shop, client, { items: tea, buyer: asha, ...more })
const deliver = () => mailing.deliver(store)
const move = (orderNo: string, status: string, more = '') =>
  owner.ask(`mutation { setOrderStatus(orderNo: "${orderNo}", status: ${status}${more}) { status } }`)
/** A paid order whose first mails are gone. */
async function reported() {
  const { orderNo } = await purchase()
  await deliver()
  return orderNo as string
}

describe('a sale', () => {
  it('is mailed to the buyer and to the owner, once each, with time and amounts of the store', async () => {
    const { orderNo } = await purchase()
    const jobs = await mailing.jobs(store)
    for (const job of [...jobs, ...jobs]) await mailing.run(job)
    const mails = mailing.take().toSorted((one, other) => (one.to < other.to ? -1 : 1))
    expect(mails.map(({ to, subject }) => ({ to, subject }))).toEqual([
      { to: 'asha@example.com', subject: `Your order ${orderNo} at Søren’s Tea` },
      { to: 'owner@example.com', subject: `New order ${orderNo}: ₹2,541.00` },
    ])
    const [mail, ownersMail] = mails
    expect(mail?.text).toBe(
      [
        'Thank you for your order at Søren’s Tea. It is confirmed, and we are getting it ready.',
        'This is a test order, paid with play money: nothing is charged or shipped.',
        // 20:15 UTC in the store's time zone.
        `Order: ${orderNo}\nPlaced: 2 June 2026 at 01:45`,
        `2 × ${NAME}  ₹2,501.00`,
        'Subtotal: ₹2,501.00\nShipping: ₹40.00\nTotal: ₹2,541.00',
        'Søren’s Tea',
      ].join('\n\n'),
    )
    expect(mail?.html).toContain('2 × Assam &lt;script&gt;alert(1)&lt;/script&gt;')
    expect(mail?.html).not.toContain('<script')
    // It comes from the store, whose owner gets the replies.
    const sender = (header: string) => readable(headerOf(mail?.headers ?? [], header))
    expect(sender('from')).toBe('Søren’s Tea <shop@example.com>')
    expect(sender('reply-to')).toBe('Søren’s Tea <owner@example.com>')
    expect(headerOf(ownersMail?.headers ?? [], 'from')).toBe('shop@example.com')
    expect(ownersMail?.text).toContain('Buyer: Asha & Co\nPhone: 98765 43210\nEmail: asha@example.com')
    expect(ownersMail?.text).toContain('Address: 12 Lake Road Kolkata')
    expect(ownersMail?.html).toContain('Asha &amp; Co')
    expect(headerOf(ownersMail?.headers ?? [], 'reply-to')).toContain('<asha@example.com>')
  })

  it('that costs nothing is mailed as well', async () => {
    const gift = [{ id: await productIdOf(mailing.shop, store, 'gift'), qty: 1 }]
    // What is shipped costs something.
    await owner.ask(`mutation { updateStore(input: { shipping: { fee: 0 } }, version: 1) { version } }`)
    await dataOf(client.checkout({ items: gift, buyer: asha }))
    expect((await deliver()).map(({ to }) => to).toSorted()).toEqual(['asha@example.com', 'owner@example.com'])
  })

  it('that was paid too late alerts the owner', async () => {
    const last = [{ id: await productIdOf(mailing.shop, store, 'last'), qty: 1 }]
    const { orderNo, providerOrderId } = await dataOf(client.checkout({ items: last, buyer: asha }))
    await mailing.shop.database.prisma.product.updateMany({ where: { slug: 'last' }, data: { stock: 0 } })
    await dataOf(client.verify(await pay(mailing.shop, providerOrderId)))
    const call = (await deliver()).find(({ subject }) => subject.includes('needs your attention'))
    expect(call).toMatchObject({ to: 'owner@example.com', subject: `Order ${orderNo} needs your attention` })
    expect(call?.text).toContain('\n\nPaid when there was not enough in stock of: Last one.\n\n')
  })

  it('without an address queues nothing for the buyer, and without an owner’s no job at all', async () => {
    const { jobs, shop } = mailing
    await buy(shop, client, { items: tea, buyer })
    expect((await jobs(store)).map(({ mails }) => mails.map(({ name }) => name))).toEqual([['NEW_ORDER']])
    const silent = await shop.addStore({
      store: { payments: { provider: 'sandbox' } },
      products: [{ slug: 'tea', name: 'Tea', price: 100 }],
    })
    const items = [{ id: await productIdOf(shop, silent, 'tea'), qty: 1 }]
    const { orderNo } = await buy(shop, clientOf(shop, silent.subdomain, 'REST'), { items, buyer })
    const by = await ownerOf(shop, silent)
    await by.ask(`mutation { setOrderStatus(orderNo: "${orderNo}", status: SHIPPED) { status } }`)
    expect(await jobs(silent)).toEqual([])
  })

  it('that is refused notifies nobody', async () => {
    const placed = await dataOf(client.checkout({ items: tea, buyer: asha }))
    await client.verify(await pay(mailing.shop, placed.providerOrderId, 'fail'))
    expect(await mailing.jobs(store)).toEqual([])
  })
})

it('replies of buyers go where the owner wants them', async () => {
  const { version } = (await owner.ask('{ store { version } }')).store
  await owner.ask(`mutation { updateStore(input: { replyTo: "help@example.com" }, version: ${version}) { replyTo } }`)
  await purchase()
  const mail = (await deliver()).find(({ to }) => to === asha.email)
  expect(readable(headerOf(mail?.headers ?? [], 'reply-to'))).toBe('Søren’s Tea <help@example.com>')
})

describe('afterwards the buyer is mailed', () => {
  it('that the order is on its way, and how', async () => {
    const orderNo = await reported()
    const url = 'https://track.example/?a=1&b=2'
    await move(orderNo, 'SHIPPED', `, carrier: "Road Runners", trackingNumber: "RR 1", trackingUrl: "${url}"`)
    const [mail, ...more] = await deliver()
    expect(more).toEqual([])
    expect(mail).toMatchObject({ to: 'asha@example.com', subject: `Your order ${orderNo} is on its way` })
    expect(mail?.text).toContain(`Carrier: Road Runners\nTracking number: RR 1\nTracking: ${url}`)
    expect(mail?.html).toContain('<a href="https://track.example/?a=1&amp;b=2"')
    await move(orderNo, 'DELIVERED')
    expect(await deliver()).toEqual([])
  })

  it('that it was cancelled, not by whom; and the owner that a refund is due', async () => {
    const orderNo = await reported()
    await move(orderNo, 'CANCELLED')
    const mails = await deliver()
    expect(mails.map(({ to, subject }) => `${to} ${subject}`).toSorted()).toEqual([
      `asha@example.com Your order ${orderNo} was cancelled`,
      `owner@example.com Order ${orderNo} needs your attention`,
    ])
    expect(mails.find(({ to }) => to === asha.email)?.text).not.toMatch(/owner|by you/i)
  })

  it('of each refund: how much it is, and whether it is all', async () => {
    const orderNo = await reported()
    await refundBy(owner, orderNo, { amount: 1 })
    const [part] = await deliver()
    expect(part?.subject).toBe(`A refund of ₹1.00 for your order ${orderNo}`)
    expect(part?.text).toContain('has refunded ₹1.00 for your order')
    expect(part?.text).toContain('This is a partial refund.')
    await refundBy(owner, orderNo)
    const [all, ...more] = await deliver()
    expect(all?.text).toContain('Your order has now been refunded in full.')
    expect(more).toEqual([])
  })

  it('of money that the owner has given back without the provider', async () => {
    const orderNo = await reported()
    await owner.ask(`mutation { markRefunded(orderNo: "${orderNo}") { status } }`)
    const [mail, ...more] = await deliver()
    expect(mail?.subject).toBe(`A refund of ₹2,501.00 for your order ${orderNo}`)
    expect(mail?.text).toContain('has now been refunded in full')
    expect(more).toEqual([])
  })

  it('nothing when they give up what they have not paid', async () => {
    const { token } = await signUpWithPoints(mailing.shop, store, client, 0)
    const { orderNo } = await dataOf(client.checkout({ items: tea, buyer: asha }, { token }))
    await dataOf(client.cancelOrder(orderNo, { token }))
    expect(await mailing.jobs(store)).toEqual([])
    expect((await orderRow(mailing.shop, store, orderNo)).status).toBe('CANCELLED')
  })
})

describe('a mail', () => {
  it('is sent once, however many jobs try at once', async () => {
    await purchase()
    const jobs = await mailing.jobs(store)
    await Promise.allSettled(Array.from({ length: 10 }, () => jobs.map(mailing.run)).flat())
    expect(mailing.take()).toHaveLength(2)
  })

  it('that the server refuses is sent by the next try, and the other one only once', async () => {
    await purchase()
    const jobs = await mailing.jobs(store)
    const run = () => Promise.all(jobs.map(mailing.run))
    const { mailer } = mailing.shop.services
    const { send } = mailer
    mailer.send = async (mail) => {
      if (mail.to === asha.email) throw new Error('No such mailbox')
      await send(mail)
    }
    await expect(run()).rejects.toThrow('No such mailbox')
    mailer.send = send
    await run()
    await run()
    expect(
      mailing
        .take()
        .map(({ to }) => to)
        .toSorted(),
    ).toEqual(['asha@example.com', 'owner@example.com'])
  })

  it('to an address that is refused for good leaves its job to those that may still arrive', async () => {
    await purchase()
    const jobs = await mailing.jobs(store)
    const { mailer } = mailing.shop.services
    const { send } = mailer
    mailer.send = async ({ to }) => {
      throw to === asha.email ? new PermanentFailure('No such mailbox') : new Error('Try again')
    }
    await expect(Promise.all(jobs.map(mailing.run))).rejects.toThrow('Try again')
    mailer.send = async (mail) => {
      if (mail.to === asha.email) throw new PermanentFailure('No such mailbox')
      await send(mail)
    }
    await expect(Promise.all(jobs.map(mailing.run))).rejects.toThrow(PermanentFailure)
    mailer.send = send
    expect(mailing.take().map(({ to }) => to)).toEqual(['owner@example.com'])
  })

  it('has no header that a buyer or an owner has written', async () => {
    const evil = 'Eve\r\nBcc: thief@example.com'
    await purchase({ buyer: { ...asha, name: evil } })
    for (const { headers, text } of await deliver()) {
      expect(headers.filter((line) => /^(bcc|cc):/i.test(line))).toEqual([])
      expect(text).not.toMatch(/^Bcc/m)
    }
  })

  it('to a buyer who was erased meanwhile is not sent', async () => {
    await purchase()
    const jobs = await mailing.jobs(store)
    const where = { storeId: store.id, id: { in: jobs.map(({ orderId }) => orderId) } }
    await mailing.shop.database.prisma.order.updateMany({ where, data: { buyerEmail: null, buyerName: 'Erased' } })
    for (const job of jobs) await mailing.run(job)
    expect(mailing.take().map(({ to }) => to)).toEqual(['owner@example.com'])
  })
})
