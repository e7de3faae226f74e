import { describe, expect, it } from 'vitest'
import { columnsOf, storeStatement } from '../../../src/platform/database/store-statement.ts'
import { forAllTests } from '../../support/for-all-tests.ts'
import { openTestDatabase } from '../../support/test-database.ts'

const statements: string[] = []

const database = await forAllTests(openTestDatabase({ onQuery: (sql) => statements.push(sql) }))
const storeId = (
  await database.prisma.store.create({ data: { subdomain: 'tea', businessName: 'Tea House', currency: 'INR' } })
).id

describe('a statement about a store', () => {
  it('gives the same values as Prisma, of every type', async () => {
    const product = await database.prisma.product.create({
      data: { storeId, slug: 'assam', name: 'Assam', price: 9_007_199_254_740_993n, stock: 3, images: ['/a.svg'] },
    })
    await database.prisma.variant.create({
      data: { storeId, productId: product.id, options: { size: '250g' }, optionsKey: '{"size":"250g"}' },
    })
    const fields = Object.keys(product)
    const all = storeStatement('all of a product', `SELECT ${columnsOf(fields)} FROM products WHERE store_id = $1`)
    expect(await database.sql.read(all, storeId)).toEqual([product])
    const options = storeStatement('options', 'SELECT options FROM variants WHERE store_id = $1')
    expect(await database.sql.read(options, storeId)).toEqual([{ options: { size: '250g' } }])
  })

  it.each([
    ['none', []],
    ['plain', ['/a.svg', 'https://example.com/b.svg?x=1']],
    ['with commas, quotes and braces', ['a,b', 'say "tea"', '{x}', 'back\\slash', ' blank ']],
    ['that look like nothing', ['NULL', 'null', '']],
  ])('gives lists of texts: %s', async (name, images) => {
    const { id } = await database.prisma.product.create({ data: { storeId, slug: name, name, price: 1n, images } })
    const read = storeStatement(`images ${name}`, 'SELECT images FROM products WHERE store_id = $1 AND id = $2')
    expect(await database.sql.read(read, storeId, id)).toEqual([{ images }])
  })

  it.each([
    '2026-01-31T12:00:00.000Z',
    '2026-01-31T12:00:00.120Z',
    '0001-01-01T00:00:00.000Z',
    '9999-12-31T23:59:59.999Z',
  ])('gives the moment %s', async (moment) => {
    const slug = moment.toLowerCase()
    await database.prisma.product.create({
      data: { storeId, slug, name: 'Moment', price: 1n, createdAt: new Date(moment) },
    })
    const read = storeStatement<{ at: Date }>(
      `at ${moment}`,
      'SELECT created_at AS at FROM products WHERE store_id = $1 AND slug = $2',
    )
    expect((await database.sql.read(read, storeId, slug)).map(({ at }) => at.toISOString())).toEqual([moment])
  })

  it('is reported to whoever counts statements', async () => {
    const text = 'SELECT id FROM customers WHERE store_id = $1'
    const read = storeStatement('counted', text)
    statements.length = 0
    expect(await database.sql.read(read, storeId)).toEqual([])
    expect(statements).toEqual([text])
  })

  it('must be limited to the store, and have a name of its own', () => {
    expect(() => storeStatement('everybody', 'SELECT id FROM customers WHERE id = $1')).toThrow(/store_id/)
    expect(() => storeStatement('another', 'SELECT id FROM customers WHERE store_id = $12')).toThrow(/store_id/)
    storeStatement('twice', 'SELECT id FROM customers WHERE store_id = $1')
    expect(() => storeStatement('twice', 'SELECT name FROM customers WHERE store_id = $1')).toThrow(/twice/)
  })
})
