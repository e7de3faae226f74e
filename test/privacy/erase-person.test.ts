import { describe, expect, it } from 'vitest'
import { changeOrderStatus } from '../../src/commerce/orders/status/change-status.ts'
import { balanceOf, buy, dataOf, holdsOf, pay, signUpWithPoints, tally, usesOf } from '../support/buying.ts'
import { thorough } from '../support/chance.ts'
import { clientOf } from '../support/client.ts'
import { everyRow, holding } from '../support/every-row.ts'
import { ownerOf } from '../support/owner.ts'
import { newPhone } from '../support/phones.ts'
import { rowsOf } from '../support/rows.ts'
import { forAllTests, generousHolds, openShop } from '../support/shop.ts'
import { openTenant } from '../support/tenants.ts'

const ERASE = `mutation ($phone: String!) { eraseCustomer(phone: $phone) {
  accounts orders cancelledOrders reviews wishlistItems carts subscriptions leads } }`
const DATA = 'query ($phone: String!) { customerData(phone: $phone) }'

let now = Date.parse('2026-03-01T10:00:00Z')

const shop = await forAllTests(openShop({ clock: () => new Date(now), limitsOff: true, holdLimits: generousHolds }))
const tick = () => {
  now += 1_000
}
const tenant = await openTenant(shop, { name: 'briar', number: 72 }, tick)
await openTenant(shop, { name: 'zephyr', number: 95 }, tick)
const store = await shop.database.prisma.store.findUniqueOrThrow({ where: { id: tenant.store.id } })
const owner = await ownerOf(shop, store)
const { customer, guest, product } = tenant
const client = clientOf(shop, store.subdomain, 'REST')
/** Every text by which the person may be found, as they or we have written them. */
const texts = [
  ...[customer.name, customer.phone, customer.email, customer.address, customer.passwordHash],
  ...[guest.name, guest.phone, guest.email, '2 briar road', 'ring at briar', 'asha.k@briar.example', customer.id],
].filter((text) => text !== null)

// From here on a webhook is notified, and a job waits to.
const items = [{ id: product.id, qty: 1, variant: { size: '250g' } }]
const phone = `+91 (${customer.phone.slice(0, 3)}) ${customer.phone.slice(3)}`
const buyer = {
  name: customer.name,
  phone,
  email: 'Asha.K@briar.example',
  address: '9 Hill lane',
  city: 'Pune',
  notes: 'Call Asha',
}
texts.push('9 hill lane', 'call asha', 'rr-secret-123')
const headers = { 'idempotency-key': 'a-guest-of-briar' }
/** An order of a guest with the customer's phone, written in another way. */
const asGuest: { orderId: string; orderNo: string } = await dataOf(
  client.checkout({ buyer, items, discountCode: 'briar10' }, { headers }),
)
const paid = await buy(shop, client, { buyer, items, discountCode: 'briar10' })
const number = 'RR-SECRET-123'
const shipment = { carrier: 'RoadRun', trackingNumber: number, trackingUrl: `https://r.example/${number}` }
await changeOrderStatus({ services: shop.services, store }, paid.orderNo, 'SHIPPED', 'buyer', { shipment })
for (const asked of [`91${customer.phone}`, `0${guest.phone}`]) await dataOf(client.forgotPassword(asked))
await dataOf(client.subscribe({ email: 'asha.k@briar.example', name: customer.name }))
await dataOf(client.submitLead({ name: customer.name, phone, message: `Call ${customer.name}.` }))
await dataOf(client.submitLead({ email: guest.email, message: 'I have a question.' }))
const signed = { rating: 5, body: `A fine tea, says ${customer.name}; ask me on ${customer.phone}.` }
await dataOf(client.submitReview(product.id, signed, { token: customer.token }))
await owner.ask('mutation ($id: ID!) { approveReview(id: $id) { id } }', { id: tenant.reviewId })

describe('what is known of a person', () => {
  it('is exported whole, however the phone is written, and without secrets', async () => {
    const { customer } = tenant
    const { customerData } = await owner.ask(DATA, { phone: `0091-${customer.phone}` })
    expect(customerData).toMatchObject({
      store: 'briar-store',
      accounts: [{ name: customer.name, phone: customer.phone, email: customer.email, friends_referred: 1 }],
      newsletter: [{ email: 'asha.k@briar.example' }],
      leads: [{ name: customer.name }, { email: tenant.guest.email }],
      reviews: [{ rating: 4, status: 'approved' }, { rating: 5 }],
    })
    expect(customerData.wishlist).toHaveLength(1)
    expect(customerData.carts).toMatchObject([
      { items: [{ qty: 1, variant: { size: '250g' } }], discount_code: 'briar10' },
    ])
    expect(customerData.points.reduce((sum: number, { points }: { points: number }) => sum + points, 0)).toBe(
      customerData.accounts[0].points,
    )
    const numbers = customerData.orders.map((order: { order_no: string }) => order.order_no)
    expect(numbers).toContain(tenant.orders.confirmed.orderNo)
    expect(numbers).toContain(asGuest.orderNo)
    const [first] = customerData.orders
    expect(first).toMatchObject({ items: [{ qty: 1 }], payments: [{ currency: 'INR' }] })
    expect(first.events.map(({ what }: { what: string }) => what)).toEqual(['placed', 'paid'])
    const reported = JSON.stringify(customerData)
    for (const secret of [customer.passwordHash, customer.token, tenant.ownerKey, customer.password, tenant.cartId]) {
      expect(reported).not.toContain(secret)
    }
  })

  it('is nothing for a stranger, and of no other store', async () => {
    const { customerData } = await owner.ask(DATA, { phone: '5559998888' })
    expect(customerData).toMatchObject({ accounts: [], orders: [], points: [], leads: [], newsletter: [] })
    expect(await owner.refused(DATA, { phone: 'unknown' })).toEqual({
      code: 'BAD_USER_INPUT',
      message: 'Phone must contain digits',
    })
  })
})

describe('erasing a person', () => {
  it('waits until what is paid has been sent, and what is owed has gone back', async () => {
    const before = await rowsOf(shop, store)
    const refusal = await owner.refused(ERASE, { phone: tenant.customer.phone })
    expect(refusal.code).toBe('CONFLICT')
    const { confirmed, noticed, cancelled, forPickup, toCollect, toConfirm } = tenant.orders
    const open = [confirmed, noticed, cancelled, forPickup, toCollect, toConfirm]
    expect(open.filter(({ orderNo }) => refusal.message.includes(orderNo))).toHaveLength(5)
    expect(refusal.message).toContain(' and more. ')
    expect(await rowsOf(shop, store)).toEqual(before)
  })

  it('leaves nothing that tells who it was, in any table, and the books as they were', async () => {
    const { confirmed, noticed, cancelled, forPickup, toCollect, toConfirm } = tenant.orders
    for (const { orderNo } of [toCollect, toConfirm]) {
      const record = 'mutation ($no: String!) { recordPayment(orderNo: $no, idempotencyKey: $no) { paymentStatus } }'
      expect((await owner.ask(record, { no: orderNo })).recordPayment.paymentStatus).toBe('PAID')
    }
    for (const { orderNo } of [confirmed, noticed, forPickup, toCollect, toConfirm]) {
      await changeOrderStatus({ services: shop.services, store }, orderNo, 'SHIPPED', 'buyer')
    }
    await owner.ask(
      'mutation ($orderNo: String!, $note: String) { markRefunded(orderNo: $orderNo, note: $note) { id } }',
      {
        orderNo: cancelled.orderNo,
        note: `By hand to ${tenant.guest.name}.`,
      },
    )
    const found = holding(await everyRow(shop), texts)
    for (const table of [
      ...['orders', 'customers', 'leads', 'reviews', 'subscribers'],
      ...['discount_uses', 'webhook_messages'],
    ]) {
      expect(found.join()).toContain(`public.${table}: `)
    }
    const books = await booksOf()
    const { stock, others } = { stock: await stockOf(), others: await othersOf() }

    const erased = await owner.ask(ERASE, { phone: tenant.customer.phone })
    expect(erased.eraseCustomer).toMatchObject({
      accounts: 1,
      reviews: 2,
      wishlistItems: 1,
      carts: 1,
      subscriptions: 1,
      leads: 2,
    })
    // Of the guest there is one more, whose order was placed without an account.
    await owner.ask(ERASE, { phone: tenant.guest.phone })

    expect(holding(await everyRow(shop), texts)).toEqual([])
    expect(await booksOf()).toEqual(books)
    expect(await stockOf()).toEqual(stock)
    expect(await othersOf()).toEqual(others)
    await usesOf(shop, store, 'BRIAR10')
  })

  it('ends their tokens, frees what their unpaid orders held, and says so in the log and the history', async () => {
    const client = clientOf(shop, store.subdomain, 'REST')
    const { customer, orders } = tenant
    expect(await client.me({ token: customer.token })).toMatchObject({ status: 401 })
    expect(await client.logIn({ phone: customer.phone, password: customer.password })).toMatchObject({ status: 401 })
    const { order } = await owner.ask(
      'query ($no: String!) { order(orderNo: $no) { status buyerName buyerPhone erasedAt events { kind } } }',
      { no: orders.pending.orderNo },
    )
    expect(order).toMatchObject({ status: 'CANCELLED', buyerName: 'Erased', buyerPhone: '' })
    expect(order.erasedAt).not.toBeNull()
    expect(order.events.map(({ kind }: { kind: string }) => kind)).toEqual(['PLACED', 'CANCELLED', 'ERASED'])
    expect(await shop.database.prisma.stockHold.count({ where: { storeId: store.id } })).toBe(0)
    const reported = shop.secrets.lines.filter((line) => line.includes('A person was erased'))
    expect(reported).toHaveLength(2)
    expect(
      holding(
        reported.map((text) => ({ table: 'log', text: text.toLowerCase() })),
        texts,
      ),
    ).toEqual([])
  })

  it('changes nothing a second time', async () => {
    const before = await rowsOf(shop, store)
    const { eraseCustomer } = await owner.ask(ERASE, { phone: tenant.customer.phone })
    expect(new Set(Object.values(eraseCustomer))).toEqual(new Set([0]))
    expect(await rowsOf(shop, store)).toEqual(before)
  })

  it('marks a payment that comes for a cancelled order to be refunded', async () => {
    const { prisma } = shop.database
    const { providerOrderId, ...order } = await prisma.order.findUniqueOrThrow({
      where: { storeId_id: { storeId: store.id, id: asGuest.orderId } },
    })
    expect(order.status).toBe('CANCELLED')
    const client = clientOf(shop, store.subdomain, 'REST')
    await client.verify(await pay(shop, providerOrderId ?? ''))
    const paid = await prisma.order.findFirstOrThrow({ where: { storeId: store.id, id: asGuest.orderId } })
    expect(paid).toMatchObject({ status: 'CANCELLED', paymentStatus: 'PAID', buyerName: 'Erased' })
    expect(paid.needsAttention).toContain('refund the buyer')
  })
})

describe('somebody who does everything while they are erased', () => {
  const customers = thorough ? 30 : 12
  interface Racing {
    id: string
    token: string
    phone: string
    referralCode: string
    buyer: { name: string; phone: string; address: string }
    receipt: Awaited<ReturnType<typeof pay>>
  }

  it('is gone, or not all is settled with them; nothing fails', async () => {
    const { product } = tenant
    const client = clientOf(shop, store.subdomain, 'REST')
    const items = [{ id: product.id, qty: 1, variant: { size: '250g' } }]
    const outcomes: any[] = []
    const all: (() => Promise<void>)[] = []
    for (let number = 0; number < customers; number += 1) {
      const { id, token } = await signUpWithPoints(shop, store, client, 10)
      const where = { storeId: store.id, id }
      const { phone, referralCode } = await shop.database.prisma.customer.findFirstOrThrow({ where })
      const buyer = { name: 'Kamala', phone, address: '12 Lake Road' }
      const open = await dataOf(client.checkout({ buyer, items, loyaltyPoints: 5 }, { token }))
      const receipt = await pay(shop, open.providerOrderId)
      all.push(() => race({ id, token, phone, referralCode, buyer, receipt }))
    }
    const race = async ({ id, token, phone, referralCode, buyer, receipt }: Racing) => {
      const { cart: guests } = await dataOf(client.createCart())
      const [erasure, ...others] = await Promise.all([
        owner.post(ERASE, { phone }),
        client.verify(receipt),
        client.checkout({ buyer, items, loyaltyPoints: 5 }, { token }),
        client.addToWishlist(product.id, { token }),
        client.createCart({ items }, { token }),
        client.updateCart(guests.id, { add: items }, { token }),
        client.submitReview(product.id, { rating: 5, body: 'A fine tea.' }, { token }),
        client.signUp({ name: 'Mira', phone: newPhone(), password: 'secret1', refCode: referralCode }),
        client.logIn({ phone, password: 'secret1' }),
      ])
      outcomes.push(...others)
      const { errors } = erasure.body
      if (errors) expect(errors[0].extensions.code).toMatch(/^(CONFLICT|UNAVAILABLE)$/)
      const left = await shop.database.prisma.customer.count({ where: { storeId: store.id, id } })
      expect(left).toBe(errors ? 1 : 0)
      const orders = await shop.database.prisma.order.findMany({ where: { storeId: store.id, customerId: id } })
      if (!errors) expect(orders).toEqual([])
    }
    await Promise.all(all.map((begin) => begin()))
    expect(Object.keys(tally(outcomes)).filter((outcome) => /^(500|502)/.test(outcome))).toEqual([])
    expect(shop.secrets.lines.filter((line) => JSON.parse(line).level >= 50)).toEqual([])
    const where = { storeId: store.id }
    for (const { id } of await shop.database.prisma.customer.findMany({ where })) await balanceOf(shop, store, id)
    const pending = await shop.database.prisma.order.count({ where: { ...where, status: 'PENDING' } })
    if (pending === 0) expect(await holdsOf(shop, store)).toBe(0)
  })
})

/** What an order comes to, for those that were settled. */
const booksOf = async () => {
  const where = { storeId: store.id, status: { notIn: ['PENDING' as const, 'CANCELLED' as const] } }
  const orders = await shop.database.prisma.order.findMany({
    where,
    orderBy: { id: 'asc' },
    include: { items: true, payments: true },
  })
  const discounts = await shop.database.prisma.discount.findMany({ where: { storeId: store.id } })
  const products = await shop.database.prisma.product.findMany({ where: { storeId: store.id } })
  return {
    orders: orders.map(
      ({ customerId, buyerName, buyerPhone, buyerPhoneDigits, buyerEmail, buyerAddress, buyerNotes, ...kept }) => {
        const { erasedAt, updatedAt, version, needsAttention, payerAddress, trackingNumber, ...more } = kept
        const { trackingUrl, buyerAddressParts, payments, ...books } = more
        return { ...books, payments: payments.map(({ reference, ...payment }) => payment) }
      },
    ),
    used: discounts.map(({ timesUsed }) => timesUsed),
    ratings: products.map(({ reviewCount, ratingSum }) => [reviewCount, ratingSum]),
    leads: (await shop.database.prisma.storeUsage.findFirst({ where: { storeId: store.id } }))?.leads === undefined,
  }
}

const stockOf = async () =>
  (await shop.database.prisma.variant.findMany({ where: { storeId: store.id }, orderBy: { id: 'asc' } })).map(
    ({ stock }) => stock,
  )

/** The other customers of the store, and every row of the other store. */
const othersOf = async () => {
  const others = await shop.database.prisma.customer.findMany({
    where: { storeId: store.id, id: { not: tenant.customer.id } },
    select: { id: true, points: true, phone: true },
  })
  const other = await shop.database.prisma.store.findUniqueOrThrow({ where: { subdomain: 'zephyr-store' } })
  return { others, other: await rowsOf(shop, other) }
}
