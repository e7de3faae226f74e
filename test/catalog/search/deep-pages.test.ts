import { describe, expect, it } from 'vitest'
import { addCatalogue, addSearchRows } from '../../../bench/data/fill-search.ts'
import { indexOutdated } from '../../../src/commerce/catalog/search/index/index-outdated.ts'
import { rest } from '../../support/call.ts'
import { thorough } from '../../support/chance.ts'
import { forAllTests, openShop } from '../../support/shop.ts'

/** All in one place of the display order, so that only the rest of the cursor distinguishes them. */
const PRODUCTS = thorough ? 10_000 : 1_000
const PAGE = 20

const shop = await forAllTests(openShop({ limitsOff: true }))
const store = await shop.addStore()
const { prisma } = shop.database
const query = (text: string, values: unknown[] = []) => prisma.$executeRawUnsafe(text, ...values)
await addCatalogue({ query }, store.id, PRODUCTS)
await addSearchRows({ query })
await prisma.$executeRaw`ANALYZE`

/** The blocks that PostgreSQL looks at for a page, in all statements, and what the page has. */
async function pageOf(query: string, after: string | null) {
  const { db, dbForRequest } = shop.services
  const { read } = db.sql
  let blocks = 0
  const watched: typeof read = async (statement, storeId, ...values) => {
    if (statement.text.includes('LIMIT')) {
      const text = `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${statement.text}`
      const [row] = await read<any>({ name: '', text }, storeId, ...values)
      const { Plan: plan } = row['QUERY PLAN'][0]
      blocks += plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
    }
    return read(statement, storeId, ...values)
  }
  shop.services.dbForRequest = () => ({ ...db, sql: { ...db.sql, read: watched } })
  try {
    const cursor = after === null ? '' : `&after=${after}`
    const { status, body } = await rest(
      shop,
      'GET',
      `/api/sites/${store.subdomain}/products?${query}&first=${PAGE}${cursor}`,
    )
    expect([status, body.products.length]).toEqual([200, PAGE])
    return { blocks, products: body.products, next: body.next }
  } finally {
    shop.services.dbForRequest = dbForRequest
  }
}

async function middle(query: string): Promise<string> {
  let after = ''
  for (let passed = 0; passed < PRODUCTS / 2; passed += 100) {
    const path = `/api/sites/${store.subdomain}/products?${query}&first=100${after && `&after=${after}`}`
    after = (await rest(shop, 'GET', path)).body.next
  }
  return after
}

describe('a page from the middle of a long list', () => {
  it.each(['featured', 'available_first', 'newest', 'price_asc', 'price_desc', 'rating', 'best_selling'])(
    'costs what the first one does, sorted by %s',
    async (sort) => {
      const first = await pageOf(`sort=${sort}`, null)
      const deep = await pageOf(`sort=${sort}`, await middle(`sort=${sort}`))
      expect(first.blocks).toBeGreaterThan(0)
      // The plain list goes down its index twice.
      expect(deep.blocks).toBeLessThanOrEqual(first.blocks * 1.5 + 3)
      expect(deep.products.filter(({ id }: any) => first.products.some((shown: any) => shown.id === id))).toEqual([])
    },
  )
})

// Last, because indexing anew leaves more blocks behind.
describe('the catalogue of the benchmark', () => {
  it('is indexed as the service indexes it, in more than one transaction', async () => {
    const { prisma } = shop.database
    const read = () =>
      prisma.$queryRaw<{ product_id: string }[]>`
        SELECT product_id, price::text, on_sale, category_key, brand_key, name_key, product_version, offer_ids,
          offer_prices::text[], offer_options::text[], offers_version
        FROM product_search WHERE store_id = ${store.id}::uuid ORDER BY product_id LIMIT 450`
    const filled = await read()
    const ids = filled.map((row) => row.product_id)
    await prisma.productSearch.deleteMany({ where: { storeId: store.id, productId: { in: ids } } })
    expect(await indexOutdated(shop.services)).toBe(450)
    expect(await read()).toEqual(filled)
  })
})
