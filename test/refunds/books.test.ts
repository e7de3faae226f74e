import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { quote } from '../../src/commerce/checkout/pricing/quote.ts'
import { pointsTakenBack } from '../../src/commerce/orders/settle/order-points.ts'
import { leftOfPrice } from '../../src/commerce/refunds/refundable.ts'
import { balanceOf, buyer, dataOf, pay as payInSandbox, signUpWithPoints, stockOf } from '../support/buying.ts'
import { cases, seed } from '../support/chance.ts'
import { clientOf } from '../support/client.ts'
import { ownerOf } from '../support/owner.ts'
import { refundBy } from '../support/refunding.ts'
import { generousHolds, openShop, type Shop } from '../support/shop.ts'
import * as plain from './plain-books.ts'

const CALCULATED = cases(1_000, 10_000)
const HISTORIES = cases(10, 100)
const STEPS = 9

/** The same as in `plain-books.ts`. */
const settings = {
  ...{ exponent: 2, taxInclusive: false, loyalty: { earnRate: 300_000n, redeemRate: 250_000n } },
  ...{ shippingFee: 4_950n, shippingFreeFrom: 30_000n },
}
const anyBasket = fc.record({
  ...{ tea: fc.integer({ min: 0, max: 4 }), cup: fc.integer({ min: 1, max: 4 }) },
  ...{ hasCode: fc.boolean(), points: fc.integer({ min: 0, max: 40 }) },
})

describe('calculations and a plain second implementation', () => {
  it('price the same, to the paisa', () => {
    const lines = ({ tea, cup }: plain.Basket) => [
      { unitPrice: 9_999n, qty: tea, taxRate: 180_000n },
      { unitPrice: 3_333n, qty: cup, taxRate: 180_000n },
    ]
    const tenth = {
      ...{ type: 'PERCENT' as const, percent: 100_000n, amount: null, minSubtotal: null, maxDiscount: null },
      ...{ startsAt: null, endsAt: null, active: true, usesLeft: null, usesLeftForBuyer: null, withheld: null },
    }
    fc.assert(
      fc.property(anyBasket, fc.integer({ min: 0, max: 40 }), (basket, available) => {
        const quoted = quote({
          ...{ lines: lines(basket), settings, earns: true, now: new Date() },
          discount: basket.hasCode ? tenth : null,
          points: { requested: basket.points, available },
        })
        const { total, earns } = plain.plainPrice(basket, Math.min(basket.points, available))
        expect([Number(quoted.total), quoted.pointsEarned]).toEqual([total, earns])
      }),
      { numRuns: CALCULATED },
    )
  })

  it('give back the same money and points in any number of parts', () => {
    const parts = fc.array(fc.integer({ min: 1, max: 40_000 }), { maxLength: 12 })
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100_000 }),
        fc.integer({ min: 0, max: 300 }),
        parts,
        (total, all, asked) => {
          let refundedAmount = 0n
          let moved = 0
          const amount = BigInt(total)
          for (const part of [...asked, total]) {
            const order = {
              total: amount,
              currency: 'INR',
              refundedAmount,
              paymentStatus: 'PAID',
              status: 'CONFIRMED',
              paymentMethod: null,
              collectedAmount: 0n,
            } as const
            const left = leftOfPrice(order, { amount: amount + 5n, currency: 'INR' })
            const given = BigInt(part) < left ? BigInt(part) : left
            const back = refundedAmount + given
            moved += pointsTakenBack(all, back, amount) - pointsTakenBack(all, refundedAmount, amount)
            refundedAmount = back
            expect(moved).toBe(plain.plainShare(all, Number(refundedAmount), total))
          }
          expect([refundedAmount, moved]).toEqual([amount, all])
        },
      ),
      { numRuns: CALCULATED },
    )
  })
})

type Step =
  | { act: 'place'; basket: plain.Basket }
  | { act: 'pay' | 'cancel' | 'cancelByBuyer' | 'ship' | 'mark'; of: number }
  | { act: 'refund'; of: number; percent: number | null; restock: boolean }

const of = fc.nat({ max: 3 })
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ act: fc.constant('place' as const), basket: anyBasket }) },
  { weight: 4, arbitrary: fc.record({ act: fc.constant('pay' as const), of }) },
  { weight: 3, arbitrary: fc.record({ act: fc.constantFrom('cancel' as const, 'cancelByBuyer', 'ship', 'mark'), of }) },
  {
    weight: 5,
    arbitrary: fc.record({
      ...{ act: fc.constant('refund' as const), of, restock: fc.boolean() },
      percent: fc.option(fc.integer({ min: 1, max: 110 })),
    }),
  },
)
/** Every history begins with an order that is paid. */
const histories = fc.sample(fc.array(anyStep, { minLength: STEPS - 3, maxLength: STEPS }), {
  ...{ numRuns: HISTORIES, seed },
})

describe('a shop and a plain second implementation of it', () => {
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop({ holdLimits: generousHolds, limitsOff: true })
  })
  afterAll(() => shop.close())

  it.each(histories.map((steps, index) => ({ index, steps })))(
    'have the same books after each step of history $index',
    async ({ steps }) => {
      const { act, books } = await openBooks(shop)
      const kept = plain.openPlainShop()
      const basket = { tea: 2, cup: 1, hasCode: true, points: 30 }
      for (const step of [{ act: 'place', basket }, { act: 'pay', of: 0 }, ...steps] as Step[]) {
        const order = 'of' in step ? kept.orders[step.of % Math.max(1, kept.orders.length)] : undefined
        const index = order ? kept.orders.indexOf(order) : -1
        const expected = onPaper(kept, order, step)
        expect({ step, done: await act(step, index, order) }).toEqual({ step, done: expected })
        expect({ step, ...(await books()) }).toEqual({ step, ...booksOf(kept) })
      }
    },
  )
})

const moves = { cancel: plain.cancel, cancelByBuyer: plain.cancelByBuyer, ship: plain.ship, mark: plain.mark }

/** Does a step on paper. @returns whether it was allowed */
function onPaper(kept: plain.PlainShop, order: plain.PlainOrder | undefined, step: Step): boolean {
  if (step.act === 'place') return plain.place(kept, step.basket) !== undefined
  if (!order) return false
  if (step.act === 'refund') return plain.refund(kept, order, amountOf(step, order), step.restock)
  if (step.act === 'pay') return plain.pay(kept, order)
  return moves[step.act](kept, order)
}

const amountOf = ({ percent }: { percent: number | null }, { total }: plain.PlainOrder): number | null =>
  percent === null ? null : Math.max(1, Math.floor((total * percent) / 100))

const booksOf = ({ tea, cup, points, codeUses, orders }: plain.PlainShop) => ({
  ...{ tea, cup, points, codeUses },
  taken: orders.filter(({ paid }) => paid).reduce((sum, { total }) => sum + total, 0),
  givenBack: orders.reduce((sum, { refunded, byHand }) => sum + refunded - byHand, 0),
  orders: orders.map(({ status, paid, total, refunded }) => [
    ...[status, total, refunded],
    refunded === total ? 'REFUNDED' : paid ? 'PAID' : 'PENDING',
  ]),
})

/** A store of its own, what can be done there, and its books, with what the provider has taken and given back. */
async function openBooks(shop: Shop) {
  const { prisma } = shop.database
  const store = await shop.addStore({
    store: {
      ...{ payments: { provider: 'sandbox' }, cancellableMinutes: 60, tax: { rate: 18, inclusive: false } },
      ...{ shipping: { fee: 49.5, freeFrom: 300 }, loyalty: { enabled: true, earnRate: 0.3, redeemRate: 0.25 } },
    },
    products: [
      { slug: 'tea', name: 'Tea', price: 99.99, stock: 1_000 },
      { slug: 'cup', name: 'Cup', price: 33.33, stock: 1_000 },
    ],
    discounts: [{ code: 'TENTH', type: 'percent', value: 10 }],
  })
  const client = clientOf(shop, store.subdomain, 'REST')
  const owner = await ownerOf(shop, store)
  const asha = await signUpWithPoints(shop, store, client, 500)
  const where = { storeId: store.id }
  const ids = new Map((await prisma.product.findMany({ where })).map(({ slug, id }) => [slug, id]))
  const placed: { orderNo: string; providerOrderId: string }[] = []

  async function checkout({ tea, cup, hasCode, points }: plain.Basket) {
    const items = [
      { id: ids.get('tea'), qty: tea },
      { id: ids.get('cup'), qty: cup },
    ].filter(({ qty }) => qty > 0)
    const input = { items, buyer, ...(hasCode && { discountCode: 'TENTH' }), loyaltyPoints: points }
    placed.push(await dataOf(client.checkout(input, { token: asha.token })))
    return true
  }

  const sendNotice = async (mutation: string) => !(await owner.post(`mutation { ${mutation} }`)).body.errors

  async function act(step: Step, index: number, order: plain.PlainOrder | undefined): Promise<boolean> {
    if (step.act === 'place') return checkout(step.basket)
    const { orderNo, providerOrderId } = placed[index] ?? { orderNo: '', providerOrderId: '' }
    if (step.act === 'refund') {
      const paise = order ? amountOf(step, order) : null
      const choice = { restock: step.restock, ...(paise !== null && { amount: paise / 100 }) }
      return await refundBy(owner, orderNo, choice).then(
        ({ status }) => status === 'PROCESSED',
        () => false,
      )
    }
    const no = `orderNo: "${orderNo}"`
    if (step.act === 'pay') return 'data' in (await client.verify(await payInSandbox(shop, providerOrderId)))
    if (step.act === 'cancel') return sendNotice(`setOrderStatus(${no}, status: CANCELLED) { id }`)
    if (step.act === 'ship') return sendNotice(`setOrderStatus(${no}, status: SHIPPED) { id }`)
    if (step.act === 'mark') return sendNotice(`markRefunded(${no}) { id }`)
    return 'data' in (await client.cancelOrder(orderNo, { token: asha.token }))
  }

  async function books() {
    const orders = await prisma.order.findMany({ where, orderBy: { id: 'asc' } })
    const payments = await prisma.sandboxPayment.findMany({ where })
    const settled = await prisma.payment.findMany({ where })
    const refunds = await prisma.refund.findMany({ where })
    const [code] = await prisma.discount.findMany({ where })
    expect(await prisma.discountUse.count({ where: { ...where, expiresAt: null } })).toBe(code?.timesUsed)
    const sum = (amounts: bigint[]) => Number(amounts.reduce((a, b) => a + b, 0n))
    for (const { id, refundedAmount } of orders) {
      const ofOrder = refunds.filter(({ orderId, status }) => orderId === id && status === 'PROCESSED')
      expect(sum(ofOrder.map(({ ofPrice }) => ofPrice))).toBe(Number(refundedAmount))
    }
    const givenBack = sum(payments.map(({ refunded }) => refunded))
    expect(sum(refunds.filter(({ provider }) => provider !== null).map(({ amount }) => amount))).toBe(givenBack)
    expect(sum(settled.map(({ amount }) => amount))).toBe(sum(payments.map(({ amount }) => amount)))
    return {
      ...{ tea: await stockOf(shop, store, 'tea'), cup: await stockOf(shop, store, 'cup') },
      ...{ points: await balanceOf(shop, store, asha.id), codeUses: code?.timesUsed },
      ...{ taken: sum(payments.map(({ amount }) => amount)), givenBack },
      orders: orders.map(({ status, total, refundedAmount, paymentStatus }) => [
        ...[status, Number(total), Number(refundedAmount), paymentStatus],
      ]),
    }
  }

  return { act, books }
}
