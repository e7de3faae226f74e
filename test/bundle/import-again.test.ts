import { beforeEach, describe, expect, it } from 'vitest'
import type { BundleJson } from '../../src/commerce/bundle/bundle-format.ts'
import { forAllTests } from '../support/for-all-tests.ts'
import { mistakesOf, openImporter, teaShop } from './tea-shop.ts'

let storeId: string
let count = 0
const subdomain = () => `tea-${count}`

/** Imports the tea shop with other parts in place of its own. */
const again = (parts: Partial<BundleJson>, store: Partial<BundleJson['store']> = {}) =>
  importer.load({ ...parts, format: 'storefront-bundle/1', store: { ...teaShop(subdomain()).store, ...store } })
const assam = () =>
  importer.database.prisma.product.findFirstOrThrow({ where: { storeId, slug: 'assam' }, include: { variants: true } })
const welcome = () => importer.database.prisma.discount.findFirstOrThrow({ where: { storeId, code: 'WELCOME10' } })
const asha = () => importer.database.prisma.customer.findFirstOrThrow({ where: { storeId, phone: '9876543210' } })
const product = { slug: 'assam', name: 'Assam', price: 499 }

const importer = await forAllTests(openImporter())

// Opening a database takes longer than a test: each has a store of its own.
beforeEach(async () => {
  count += 1
  storeId = (await importer.load(teaShop(subdomain()))).store.id
})

describe('Importing a bundle again', () => {
  it('changes nothing when nothing has changed', async () => {
    const before = [await importer.getStore(subdomain()), await assam(), await welcome(), await asha()]
    const summary = await importer.load(teaShop(subdomain()))
    const unchanged = { created: 0, updated: 0, unchanged: 1 }
    expect(summary).toMatchObject({
      products: unchanged,
      discounts: unchanged,
      customers: unchanged,
      reviews: unchanged,
    })
    expect([await importer.getStore(subdomain()), await assam(), await welcome(), await asha()]).toEqual(before)
  })

  it('updates what it gives and leaves the fields that it leaves out', async () => {
    await again({
      products: [
        {
          ...product,
          price: 520,
          description: 'New harvest.',
          category: 'Black tea',
          images: ['https://x.example/a.jpg'],
        },
      ],
    })
    const { version, updatedAt } = await assam()
    expect(version).toBe(2)
    await again({ products: [{ ...product, name: 'Assam FTGFOP', price: 530 }] })
    expect(await assam()).toMatchObject({
      ...{ name: 'Assam FTGFOP', price: 53_000n, salePrice: 39_950n, description: 'New harvest.' },
      ...{ category: 'Black tea', categoryKey: 'black tea', images: ['https://x.example/a.jpg'], version: 3 },
    })
    expect((await assam()).updatedAt.getTime()).toBeGreaterThan(updatedAt.getTime())
  })

  it('clears what it gives as null', async () => {
    await again({ products: [{ ...product, salePrice: null }], discounts: [] })
    expect((await assam()).salePrice).toBeNull()
    await again({ discounts: [{ code: 'welcome10', type: 'percent', value: 10, usageLimit: 5 }] })
    await again({ discounts: [{ code: 'welcome10', type: 'percent', value: 10, usageLimit: null }] })
    expect((await welcome()).usageLimit).toBeNull()
  })

  it('leaves stock that was sold meanwhile', async () => {
    const { prisma } = importer.database
    await prisma.product.updateMany({ where: { storeId }, data: { stock: 3 } })
    await prisma.variant.updateMany({ where: { storeId }, data: { stock: 0 } })
    const changed = { options: { size: '250g' }, price: 450, stock: 10 }
    await again({ products: [{ ...product, price: 510, stock: 25, variants: [changed] }] })
    expect(await assam()).toMatchObject({ stock: 3, price: 51_000n, variants: [{ stock: 0, price: 45_000n }] })
  })

  it('adds variants beside those that it leaves out, and counts that as a change of the product', async () => {
    await again({ products: [{ ...product, variants: [{ options: { size: '50g' }, price: 120, stock: 4 }] }] })
    const { variants, version } = await assam()
    expect(version).toBe(2)
    expect(variants.map(({ optionsKey, stock }) => [optionsKey, stock])).toEqual([
      ['{"size":"250g"}', 10],
      ['{"size":"50g"}', 4],
    ])
  })

  it('updates a discount of another kind, and leaves how often it was used', async () => {
    await importer.database.prisma.discount.updateMany({ where: { storeId }, data: { timesUsed: 7 } })
    await again({ discounts: [{ code: 'WELCOME10', type: 'fixed', value: 50.5, endsAt: '2027-01-01T00:00:00+05:30' }] })
    expect(await welcome()).toMatchObject({
      ...{ type: 'FIXED', amount: 5_050n, percentMicro: null, timesUsed: 7, version: 2 },
      endsAt: new Date('2026-12-31T18:30:00Z'),
    })
  })

  it("leaves a customer's points and password, and updates the address book", async () => {
    await importer.database.prisma.customer.updateMany({ where: { storeId }, data: { points: 20 } })
    const before = await asha()
    await again({
      customers: [
        { name: 'Asha Rao', phone: '98765-43210', password: 'another1', loyaltyPoints: 500, email: 'a@b.example' },
      ],
    })
    expect(await asha()).toEqual({ ...before, name: 'Asha Rao', email: 'a@b.example', updatedAt: expect.any(Date) })
    expect(await importer.database.prisma.loyaltyEntry.count({ where: { storeId } })).toBe(1)
  })

  it('takes a customer without a password only when there is one of that phone', async () => {
    const customers = [
      { name: 'Asha', phone: '9876543210' },
      { name: 'Ravi', phone: '123' },
    ]
    expect(await mistakesOf(() => again({ customers }))).toEqual([
      'customers[1].password: expected a password, as the store has no customer with phone 123 yet, found nothing',
    ])
  })

  it('moderates and rates reviews anew, and counts them exactly', async () => {
    const [review] = teaShop().reviews
    if (!review) throw new Error('The tea shop has a review')
    expect(await assam()).toMatchObject({ reviewCount: 1, ratingSum: 5 })
    await again({ reviews: [{ ...review, rating: 3 }] })
    expect(await assam()).toMatchObject({ reviewCount: 1, ratingSum: 3 })
    await again({ reviews: [{ ...review, rating: 3, approved: false }] })
    expect(await assam()).toMatchObject({ reviewCount: 0, ratingSum: 0 })
    await again({ reviews: [{ product: 'assam', rating: 2, body: 'Not for me.', approved: true }] })
    expect(await assam()).toMatchObject({ reviewCount: 1, ratingSum: 2 })
    expect(await importer.database.prisma.review.count({ where: { storeId } })).toBe(2)
  })

  it('leaves a rejected review rejected, unless it is approved now', async () => {
    const { prisma } = importer.database
    const [review] = teaShop().reviews
    await prisma.review.updateMany({ where: { storeId }, data: { status: 'REJECTED' } })
    await again({ reviews: review ? [{ ...review, approved: false }] : [] })
    expect(await prisma.review.findFirst({ where: { storeId } })).toMatchObject({ status: 'REJECTED' })
    await again({ reviews: review ? [review] : [] })
    expect(await prisma.review.findFirst({ where: { storeId } })).toMatchObject({ status: 'APPROVED' })
  })

  it('takes reviews of products that only the store has, and refuses those of none', async () => {
    const reviews = [
      { product: 'assam', rating: 4, body: 'Good value.' },
      { product: 'oolong', rating: 4, body: 'Good value.' },
    ]
    expect(await mistakesOf(() => again({ reviews }))).toEqual([
      'reviews[1].product: expected the slug of a product in this bundle or in the store, found "oolong"',
    ])
    expect(await importer.database.prisma.review.count({ where: { storeId } })).toBe(1)
  })

  it('refuses what only together with the store is wrong, all of it at once, and stores nothing', async () => {
    await again({ discounts: [{ code: 'WELCOME10', type: 'percent', value: 10, endsAt: '2026-06-01T00:00:00Z' }] })
    const before = await assam()
    const mistakes = await mistakesOf(() =>
      again({
        products: [
          { ...product, name: 'Never stored', price: 300, variants: [{ options: { weight: '1kg' } }] },
          { slug: 'sencha', name: 'Sencha', price: 480 },
        ],
        discounts: [{ code: 'WELCOME10', type: 'percent', value: 10, startsAt: '2026-07-01T00:00:00Z' }],
      }),
    )
    expect(mistakes).toEqual([
      'discounts[0].startsAt: expected a moment before endsAt in the store (2026-06-01T00:00:00.000Z), found "2026-07-01T00:00:00.000Z"',
      'products[0].price: expected at least the sale price in the store (399.5), or a salePrice beside it, found 300',
      'products[0].variants[0].options: expected the option names of the store\'s variants, size, found {"weight":"1kg"}',
    ])
    expect(await assam()).toEqual(before)
    expect(await importer.database.prisma.product.count({ where: { storeId } })).toBe(1)
  })

  it('updates settings, and leaves those that it leaves out', async () => {
    await again({}, { tax: { rate: 18 }, shipping: { fee: 50, freeFrom: 999 }, ownerEmail: 'o@tea.example' })
    const { version } = await importer.getStore(subdomain())
    await again({}, { businessName: 'Tea & Co', tax: { inclusive: true }, shipping: { freeFrom: null } })
    expect(await importer.getStore(subdomain())).toMatchObject({
      ...{ id: storeId, businessName: 'Tea & Co', taxRateMicro: 180_000, taxInclusive: true, version: version + 1 },
      ...{ shippingFee: 5_000n, shippingFreeFrom: null, ownerEmail: 'o@tea.example' },
    })
  })

  it('updates services by name and leaves the others', async () => {
    const { prisma } = importer.database
    await again({}, { chat: { services: [{ name: 'Gift wrapping', price: 30 }, { name: 'Tasting' }] } })
    await again({}, { chat: { services: [{ name: 'Gift wrapping', description: 'With a ribbon.' }] } })
    expect(await prisma.service.findMany({ where: { storeId }, orderBy: { name: 'asc' } })).toMatchObject([
      { name: 'Gift wrapping', description: 'With a ribbon.', price: 3_000n },
      { name: 'Tasting', description: '', price: null },
    ])
  })

  it('refuses another currency', async () => {
    expect(await mistakesOf(() => again({}, { currency: 'EUR' }))).toEqual([
      'store.currency: expected INR, the currency in which the store\'s prices, points and orders are kept, found "EUR"',
    ])
  })
})

describe('The access password of a store', () => {
  it('is set once, cleared by null, and each change voids what was unlocked', async () => {
    await again({}, { access: { password: 'letmein' } })
    const first = await importer.getStore(subdomain())
    expect(first.accessPasswordVersion).toBe(1)
    expect(await importer.passwords.verify('letmein', first.accessPasswordHash)).toBe(true)

    await again({}, { access: { password: 'another1' } })
    expect(await importer.getStore(subdomain())).toEqual(first)
    await again({})
    expect(await importer.getStore(subdomain())).toEqual(first)

    await again({}, { access: null })
    expect(await importer.getStore(subdomain())).toMatchObject({ accessPasswordHash: null, accessPasswordVersion: 2 })
    expect(await mistakesOf(() => again({}, { access: {} }))).toEqual([
      'store.access.password: expected a password, as the store has none yet, found nothing',
    ])
  })
})

describe("A store's payment account", () => {
  const account = () => importer.database.prisma.paymentAccount.findUnique({ where: { storeId } })
  const opened = async () => {
    const found = await account()
    return [found?.sealedKeySecret, found?.sealedWebhookSecret].map((text) => text && importer.seal.open(storeId, text))
  }
  const razorpay = (fields: object) => ({ provider: 'razorpay' as const, keyId: 'rzp_1', ...fields })

  it('of the sandbox has keys of its own, which stay', async () => {
    await again({}, { payments: { provider: 'sandbox' } })
    const first = await account()
    expect(first?.keyId).toMatch(/^sandbox_[0-9a-f]{24}$/)
    expect((await opened()).every((secret) => secret && secret.length >= 32)).toBe(true)
    await again({}, { payments: { provider: 'sandbox' } })
    await again({})
    expect(await account()).toEqual(first)
  })

  it('keeps sealed what is not given again', async () => {
    await again({}, { payments: razorpay({ keySecret: 'hush', webhookSecret: 'hook' }) })
    expect(await opened()).toEqual(['hush', 'hook'])
    expect(JSON.stringify(await account())).not.toContain('hush')
    const first = await account()
    await again({}, { payments: razorpay({}) })
    await again({}, { payments: razorpay({ keySecret: 'hush', webhookSecret: 'hook' }) })
    expect(await account()).toEqual(first)
    await again({}, { payments: razorpay({ keySecret: 'louder', webhookSecret: null }) })
    expect(await opened()).toEqual(['louder', null])
  })

  it('needs the secret of a new key, and goes away with null', async () => {
    const message =
      'store.payments.keySecret: expected the secret of key rzp_1, which the store does not have yet, found nothing'
    expect(await mistakesOf(() => again({}, { payments: razorpay({}) }))).toEqual([message])
    await again({}, { payments: { provider: 'sandbox' } })
    expect(await mistakesOf(() => again({}, { payments: razorpay({}) }))).toEqual([message])
    await again({}, { payments: null })
    expect(await account()).toBeNull()
  })
})
