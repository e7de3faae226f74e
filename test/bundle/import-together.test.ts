import { describe, expect, it } from 'vitest'
import { importBundle } from '../../src/commerce/bundle/import-bundle.ts'
import { checkBundle } from '../../src/commerce/bundle/parse-bundle.ts'
import { createStoreDirectory } from '../../src/commerce/stores/store-directory.ts'
import { Prisma } from '../../src/generated/prisma/client.ts'
import { waysToData } from '../../src/platform/database/db.ts'
import { long } from '../support/chance.ts'
import { onCluster } from '../support/citus-cluster.ts'
import { forAllTests } from '../support/for-all-tests.ts'
import { lock, untilWaiting } from '../support/locks.ts'
import { needs, noServer } from '../support/needs.ts'
import { openImporter, teaShop } from './tea-shop.ts'

const { sql } = Prisma
const queries: string[] = []

const importer = await forAllTests(openImporter({ onQuery: (sql) => queries.push(sql) }))

const size = (value: string) => ({ options: { size: value }, price: 100, stock: 5 })

/** A shop of many products, each with three variants and a review. */
function largeShop(subdomain: string, count: number) {
  const slugs = Array.from({ length: count }, (_, index) => `tea-${index}`)
  const description = 'A tea of which there is much to tell. '.repeat(5)
  return {
    ...teaShop(subdomain),
    products: slugs.map((slug) => ({
      ...{
        slug,
        name: slug,
        price: 100,
        description,
        category: 'Tea',
        images: [`https://images.example.com/${slug}.jpg`],
      },
      variants: [size('50g'), size('100g'), size('250g')],
    })),
    reviews: slugs.map((product) => ({ product, rating: 4, body: 'Good tea.', approved: true })),
  }
}

describe('Imports at the same time', () => {
  it('of one store that is new run one after the other: all succeed and the store is there once', async () => {
    await Promise.all([1, 2, 3, 4].map(() => importer.load(teaShop('turns'))))
    const { prisma } = importer.database
    const { id: storeId, version } = await importer.getStore('turns')
    expect(version).toBe(1)
    for (const count of [
      prisma.product.count({ where: { storeId } }),
      prisma.variant.count({ where: { storeId } }),
      prisma.customer.count({ where: { storeId } }),
      prisma.loyaltyEntry.count({ where: { storeId } }),
      prisma.review.count({ where: { storeId } }),
    ]) {
      expect(await count).toBe(1)
    }
  })

  it('leave a sale, a moderation and a sign-up that happen meanwhile as they are', async () => {
    const { prisma } = importer.database
    const shop = largeShop('busy', 50)
    const storeId = (await importer.load(shop)).store.id
    const product = await prisma.product.findFirstOrThrow({ where: { storeId, slug: 'tea-0' } })
    await prisma.product.updateMany({ where: { storeId }, data: { stock: 100 } })
    const review = { storeId, productId: product.id, reviewerName: 'Ravi', rating: 1, body: 'Not for me.' }
    const pending = await prisma.review.create({ data: review })

    const sell = () =>
      prisma.product.updateMany({ where: { storeId, slug: 'tea-0' }, data: { stock: { decrement: 1 } } })
    const moderate = () =>
      prisma.$transaction(async (tx) => {
        await tx.review.updateMany({ where: { storeId, id: pending.id }, data: { status: 'APPROVED' } })
        const counts = { reviewCount: { increment: 1 }, ratingSum: { increment: 1 } }
        await tx.product.updateMany({ where: { storeId, id: product.id }, data: counts })
      })
    const dearer = { ...shop, products: shop.products.map((entry) => ({ ...entry, price: 120, stock: 7 })) }
    await Promise.all([importer.load(dearer), ...Array.from({ length: 10 }, sell), moderate(), importer.load(dearer)])

    expect(await prisma.product.findFirstOrThrow({ where: { storeId, slug: 'tea-0' } })).toMatchObject({
      ...{ stock: 90, price: 12_000n, reviewCount: 2, ratingSum: 5 },
    })
  })
})

describe('An import that fails midway', () => {
  it('leaves nothing behind', async () => {
    const { database, passwords, seal } = importer
    const broken = {
      seal: () => {
        throw new Error('The seal broke')
      },
      open: seal.open,
    }
    const stores = createStoreDirectory(database.prisma)
    const services = { ...waysToData(database), passwords, seal: broken, stores, clock: () => new Date() }
    const shop = teaShop('midway')
    const bundle = checkBundle({ ...shop, store: { ...shop.store, payments: { provider: 'sandbox' } } })
    await expect(importBundle(services, bundle)).rejects.toThrow('The seal broke')
    expect(await database.prisma.store.count({ where: { subdomain: 'midway' } })).toBe(0)
  })

  it('leaves nothing behind when the database refuses the last of its rows', async () => {
    const { prisma } = importer.database
    await prisma.$executeRaw`ALTER TABLE reviews ADD CONSTRAINT calm CHECK (body <> 'SHOUTING') NOT VALID`
    const shop = teaShop('refused')
    const reviews = [...shop.reviews, { product: 'assam', rating: 1, body: 'SHOUTING' }]
    await expect(importer.load({ ...shop, reviews })).rejects.toThrow()
    await prisma.$executeRaw`ALTER TABLE reviews DROP CONSTRAINT calm`
    expect(await prisma.store.count({ where: { subdomain: 'refused' } })).toBe(0)
  })
})

/** How many there are to import, and how many statements that may take: far fewer than one for each. */
const [products, statements] = long ? [10_000, 200] : [1_000, 60]

describe(`A store of ${products} products`, () => {
  it('is imported, and imported again, with few statements', async () => {
    const shop = largeShop('large', products)
    queries.length = 0
    const { store } = await importer.load(shop)
    expect(queries.length).toBeLessThan(statements)
    const where = { storeId: store.id }
    expect(await importer.database.prisma.variant.count({ where })).toBe(3 * products)
    expect(await importer.database.prisma.product.count({ where: { ...where, reviewCount: 1, ratingSum: 4 } })).toBe(
      products,
    )

    queries.length = 0
    const dearer = shop.products.map((product) => ({ ...product, price: 110 }))
    const summary = await importer.load({ ...shop, products: dearer })
    expect(summary.products).toEqual({ created: 0, updated: products, unchanged: 0 })
    expect(summary.reviews.unchanged).toBe(products)
    expect(queries.length).toBeLessThan(statements)
  }, 300_000)
})

describe.skipIf(onCluster())('An import that waits for a customer who is buying', needs(noServer), () => {
  it('has not locked the discount that the order goes on to', async () => {
    const { prisma } = importer.database
    const shop = teaShop('buying')
    const storeId = (await importer.load(shop)).store.id
    const release = await lock(prisma, sql`SELECT 1 FROM customers WHERE store_id = ${storeId}::uuid FOR NO KEY UPDATE`)
    const imported = importer.load({
      ...shop,
      discounts: [{ code: 'WELCOME10', type: 'percent', value: 20 }],
      customers: [{ name: 'Asha Rao', phone: '9876543210' }],
    })
    await untilWaiting(prisma, 1)
    const free = await prisma.$queryRaw`
      SELECT code FROM discounts WHERE store_id = ${storeId}::uuid FOR NO KEY UPDATE SKIP LOCKED`
    expect(free).toEqual([{ code: 'WELCOME10' }])
    await release()
    expect(await imported).toMatchObject({ discounts: { updated: 1 }, customers: { updated: 1 } })
  })
})
