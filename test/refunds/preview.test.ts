import { describe, expect, it } from 'vitest'
import { openMovingStore } from '../orders/moving-store.ts'
import { orderRow } from '../support/buying.ts'
import { refundBy } from '../support/refunding.ts'
import { rowsOf } from '../support/rows.ts'
import { forAllTests, generousHolds, openShop } from '../support/shop.ts'

const shop = await forAllTests(openShop({ holdLimits: generousHolds, limitsOff: true }))

const PREVIEW = `query ($orderNo: String!, $amount: Float, $restock: Boolean, $by: RefundWay) {
  refundPreview(orderNo: $orderNo, amount: $amount, restock: $restock, by: $by) {
    refusal currency amount left pointsReturned pointsTaken returnsDiscountUse restocked { productId variantId name units }
  }
}`
const nothing = { amount: 0, left: 0, pointsReturned: 0, pointsTaken: 0, returnsDiscountUse: false, restocked: [] }

describe('the preview of a refund', () => {
  it('says what each refund then does, and changes nothing', async () => {
    const { store, owner, place, books } = await openMovingStore(shop)
    const { orderNo } = await place('confirmed')
    const steps = [
      { amount: 12.51 },
      { amount: 100, restock: true },
      { amount: 0.01, restock: true },
      {} as { amount?: number; restock?: boolean },
    ]
    for (const step of steps) {
      const rows = await rowsOf(shop, store)
      const before = await books()
      const { refundPreview } = await owner.ask(PREVIEW, { orderNo, ...step })
      expect(await rowsOf(shop, store)).toEqual(rows)

      const { refundedAmount: earlier } = await orderRow(shop, store, orderNo)
      await refundBy(owner, orderNo, step)
      const after = await books()
      const { refundedAmount } = await orderRow(shop, store, orderNo)
      expect(refundPreview).toMatchObject({
        refusal: null,
        currency: 'INR',
        amount: Number(refundedAmount - earlier) / 100,
        left: (50_000 - Number(earlier)) / 100,
        returnsDiscountUse: after.uses.counted < before.uses.counted,
      })
      expect(refundPreview.pointsReturned - refundPreview.pointsTaken).toBe(after.points - before.points)
      const units = refundPreview.restocked.reduce((sum: number, line: { units: number }) => sum + line.units, 0)
      const inStock = ({ tea, variant }: typeof before) => Number(tea) + Number(variant)
      expect(units).toBe(inStock(after) - inStock(before))
    }
  })

  it('says why a refund would be refused, in the words of the refund', async () => {
    const { owner, place, move } = await openMovingStore(shop)
    const { orderNo } = await place('confirmed')
    const { orderNo: pending } = await place('pending')
    const refusals: [string, object][] = [
      [orderNo, { amount: 500.01 }],
      [orderNo, { by: 'MANUAL' }],
      [pending, {}],
    ]
    for (const [number, choice] of refusals) {
      const { refundPreview } = await owner.ask(PREVIEW, { orderNo: number, ...choice })
      const REFUND = `mutation ($orderNo: String!, $amount: Float, $by: RefundWay) {
        refund(orderNo: $orderNo, amount: $amount, by: $by, reason: "x", idempotencyKey: "x") { version }
      }`
      const refused = await owner.refused(REFUND, { orderNo: number, ...choice })
      expect(refused.code).toBe('CONFLICT')
      expect(refundPreview).toEqual({ refusal: refused.message, currency: 'INR', ...nothing })
    }
    expect((await owner.ask(PREVIEW, { orderNo, amount: 500.01 })).refundPreview.refusal).toBe(
      'At most ₹500.00 can still be refunded.',
    )
    await refundBy(owner, orderNo)
    expect((await owner.ask(PREVIEW, { orderNo })).refundPreview.refusal).toBe('The order is already refunded.')
    await move(pending, 'CANCELLED')
    expect((await owner.ask(PREVIEW, { orderNo: pending })).refundPreview.refusal).toBe(
      'The order was not paid: there is nothing to refund.',
    )
  })

  it('refuses what is no refund at all', async () => {
    const { owner, place } = await openMovingStore(shop)
    const { orderNo } = await place('confirmed')
    expect(await owner.refused(PREVIEW, { orderNo, amount: 0 })).toEqual({
      code: 'BAD_USER_INPUT',
      message: 'amount must be more than 0',
    })
    expect(await owner.refused(PREVIEW, { orderNo: 'ORD-0000000000' })).toEqual({
      code: 'NOT_FOUND',
      message: 'Order not found',
    })
  })
})
