import { afterAll, describe, expect, it } from 'vitest'
import type { OrderMails } from '../../src/commerce/mails/mail-name.ts'
import { sendOrderMails } from '../../src/commerce/mails/send-order-mails.ts'
import { createMailer } from '../../src/platform/mailer.ts'
import { buy, buyer, productIdOf } from '../support/buying.ts'
import { clientOf } from '../support/client.ts'
import { openMailServer } from '../support/mail-server.ts'
import { ownerOf } from '../support/owner.ts'
import { forAllTests, openShop } from '../support/shop.ts'

const shop = await forAllTests(openShop())
const bundle = (ownerEmail?: string) => ({
  store: { payments: { provider: 'sandbox' }, ...(ownerEmail && { ownerEmail }) },
  products: [{ slug: 'tea', name: 'Tea', price: 100 }],
})
const MAILS = '{ name status failure sentAt }'

describe('without a mail server', () => {
  it('mails about an order are not sent, with the reason, and are not tried again', async () => {
    const store = await shop.addStore(bundle('owner@example.com'))
    const owner = await ownerOf(shop, store)
    const items = [{ id: await productIdOf(shop, store, 'tea'), qty: 1 }]
    const { orderNo } = await buy(shop, clientOf(shop, store.subdomain, 'REST'), {
      items,
      buyer: { ...buyer, email: 'asha@example.com' },
    })
    const jobs = await shop.database.prisma.$queryRaw<{ data: OrderMails }[]>`
      DELETE FROM pgboss.job WHERE name = 'order-mail' AND data->>'storeId' = ${store.id} RETURNING data`
    for (const { data } of jobs) await sendOrderMails(shop.services, data)
    const { order } = await owner.ask(`{ order(orderNo: "${orderNo}") { mails ${MAILS} } }`)
    const notSent = { status: 'NOT_SENT', failure: 'No mail server is set up.', sentAt: null }
    expect(order.mails).toEqual(
      expect.arrayContaining([
        { name: 'ORDER_CONFIRMED', ...notSent },
        { name: 'NEW_ORDER', ...notSent },
      ]),
    )
    for (const { data } of jobs) await sendOrderMails(shop.services, data)
    const after = await owner.ask(`{ order(orderNo: "${orderNo}") { mails { status } } }`)
    expect(new Set(after.order.mails.map(({ status }: { status: string }) => status))).toEqual(new Set(['NOT_SENT']))
  })

  it('the owner learns what is not set up, and what the operator has to do', async () => {
    const owner = await ownerOf(shop, await shop.addStore({}))
    const SET_UP = '{ setUp { mails ownerEmail payments playMoney } }'
    expect(await owner.ask(SET_UP)).toEqual({
      setUp: { mails: false, ownerEmail: false, payments: false, playMoney: false },
    })
    expect(await owner.refused('mutation { sendTestMail { sentTo } }')).toEqual({
      code: 'UNAVAILABLE',
      message: 'No mail server is set up. Whoever runs the service sets SMTP_URL and MAIL_FROM.',
    })
    const paid = await ownerOf(shop, await shop.addStore(bundle('owner@example.com')))
    expect(await paid.ask(SET_UP)).toMatchObject({ setUp: { ownerEmail: true, payments: true, playMoney: true } })
  })
})

describe('with a mail server', async () => {
  const server = await openMailServer()
  const { logger, mailer: nowhere } = shop.services
  afterAll(async () => {
    shop.services.mailer = nowhere
    await server.close()
  })
  const byServer = () => {
    shop.services.mailer = createMailer({ smtp: { smtpUrl: server.url, from: 'shop@example.com' }, logger })
  }
  const SEND = 'mutation { sendTestMail { sentTo } }'

  it('a test mail goes to the owner alone, five an hour', async () => {
    byServer()
    const owner = await ownerOf(shop, await shop.addStore(bundle('owner@example.com')))
    for (let sent = 0; sent < 5; sent += 1) {
      expect(await owner.ask(SEND)).toEqual({ sendTestMail: { sentTo: 'owner@example.com' } })
    }
    expect(await owner.refused(SEND)).toEqual({
      code: 'RATE_LIMITED',
      message: 'Too many test mails. Try again later.',
    })
    expect(server.received.map(({ to }) => to)).toEqual(Array.from({ length: 5 }, () => ['owner@example.com']))
  })

  it('a test mail needs an address', async () => {
    byServer()
    const owner = await ownerOf(shop, await shop.addStore({}))
    expect(await owner.refused(SEND)).toEqual({
      code: 'BAD_USER_INPUT',
      message: 'Enter the owner’s email address in the settings of the store first.',
    })
  })

  it('a test mail that is not accepted says why', async () => {
    shop.services.mailer = createMailer({ smtp: { smtpUrl: 'smtp://127.0.0.1:1', from: 'shop@example.com' }, logger })
    const owner = await ownerOf(shop, await shop.addStore(bundle('owner@example.com')))
    const { code, message } = await owner.refused(SEND)
    expect([code, message]).toEqual(['UPSTREAM_FAILED', 'The mail server did not take the mail: ESOCKET'])
  })
})
