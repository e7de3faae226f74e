import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { dataOf } from '../support/buying.ts'
import { rest } from '../support/call.ts'
import { clientOf } from '../support/client.ts'
import { ownerOf } from '../support/owner.ts'
import { forAllTests, openShop } from '../support/shop.ts'
import { importRows } from './import/product-list.ts'

const shop = await forAllTests(openShop({ limitsOff: true }))
const store = await shop.addStore({
  products: [{ slug: 'bundled', name: 'Bundled', price: 1, category: ' Mixed  Zeta ', brand: '\tTwo\n Leaves' }],
})
const owner = await ownerOf(shop, store)

async function categories(): Promise<[name: string, count: number][]> {
  const { body } = await rest(shop, 'GET', `/api/sites/${store.subdomain}/categories`)
  return body.categories.map(({ name, count }: any) => [name, count])
}

/** What the migration does with rows from before. */
async function migrate() {
  const folder = readdirSync('prisma/migrations').find((name) => name.endsWith('_tidy_categories')) ?? ''
  const sql = readFileSync(join('prisma/migrations', folder, 'migration.sql'), 'utf8')
  for (const statement of sql.split(/;\n/).filter((text) => text.trim() !== ''))
    await shop.database.prisma.$executeRawUnsafe(statement)
  shop.services.stores.forget(store.subdomain)
}

describe('The name of a category', () => {
  it('is saved without needless blanks, whoever saves it', async () => {
    await importRows(owner, [{ slug: 'listed', name: 'Listed', price: 1, category: 'MIXED Zeta\u00a0' }])
    await owner.ask('mutation ($input: ProductInput!) { upsertProduct(input: $input) { id } }', {
      input: { slug: 'set', name: 'Set', price: 1, category: '\u3000Mixed\u2003zeta', displayOrder: -1 },
    })
    expect(await categories()).toEqual([['Mixed zeta', 3]])
    const { products } = await dataOf(clientOf(shop, store.subdomain, 'REST').products({ category: 'mixed  ZETA' }))
    expect(products).toHaveLength(3)
    const where = { storeId: store.id, slug: 'bundled' }
    expect(await shop.database.prisma.product.findFirst({ where })).toMatchObject({
      ...{ category: 'Mixed Zeta', categoryKey: 'mixed zeta', brand: 'Two Leaves' },
    })
  })

  it('is tidied where it was saved with blanks before', async () => {
    const where = { storeId: store.id }
    await shop.database.prisma.product.updateMany({
      where,
      data: { category: ' Cafe\u0301 \u00a0 Noir ', categoryKey: 'cafe\u0301 \u00a0 noir' },
    })
    await migrate()
    expect(await categories()).toEqual([['Café Noir', 3]])
    const { products } = await dataOf(clientOf(shop, store.subdomain, 'REST').products({ category: 'café noir' }))
    expect(products).toHaveLength(3)
  })
})
