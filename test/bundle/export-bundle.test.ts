import { describe, expect, it } from 'vitest'
import type { BundleJson } from '../../src/commerce/bundle/bundle-format.ts'
import { exportBundle } from '../../src/commerce/bundle/export-bundle.ts'
import { forAllTests } from '../support/for-all-tests.ts'
import { openTestDatabase } from '../support/test-database.ts'
import { type Importer, mistakesOf, openImporter, readExample, teaShop } from './tea-shop.ts'

const demo = (): BundleJson => JSON.parse(readExample('demo-store.json'))
const razorpay = { provider: 'razorpay', keyId: 'rzp_1', keySecret: 'hush', webhookSecret: 'hook' } as const

const importer = await forAllTests(openImporter())
const other = await forAllTests(openImporter())

async function exported(from: Importer, subdomain: string): Promise<BundleJson> {
  const bundle = await exportBundle(from.database.prisma, subdomain)
  if (!bundle) throw new Error(`No store ${subdomain}`)
  return bundle
}

describe('An exported store', () => {
  it('is what was imported, but for secrets', async () => {
    await importer.load(demo())
    const bundle = await exported(importer, 'demo')
    const { access, payments, ...store } = demo().store
    expect(bundle.store).toMatchObject(store)
    expect(bundle.store.access).toEqual({ protection: 'hint' })
    expect(bundle.store.payments).toEqual({ provider: 'sandbox' })
    expect(bundle.products).toMatchObject(demo().products ?? [])
    expect(bundle.customers?.find(({ name }) => name === 'Asha')).toEqual({
      ...{ name: 'Asha', phone: '9876543210', email: 'asha@example.com', address: null, loyaltyPoints: 100 },
    })
    const written = JSON.stringify(bundle)
    for (const secret of ['letmein', 'secret1', '$2', 'sandbox_']) expect(written).not.toContain(secret)
  })

  it('imported where it came from changes nothing, and is exported the same', async () => {
    await importer.load(demo())
    const bundle = await exported(importer, 'demo')
    const before = await importer.getStore('demo')
    const summary = await importer.load(bundle)
    for (const list of ['products', 'discounts', 'customers', 'reviews'] as const) {
      expect(summary[list]).toEqual({ created: 0, updated: 0, unchanged: bundle[list]?.length })
    }
    expect(await importer.getStore('demo')).toEqual(before)
    expect(await exported(importer, 'demo')).toEqual(bundle)
  })

  it('needs its passwords and secrets elsewhere, says which, and then is exported the same there', async () => {
    const shop = teaShop('elsewhere')
    await importer.load({ ...shop, store: { ...shop.store, access: { password: 'letmein' }, payments: razorpay } })
    const bundle = await exported(importer, 'elsewhere')
    expect(await mistakesOf(() => other.load(bundle))).toEqual([
      'customers[0].password: expected a password, as the store has no customer with phone 9876543210 yet, found nothing',
      'store.access.password: expected a password, as the store has none yet, found nothing',
      'store.payments.keySecret: expected the secret of key rzp_1, which the store does not have yet, found nothing',
    ])
    expect(await other.database.prisma.store.count()).toBe(0)

    const completed = {
      ...bundle,
      store: { ...bundle.store, access: { password: 'letmein' }, payments: razorpay },
      customers: bundle.customers?.map((customer) => ({ ...customer, password: 'welcome1' })),
    }
    await other.load(completed)
    expect(await exported(other, 'elsewhere')).toEqual(bundle)
  })

  it('does not clear the access password and the payment account that the store has got since', async () => {
    await importer.load(teaShop('later'))
    const bundle = await exported(importer, 'later')
    const shop = teaShop('later')
    await importer.load({ ...shop, store: { ...shop.store, access: { password: 'letmein' }, payments: razorpay } })
    const before = await importer.getStore('later')
    await importer.load(bundle)
    expect(await importer.getStore('later')).toEqual(before)
    expect(await importer.database.prisma.paymentAccount.count({ where: { storeId: before.id } })).toBe(1)
  })

  it('has a review that was sent twice once, and none that was rejected', async () => {
    const { store } = await importer.load(teaShop('twice'))
    const { prisma } = importer.database
    const { id: productId } = await prisma.product.findFirstOrThrow({ where: { storeId: store.id } })
    const review = { storeId: store.id, productId, reviewerName: 'Ravi', title: 'Malty', body: 'Strong and bright.' }
    await prisma.review.createMany({
      data: [
        { ...review, rating: 1, createdAt: new Date(0) },
        { ...review, title: 'Spam', rating: 1, status: 'REJECTED' },
      ],
    })
    const bundle = await exported(importer, 'twice')
    expect(bundle.reviews).toMatchObject([{ title: 'Malty', rating: 5, approved: true }])
    await importer.load(bundle)
    expect(await exported(importer, 'twice')).toEqual(bundle)
  })

  it('keeps the order of its products where they share a display order', async () => {
    const slugs = ['c', 'a', 'b']
    const shop = teaShop('order')
    await importer.load({ ...shop, reviews: [], products: slugs.map((slug) => ({ slug, name: slug, price: 1 })) })
    expect((await exported(importer, 'order')).products?.map(({ slug }) => slug)).toEqual(slugs)
  })

  it('is null when there is none', async () => {
    const database = await openTestDatabase()
    expect(await exportBundle(database.prisma, 'nobody')).toBeNull()
    await database.close()
  })
})
