import { beforeEach, describe, expect, it } from 'vitest'
import { analyseProducts } from '../../../src/commerce/catalog/products.sql.ts'
import type { Store } from '../../../src/generated/prisma/client.ts'
import { atOnce, buyer, dataOf, pay, productIdOf, stockOf } from '../../support/buying.ts'
import { onCluster } from '../../support/citus-cluster.ts'
import { clientOf } from '../../support/client.ts'
import { type Owner, ownerOf } from '../../support/owner.ts'
import { forAllTests, generousHolds, openShop } from '../../support/shop.ts'
import { assam, IMPORT, importRows, size, storedProduct } from './product-list.ts'

let store: Store
let owner: Owner

const shop = await forAllTests(openShop({ limitsOff: true, holdLimits: generousHolds }))

async function open() {
  store = await shop.addStore({ store: { payments: { provider: 'sandbox' } } })
  owner = await ownerOf(shop, store)
}

const load = (rows: object[], options?: object) => importRows(owner, rows, options)
const stored = (slug: string) => storedProduct(owner, slug)
const done = (report: object) => ({
  ...{ imported: true, added: [], changed: [], unchanged: [], refused: [], mistakes: [], mistakeCount: 0 },
  ...report,
})

describe('an import of products', () => {
  beforeEach(open)

  it('adds, changes and leaves products, and reports which', async () => {
    const everything = {
      ...{ ...assam, description: 'Malty.', salePrice: 399.5, category: 'Black tea', stock: 25, taxRate: 5.5 },
      ...{ images: ['https://images.example.com/a.jpg'], active: false, displayOrder: 3 },
    }
    const rows = [everything, { name: 'Nilgiri Frost', price: 1 }, { slug: 'mate', name: 'Mate', price: 2 }]
    expect(await load(rows)).toEqual(done({ added: [1, 2, 3] }))
    const { slug: _, ...fields } = everything
    expect(await stored('assam')).toEqual({ ...fields, version: 1, variants: [] })
    expect(await stored('nilgiri-frost')).toMatchObject({ price: 1, active: true, stock: null })

    const again = [
      { slug: 'assam', price: 450, description: null },
      { name: 'Nilgiri Frost' },
      { name: 'Oolong', price: 3 },
    ]
    expect(await load(again)).toEqual(done({ added: [3], changed: [1], unchanged: [2] }))
    expect(await stored('assam')).toEqual({ ...fields, price: 450, description: '', version: 2, variants: [] })
    expect(await stored('mate')).toMatchObject({ price: 2 })
  })

  it('makes variants of rows with one slug, and keeps those that it does not give', async () => {
    const rows = [
      { slug: 'tea', name: 'Tea', category: 'Tea', price: 100, salePrice: 90, stock: 3, ...size('100g') },
      { ...assam },
      { slug: 'tea', price: 180, ...size('250g') },
    ]
    expect(await load(rows)).toEqual(done({ added: [1, 2] }))
    const [small, large] = [
      { ...size('100g'), price: 100, salePrice: 90, stock: 3 },
      { ...size('250g'), price: 180, salePrice: null, stock: null },
    ]
    expect(await stored('tea')).toMatchObject({ price: 100, salePrice: 90, stock: null, variants: [small, large] })

    const changed = { ...large, price: 170 }
    const extra = { ...size('1kg'), price: 600, salePrice: null, stock: 1 }
    const more = [extra, { ...size('250g'), price: 170 }].map((variant) => ({ slug: 'tea', ...variant }))
    expect(await load(more)).toEqual(done({ changed: [1] }))
    expect(await stored('tea')).toMatchObject({ price: 100, version: 2, variants: [small, changed, extra] })
  })

  it('sets the stock of what is new, and with setStock that of the rest', async () => {
    const rows = (stock: number) => [
      { ...assam, stock },
      { slug: 'tea', name: 'Tea', price: 1, stock, ...size('a') },
    ]
    await load(rows(5))
    expect(await load(rows(7))).toEqual(done({ unchanged: [1, 2] }))
    expect(await stored('assam')).toMatchObject({ stock: 5 })
    expect(await load(rows(7), { setStock: true })).toEqual(done({ changed: [1, 2] }))
    expect(await stored('assam')).toMatchObject({ stock: 7 })
    expect((await stored('tea')).variants).toMatchObject([{ stock: 7 }])
    expect(await load([{ slug: 'assam', stock: null }], { setStock: true })).toEqual(done({ changed: [1] }))
    expect(await stored('assam')).toMatchObject({ stock: null })
  })

  it('only reports what would happen when it is asked to', async () => {
    await load([assam])
    const rows = [
      { slug: 'assam', price: 1 },
      { name: 'New', price: 1 },
    ]
    expect(await load(rows, { dryRun: true })).toEqual(done({ imported: false, changed: [1], added: [2] }))
    expect(await stored('assam')).toMatchObject({ price: 499, version: 1 })
    expect(await stored('new')).toBe(null)
  })

  it('loses no unit of what is sold meanwhile, and lets one import at a time into the store', async () => {
    await load([{ ...assam, stock: 50 }])
    const id = await productIdOf(shop, store, 'assam')
    const client = clientOf(shop, store.subdomain, 'REST')
    const buy = async () => {
      const placed = await dataOf(client.checkout({ buyer, items: [{ id, qty: 1 }] }))
      await dataOf(client.verify(await pay(shop, placed.providerOrderId)))
    }
    const change = (index: number) => owner.post(IMPORT, { rows: [{ ...assam, price: 500 + index, stock: 999 }] })
    const [answers] = await Promise.all([atOnce(4, change), atOnce(12, buy)])
    for (const { body } of answers) {
      const code = body.errors?.[0].extensions.code
      if (code) expect(body.errors[0]).toMatchObject({ message: /Another import/, extensions: { code: 'CONFLICT' } })
    }
    expect(answers.some(({ body }) => body.data.importProducts?.imported)).toBe(true)
    expect(await stockOf(shop, store, 'assam')).toBe(38)
  })

  it('locks and writes nothing when it is a dry run, or refused', async () => {
    await load([assam])
    const rows = [
      { slug: 'assam', price: 1, ...size('a') },
      { name: 'New', price: 1, ...size('a') },
    ]
    shop.statements()
    expect(await load(rows, { dryRun: true })).toEqual(done({ imported: false, changed: [1], added: [2] }))
    const refused = await load([...rows, { slug: 'nameless', price: 1 }])
    expect(refused).toMatchObject({ imported: false, added: [], changed: [], refused: [3] })
    expect(
      shop.statements().filter((sql) => /FOR (NO KEY )?UPDATE|advisory|^\s*(INSERT|UPDATE|DELETE)/i.test(sql)),
    ).toEqual([])
    expect(await stored('assam')).toMatchObject({ price: 499, version: 1, variants: [] })
  })

  it('locks and writes 100 products at a time', async () => {
    const rows = (price: number) => Array.from({ length: 250 }, (_, index) => ({ name: `Tea ${index}`, price }))
    expect((await load(rows(1))).added).toHaveLength(250)
    shop.statements()
    expect((await load(rows(2))).changed).toHaveLength(250)
    // The embedded database begins and ends transactions without a statement of Prisma's.
    const isEmbedded = shop.database.kind === 'embedded'
    const order = shop
      .statements()
      .flatMap((sql) => /FOR NO KEY UPDATE|^COMMIT/.exec(sql)?.[0] ?? [])
      .join(' ')
      .replaceAll('FOR NO KEY UPDATE FOR NO KEY UPDATE', 'locked')
    expect(order).toBe(isEmbedded ? 'locked locked locked' : 'locked COMMIT locked COMMIT locked COMMIT')
  })

  // On Citus the rows are in shards, which have statistics of their own.
  it.skipIf(onCluster())('of several parts tells PostgreSQL that there are more products now', async () => {
    const { prisma } = shop.database
    const known = async () => {
      const [table] = await prisma.$queryRaw<{ rows: number }[]>`
        SELECT reltuples::int AS rows FROM pg_class WHERE oid = 'products'::regclass`
      return table?.rows ?? 0
    }
    await prisma.$executeRaw`ANALYZE products`
    const before = await known()
    const rows = (price: number) => Array.from({ length: 150 }, (_, index) => ({ name: `Tea ${index}`, price }))
    await load(rows(1))
    await load(rows(2))
    expect(await known()).toBeGreaterThanOrEqual(before + 150)
  })

  // On Citus the rows are in shards.
  it.skipIf(onCluster())('of several parts is stored also when PostgreSQL cannot analyse the products', async () => {
    const rows = Array.from({ length: 150 }, (_, index) => ({ name: `Tea ${index}`, price: 1 }))
    const { prisma } = shop.database
    // As when there are so many products that analysing them takes too long.
    await prisma.$executeRawUnsafe(`
      CREATE FUNCTION unanalysed(name text) RETURNS text IMMUTABLE LANGUAGE plpgsql AS $$
      BEGIN
        IF current_query() LIKE '%ANALYZE (SKIP_LOCKED)%' THEN RAISE EXCEPTION 'late' USING ERRCODE = '57014'; END IF;
        RETURN name;
      END $$`)
    await prisma.$executeRawUnsafe('CREATE INDEX unanalysed_idx ON products (unanalysed(name))')
    try {
      const all = rows.map((_, at) => at + 1)
      expect(await load(rows)).toMatchObject({ imported: true, added: all })
      await expect(analyseProducts(prisma)).rejects.toThrow()
    } finally {
      await prisma.$executeRawUnsafe('DROP INDEX unanalysed_idx')
    }
  })

  // Citus has no triggers.
  it.skipIf(onCluster())('says how much is stored when a lock stays taken halfway', async () => {
    const rows = Array.from({ length: 150 }, (_, index) => ({ name: `Tea ${index}`, price: 1 }))
    const { prisma } = shop.database
    // As when somebody keeps a row locked that the second part needs.
    await prisma.$executeRawUnsafe(`
      CREATE FUNCTION break_off() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'lock' USING ERRCODE = '55P03'; END $$;`)
    await prisma.$executeRawUnsafe(`
      CREATE TRIGGER break_off BEFORE INSERT ON products FOR EACH ROW
      WHEN (NEW.slug = 'tea-149') EXECUTE FUNCTION break_off()`)
    try {
      expect(await owner.refused(IMPORT, { rows })).toEqual({
        code: 'UNAVAILABLE',
        message: '100 of 150 products are stored, then: The service is busy. Please try again. Send the list again.',
      })
    } finally {
      await prisma.$executeRawUnsafe('DROP TRIGGER break_off ON products')
    }
    expect(await load(rows)).toMatchObject({ imported: true, unchanged: rows.slice(0, 100).map((_, at) => at + 1) })
  })

  it('takes as many statements for many products as for one', async () => {
    const statements = async (name: string, count: number) => {
      const rows = Array.from({ length: count }, (_, index) => ({ name: `${name} ${index}`, price: 1, ...size('a') }))
      shop.statements()
      await load(rows)
      return shop.statements().length
    }
    await load([assam])
    expect(await statements('many', 100)).toBe(await statements('one', 1))
  })

  it('is of one store', async () => {
    await load([assam])
    await open()
    expect(await load([assam])).toEqual(done({ added: [1] }))
  })
})
