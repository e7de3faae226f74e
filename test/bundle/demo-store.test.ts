import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type BundleJson, bundleSchema } from '../../src/commerce/bundle/bundle-format.ts'
import { bundleJsonSchema, parseBundle } from '../../src/commerce/bundle/parse-bundle.ts'
import { forAllTests } from '../support/for-all-tests.ts'
import { openImporter, readExample } from './tea-shop.ts'

const bundle = parseBundle(readExample('demo-store.json'))
const json: BundleJson = JSON.parse(readExample('demo-store.json'))
const importer = await forAllTests(openImporter())
await importer.load(json)

describe('The demo store', () => {
  it('agrees with the JSON Schema beside it, which is current', () => {
    const schema = readExample('store-bundle.schema.json')
    expect(JSON.parse(schema)).toEqual(JSON.parse(JSON.stringify(bundleJsonSchema())))
    expect(bundleSchema('INR').safeParse(json).success).toBe(true)
    expect(z.fromJSONSchema(JSON.parse(schema)).safeParse(json).error?.issues ?? []).toEqual([])
  })

  it('is a whole shop', () => {
    const { products = [], discounts = [], customers = [], reviews = [] } = bundle
    expect(products.length).toBeGreaterThanOrEqual(24)
    expect(new Set(products.map(({ category }) => category)).size).toBe(5)
    expect(products.filter(({ active }) => active === false)).toHaveLength(1)
    expect(discounts.length).toBeGreaterThanOrEqual(4)
    expect(customers).toHaveLength(3)
    expect(reviews.length).toBeGreaterThanOrEqual(25)
    expect(reviews.some(({ approved }) => !approved)).toBe(true)
  })

  it('shows the values that the description of the format shows', () => {
    expect(json.products?.[0]).toMatchObject({
      ...{ slug: 'assam', name: 'Assam', price: 499, salePrice: 399.5, category: 'Black tea', stock: 25, taxRate: 5 },
      ...{ active: true, displayOrder: 1 },
    })
    expect(json.products?.[0]?.variants?.[0]).toEqual({
      options: { size: '250g' },
      price: 499,
      salePrice: null,
      stock: 10,
    })
    expect(json.customers?.[0]).toEqual({
      ...{ name: 'Asha', phone: '9876543210', password: 'secret1', email: 'asha@example.com', loyaltyPoints: 100 },
    })
    expect(json.discounts?.[0]).toMatchObject({ code: 'WELCOME10', usageLimit: 100, perCustomerLimit: 1 })
    expect(json.reviews).toContainEqual({
      ...{ product: 'assam', name: 'Ravi', rating: 5, title: 'Malty', body: 'Strong and bright.', approved: true },
    })
  })

  it('lists each product at a price that one of its variants has', () => {
    const asked = ({ price, salePrice }: { price?: unknown; salePrice?: unknown }) => salePrice ?? price
    for (const { slug, variants, ...product } of json.products ?? []) {
      const prices = (variants ?? [product]).map((variant) =>
        asked({ ...(variant.price === undefined && product), ...variant }),
      )
      expect({ slug, prices }).toEqual({ slug, prices: expect.arrayContaining([asked(product)]) })
    }
  })

  it('is imported whole', async () => {
    const { prisma } = importer.database
    const store = await importer.getStore('demo')
    expect(store).toMatchObject({
      currency: 'INR',
      taxRateMicro: 180_000,
      shippingFee: 5_000n,
      shippingFreeFrom: 99_900n,
    })
    expect(store).toMatchObject({ loyaltyEnabled: true, earnRateMicro: 100_000n, redeemRateMicro: 500_000n })
    const where = { storeId: store.id }
    expect(await prisma.product.count({ where })).toBe(bundle.products?.length)
    expect(await prisma.review.count({ where })).toBe(bundle.reviews?.length)
    expect(await prisma.service.count({ where })).toBe(bundle.store.chat?.services?.length)
    expect(await prisma.storeUsage.findUnique({ where })).toMatchObject({ leads: 0 })
    const assam = await prisma.product.findFirstOrThrow({ where: { ...where, slug: 'assam' } })
    expect(assam).toMatchObject({ price: 49_900n, salePrice: 39_950n, categoryKey: 'black tea', taxRateMicro: 50_000 })
    expect(assam).toMatchObject({ reviewCount: 3, ratingSum: 14 })
  })

  it('lets Asha in, with her points', async () => {
    const { id: storeId } = await importer.getStore('demo')
    const { prisma } = importer.database
    const asha = await prisma.customer.findFirstOrThrow({ where: { storeId, phone: '9876543210' } })
    expect(await importer.passwords.verify('secret1', asha.passwordHash)).toBe(true)
    expect(asha.points).toBe(100)
    expect(asha.referralCode).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/)
    const ledger = await prisma.loyaltyEntry.findMany({ where: { storeId, customerId: asha.id } })
    expect(ledger).toMatchObject([{ kind: 'OPENING', points: 100, balanceAfter: 100 }])
  })
})
