import fc from 'fast-check'
import { expect, it } from 'vitest'
import { currencyExponent, decimalText, microToNumber, roundingUnit } from '../../../src/platform/money.ts'
import { quotedAgain } from '../../checkout/placed-order.ts'
import { reckon } from '../../checkout/pricing/reckoning.ts'
import { balanceOf, buyer, dataOf, pay, productIdOf, signUpWithPoints, stockOf, usesOf } from '../../support/buying.ts'
import { cases, seed } from '../../support/chance.ts'
import { clientOf } from '../../support/client.ts'
import { ownerOf } from '../../support/owner.ts'
import { forAllTests, generousHolds, openShop } from '../../support/shop.ts'
import { partOf, type Step } from './any-history.ts'
import { type AnyStore, anyHistory, type Basket, inputOf, NOW } from './any-store.ts'
import * as paper from './paper.ts'

const HISTORIES = cases(9, 90)
const POINTS = 200
const STOCK = 1_000

const shop = await forAllTests(openShop({ limitsOff: true, holdLimits: generousHolds, clock: () => NOW }))
/** That can be called from each store's country. */
const PHONE = '+919876543210'
const SLUGS = ['tea', 'cup', 'pot']

/** A store with these terms, and what can be done and read there. */
async function open(terms: AnyStore) {
  const { currency, zone } = terms
  const money = (amount: bigint) => Number(decimalText(amount, currencyExponent(currency)))
  const percent = (rate: bigint) => microToNumber(rate * 100n)
  const van = zone && {
    ...{ code: 'van', name: 'Van', basis: 'weight', tiers: [{ from: 0, fee: money(zone.fee) }], step: 500 },
    ...{ stepFee: money(zone.stepFee), freeFrom: money(zone.freeFrom) },
  }
  const store = await shop.addStore({
    store: {
      ...{ currency, payments: { provider: 'sandbox' }, cancellableMinutes: 60 },
      tax: { rate: 0, inclusive: terms.taxInclusive },
      shipping: {
        fee: money(terms.flatFee),
        ...(van && { zones: [{ code: 'all', name: 'All', methods: [van] }] }),
      },
      loyalty: {
        ...{ enabled: true, earnRate: microToNumber(terms.loyalty.earnRate) },
        redeemRate: microToNumber(terms.loyalty.redeemRate),
      },
      paymentMethods: [
        { code: 'cod', name: 'Cash', kind: 'cod', fee: money(terms.cashFee) },
        { code: 'transfer', name: 'Transfer', kind: 'manual' },
        { code: 'upi', name: 'UPI', kind: 'manual', confirm: 'auto' },
      ],
    },
    products: terms.products.map(({ price, taxRate, weight }, index) => ({
      ...{ slug: SLUGS[index], name: `Product ${index}`, price: money(price), taxRate: percent(taxRate), weight },
      stock: STOCK,
    })),
    discounts: [
      terms.code.type === 'PERCENT'
        ? { code: 'LESS', type: 'percent', value: percent(terms.code.percent) }
        : { code: 'LESS', type: 'fixed', value: money(terms.code.amount) },
    ],
  })
  const client = clientOf(shop, store.subdomain, 'REST')
  const owner = await ownerOf(shop, store)
  const asha = await signUpWithPoints(shop, store, client, POINTS)
  const ids = await Promise.all(SLUGS.map((slug) => productIdOf(shop, store, slug)))
  const placed: { orderNo: string; providerOrderId: string }[] = []

  async function checkout({ units, hasCode, points, method }: Basket): Promise<void> {
    const items = ids.flatMap((id, index) => (units[index] ? [{ id, qty: units[index] }] : []))
    const input = {
      ...{
        items,
        buyer: { ...buyer, phone: PHONE, address: '1 Hill lane' },
        ...(hasCode && { discountCode: 'LESS' }),
        ...(points > 0 && { loyaltyPoints: points }),
      },
      ...(method && { paymentMethod: method }),
    }
    placed.push(await dataOf(client.checkout(input, { token: asha.token })))
  }

  let lastKey = 0
  async function act(step: Step, order: paper.PaperOrder, index: number, amount: bigint | null): Promise<boolean> {
    const { orderNo = '', providerOrderId = '' } = placed[index] ?? {}
    lastKey += 1
    const of = `orderNo: "${orderNo}"`
    const once = `${amount === null ? '' : `amount: ${money(amount)}, `}idempotencyKey: "key-${lastKey}"`
    const by = order.method === null ? '' : 'by: MANUAL, '
    const changed = async (mutation: string) => !(await owner.post(`mutation { ${mutation} { id } }`)).body.errors
    if (step.act === 'payOnline') {
      // Paying twice is another story: see the tests of payments.
      if (order.method !== null || order.payment !== 'PENDING') return false
      await client.verify(await pay(shop, providerOrderId))
      return true
    }
    if (step.act === 'cancelByBuyer') return 'data' in (await client.cancelOrder(orderNo, { token: asha.token }))
    if (step.act === 'confirm') return changed(`confirmOrder(${of})`)
    if (step.act === 'record') return changed(`recordPayment(${of}, ${once})`)
    if (step.act === 'refund') {
      return changed(`refund(${of}, ${by}restock: ${step.restock}, reason: "So", ${once})`)
    }
    if (step.act === 'undoDelivery') return changed(`undoDelivered(${of})`)
    if (step.act === 'undoPayment') {
      const { payments } = (await owner.ask(`{ order(${of}) { payments { id amount source undoneAt } } }`)).order
      // All have the same time.
      const { amount: paid = 0n, atTheDoor = false } = order.byHand.at(-1) ?? {}
      const source = atTheDoor ? 'delivery' : 'owner'
      const isLast = (payment: any) => payment.amount === money(paid) && payment.source === source
      const last = payments.find((payment: any) => payment.undoneAt === null && isLast(payment))
      return last !== undefined && changed(`undoRecordedPayment(${of}, paymentId: "${last.id}")`)
    }
    if (step.act === 'cancelAndGiveBack') {
      return changed(`cancelOrder(${of}, restock: ${step.restock}, paidBefore: GIVE_BACK)`)
    }
    if (step.act === 'mark') return changed(`markRefunded(${of})`)
    const status = { ship: 'SHIPPED', deliver: 'DELIVERED', cancel: 'CANCELLED' }[step.act]
    return changed(
      `setOrderStatus(${of}, status: ${status}${step.act === 'cancel' ? `, restock: ${step.restock}` : ''})`,
    )
  }

  /** As the owner's API and the tables have it. */
  async function books() {
    const { orders } = await owner.ask(
      '{ orders(first: 50) { nodes { orderNo status paymentStatus total refundedAmount collected toCollect } } }',
    )
    const shown = new Map(orders.nodes.map(({ orderNo, ...order }: any) => [orderNo, order]))
    return {
      points: await balanceOf(shop, store, asha.id),
      codeUses: (await usesOf(shop, store, 'LESS')).counted,
      stock: await Promise.all(SLUGS.map((slug) => stockOf(shop, store, slug))),
      orders: placed.map(({ orderNo }) => shown.get(orderNo)),
    }
  }

  /** As it is kept on paper. */
  const onPaper = ({ orders, ...kept }: paper.Paper) => ({
    ...kept,
    orders: orders.map((order) => ({
      ...{ status: order.status, paymentStatus: order.payment, total: money(order.total) },
      ...{ refundedAmount: money(order.refunded), collected: money(order.collected) },
      toCollect: money(paper.dueOf(order)),
    })),
  })

  /** The order that was placed last. */
  const newest = () =>
    shop.database.prisma.order.findUniqueOrThrow({
      where: { storeId_orderNo: { storeId: store.id, orderNo: placed.at(-1)?.orderNo ?? '' } },
      include: { items: { orderBy: { position: 'asc' } } },
    })

  async function price() {
    const { items, ...order } = await newest()
    return {
      lines: items.map(({ discount, loyaltyDiscount, tax }) => ({ discount, loyaltyDiscount, tax })),
      ...{ subtotal: order.subtotal, discount: order.discountAmount, loyaltyDiscount: order.loyaltyDiscount },
      ...{ shipping: order.shippingFee, tax: order.taxAmount, total: order.total },
      ...{ pointsUsed: order.pointsUsed, pointsEarned: order.pointsEarned },
    }
  }

  /** All that is told of the store's orders. */
  async function told() {
    const { orderNo = '' } = placed.at(-1) ?? {}
    const csv = (rows: string) =>
      shop.app.inject({
        url: `/api/sites/${store.subdomain}/owner/export/orders.csv${rows}`,
        headers: { authorization: `Bearer ${owner.key}` },
      })
    const [orders, items] = [await csv(''), await csv('?rows=items')]
    expect([orders.statusCode, items.statusCode]).toEqual([200, 200])
    return {
      csv: [orders.body, items.body],
      history: await dataOf(client.orders({ token: asha.token })),
      tracked: await dataOf(client.trackOrder({ orderNo, phone: PHONE })),
    }
  }

  /** Makes the newest order one from before lines kept their figures, which its other amounts give again. */
  async function age(): Promise<void> {
    const before = await told()
    const order = await newest()
    const figures = order.items.map(({ discount, loyaltyDiscount, tax }) => ({ discount, loyaltyDiscount, tax }))
    const where = { storeId: store.id, orderId: order.id }
    await shop.database.prisma.orderItem.updateMany({
      where,
      data: { discount: null, loyaltyDiscount: null, tax: null },
    })
    expect(quotedAgain(await newest()).lines).toMatchObject(figures)
    expect(await told()).toEqual(before)
  }

  return { checkout, act, books, onPaper, price, age }
}

/** Does the next step in the store and on paper. @returns the step's name when it was allowed */
async function goOn(
  { checkout, act, price }: Awaited<ReturnType<typeof open>>,
  kept: paper.Paper,
  terms: AnyStore,
  step: Step | { basket: Basket },
): Promise<string | null> {
  if ('basket' in step) {
    const { basket } = step
    const reckoned = reckon(inputOf(terms, basket, paper.freePoints(kept)))
    await checkout(basket)
    const { lines, deliveries: _, delivery: __, payments: ___, payment, ...amounts } = reckoned
    expect(await price()).toEqual({ ...amounts, lines: lines.map(({ gross: _, ...line }) => line) })
    const { total, pointsUsed: usesPoints, pointsEarned: earnsPoints, discount } = reckoned
    const method = payment && {
      ...{ code: payment.code, waits: payment.code === 'transfer', paidOnDelivery: payment.code === 'cod' },
    }
    const hasCode = basket.hasCode && discount > 0n
    paper.place(kept, { total, method, units: basket.units, usesPoints, earnsPoints, hasCode })
    return 'place'
  }
  const index = step.of % kept.orders.length
  const order = kept.orders[index]
  if (!order) throw new Error('A history begins with an order')
  const amount = partOf(order.total, step.percent, roundingUnit(currencyExponent(terms.currency)))
  const isDone = await act(step, order, index, amount)
  expect({ step, isDone }).toEqual({ step, isDone: paper.done(kept, order, step, amount) })
  return isDone ? step.act : null
}

it.each([
  ['as they are placed', HISTORIES, false],
  ['from before their lines kept figures', Math.ceil(HISTORIES / 3), true],
])('orders in three currencies, %s, have the same amounts as on paper after each step', async (_, numRuns, isOld) => {
  const seen = new Map<string, number>()
  for (const { store: terms, steps } of fc.sample(anyHistory, { numRuns, seed: isOld ? seed + 1 : seed })) {
    const store = await open(terms)
    const kept: paper.Paper = { points: POINTS, codeUses: 0, stock: SLUGS.map(() => STOCK), orders: [] }
    for (const step of steps) {
      const done = await goOn(store, kept, terms, step)
      if (done) seen.set(done, (seen.get(done) ?? 0) + 1)
      if (isOld && done === 'place') await store.age()
      expect({ step, ...(await store.books()) }).toEqual({ step, ...store.onPaper(kept) })
    }
  }
  if (numRuns >= 30) for (const act of Object.keys(paper.steps)) expect(seen.get(act) ?? 0, act).toBeGreaterThan(0)
})
