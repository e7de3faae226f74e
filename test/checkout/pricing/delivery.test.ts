import { describe, expect, it } from 'vitest'
import { cheapest, type DeliveryTerms, deliveryOptions } from '../../../src/commerce/checkout/pricing/delivery.ts'
import { paymentOptions } from '../../../src/commerce/checkout/pricing/payment-fee.ts'
import { quote } from '../../../src/commerce/checkout/pricing/quote.ts'

const method = (of: Partial<DeliveryTerms> = {}): DeliveryTerms => ({
  code: 'standard',
  delivers: true,
  basis: 'FLAT',
  tiers: [{ from: 0n, fee: 5_000n }],
  step: null,
  stepFee: 0n,
  freeFrom: null,
  minGoods: null,
  maxGoods: null,
  minWeight: null,
  maxWeight: null,
  ...of,
})
const byWeight: Partial<DeliveryTerms> = {
  basis: 'WEIGHT',
  tiers: [
    { from: 0n, fee: 4_000n },
    { from: 501n, fee: 6_000n },
  ],
  step: 500n,
  stepFee: 2_000n,
}
const byPrice: Partial<DeliveryTerms> = {
  basis: 'PRICE',
  tiers: [
    { from: 0n, fee: 9_900n },
    { from: 50_000n, fee: 4_900n },
    { from: 100_000n, fee: 0n },
  ],
}

describe('the fee of a delivery method', () => {
  it.each([
    ['flat', {}, 10_000n, 0n, 5_000n],
    ['free from a value of goods', { freeFrom: 10_000n }, 10_000n, 0n, 0n],
    ['not free below it', { freeFrom: 10_000n }, 9_999n, 0n, 5_000n],
    ['by price, below a tier', byPrice, 49_999n, 0n, 9_900n],
    ['by price, at a tier', byPrice, 50_000n, 0n, 4_900n],
    ['by price, above the last', byPrice, 900_000n, 0n, 0n],
    ['by weight, at the tier', byWeight, 1n, 0n, 4_000n],
    ['by weight, a begun step above it', byWeight, 1n, 1n, 6_000n],
    ['by weight, the next tier', byWeight, 1n, 501n, 6_000n],
    ['by weight, one step above it', byWeight, 1n, 1_001n, 8_000n],
    ['by weight, two begun steps above it', byWeight, 1n, 1_002n, 10_000n],
    ['none below the least goods', { minGoods: 100n }, 99n, 0n, null],
    ['none above the most weight', { maxWeight: 100n }, 1n, 101n, null],
    ['none below the first tier', { ...byPrice, tiers: [{ from: 500n, fee: 1n }] }, 499n, 0n, null],
  ])('%s', (_, of, goods, weight, fee) => {
    const options = deliveryOptions([method(of)], { goods, weight }, 1n)
    expect(options).toEqual(fee === null ? [] : [{ code: 'standard', fee }])
  })

  it('is a multiple of what the currency is paid in', () => {
    expect(deliveryOptions([method({ tiers: [{ from: 0n, fee: 1_234n }] })], { goods: 1n, weight: 0n }, 10n)).toEqual([
      { code: 'standard', fee: 1_230n },
    ])
  })
})

describe('the method of a buyer who has chosen none', () => {
  const [express, standard, economy, pickup] = [
    method({ code: 'express', tiers: [{ from: 0n, fee: 20_000n }] }),
    method(),
    method({ code: 'economy' }),
    method({ code: 'pickup', delivers: false, tiers: [{ from: 0n, fee: 0n }] }),
  ]

  it('is the cheapest that delivers, of several the first', () => {
    const methods = [express, standard, economy, pickup]
    const options = deliveryOptions(methods, { goods: 1n, weight: 0n }, 1n)
    expect(cheapest(methods, options)).toEqual({ code: 'standard', fee: 5_000n })
  })

  it('is none where all are for pickup', () => {
    expect(cheapest([pickup], deliveryOptions([pickup], { goods: 1n, weight: 0n }, 1n))).toBeNull()
  })
})

describe('a quote with delivery and a payment method', () => {
  const settings = { exponent: 2, taxInclusive: false, shippingFee: 5_000n, shippingFreeFrom: null, loyalty: null }
  const cash = { code: 'cod', fee: 3_000n, minTotal: 10_000n, maxTotal: 500_000n, deliveryMethods: ['standard'] }
  const input = {
    lines: [{ unitPrice: 40_000n, qty: 1, taxRate: 180_000n }],
    settings,
    discount: null,
    points: null,
    earns: false,
    now: new Date(),
  }
  const priced = (chosen: string | null, payment: string | null, methods = [method({ freeFrom: 40_000n })]) =>
    quote({
      ...input,
      fulfilment: { delivery: { methods, chosen }, weight: 0n, payment: { methods: [cash], chosen: payment } },
    })

  it('adds the fees of both as shipping, and waives only that of delivery', () => {
    const { subtotal, shipping, tax, total } = priced(null, 'cod')
    expect({ subtotal, shipping, tax, total }).toEqual({
      subtotal: 40_000n,
      shipping: 3_000n,
      tax: 7_200n,
      total: 50_200n,
    })
  })

  it('takes nothing that was not offered', () => {
    const { delivery, payment, shipping } = priced('drone', 'cod')
    expect({ delivery: delivery?.taken, payment: payment.taken, shipping }).toEqual({
      delivery: null,
      payment: null,
      shipping: 0n,
    })
  })

  it('has no payment methods for an order that costs nothing, nor beyond their limits', () => {
    const at = (total: bigint) => paymentOptions([cash], { total, delivery: 'standard', unit: 1n }).length
    expect([0n, 9_999n, 10_000n, 500_000n, 500_001n].map(at)).toEqual([0, 0, 1, 1, 0])
  })
})
