import { expect, it } from 'vitest'
import { openCashStore } from '../payments/methods/cash-store.ts'
import { everyRow, holding } from '../support/every-row.ts'
import { newPhone } from '../support/phones.ts'
import { forAllTests, generousHolds, openShop } from '../support/shop.ts'
import { createWebhook } from '../webhooks/subscriptions.ts'

const shop = await forAllTests(openShop({ limitsOff: true, holdLimits: generousHolds }))

it('shows and forgets what orders without the payment provider say of their buyer', async () => {
  const cash = await openCashStore(shop)
  await createWebhook(cash.owner, { url: 'https://hooks.example' })
  const phone = newPhone()
  const guest = {
    buyer: { name: 'Meera', phone, address: '4 Hill Road' },
    discountCode: undefined,
    loyaltyPoints: undefined,
  }
  const [paid, refused, owing] = [
    await cash.place('cod', guest),
    await cash.place('cod', guest),
    await cash.place('cod', guest),
  ]
  const reference = 'Uncle Vikram brought it'
  await cash.record(paid.orderNo, 'first', { amount: 1, reference })
  await cash.record(paid.orderNo, 'rest', { reference: 'UTR 778899' })
  for (const order of [paid, refused]) await cash.move(order.orderNo, 'SHIPPED')
  await cash.move(refused.orderNo, 'CANCELLED')

  const { customerData } = await cash.owner.ask('query ($phone: String!) { customerData(phone: $phone) }', { phone })
  const orders = customerData.orders.map(({ order_no, payment_method, refused, payments }: any) => ({
    ...{ order_no, due: payment_method.due, refused, payments: payments.map(({ reference }: any) => reference) },
  }))
  expect(orders).toEqual([
    { order_no: paid.orderNo, due: 0, refused: false, payments: [reference, 'UTR 778899'] },
    { order_no: refused.orderNo, due: 0, refused: true, payments: [] },
    { order_no: owing.orderNo, due: 320, refused: false, payments: [] },
  ])

  const erase = 'mutation ($phone: String!) { eraseCustomer(phone: $phone) { orders } }'
  expect(await cash.owner.refused(erase, { phone })).toMatchObject({
    ...{ code: 'CONFLICT', message: expect.stringContaining(owing.orderNo) },
  })
  await cash.move(owing.orderNo, 'CANCELLED')
  const refusals = () => shop.database.prisma.refusedDelivery.findMany({ where: { storeId: cash.store.id } })
  const buyerKey = shop.services.keyedHash.of(cash.store.id, `phone:${phone}`)
  expect(await refusals()).toMatchObject([{ buyerKey, count: 1 }])
  // As versions before have stored it.
  await shop.database.prisma.refusedDelivery.updateMany({ data: { buyerKey: `phone:${phone}` } })
  expect((await cash.owner.ask(erase, { phone })).eraseCustomer).toEqual({ orders: 3 })
  expect(holding(await everyRow(shop), [phone, reference, 'UTR 778899'])).toEqual([])
  expect(await refusals()).toMatchObject([{ buyerKey, count: 1 }])
  expect(await cash.row(paid.orderNo)).toMatchObject({
    collectedAmount: 32_000n,
    paymentStatus: 'PAID',
    paymentMethod: 'cod',
  })
})
