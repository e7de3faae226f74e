import pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { addCatalogue, addSearchRows } from '../../../bench/data/fill-search.ts'
import type { Store } from '../../../src/generated/prisma/client.ts'
import { graphql } from '../../support/call.ts'
import { needs, noServer } from '../../support/needs.ts'
import { urlOf } from '../../support/served-databases.ts'
import { forAllTests, openShop } from '../../support/shop.ts'

const FEW = 1_000
const MANY = 100_000
const HELD = 50

// The embedded database takes a minute to hold so many; what it runs is the same PostgreSQL.
describe(
  'a store with 100,000 products of which half are sold out, beside one with 1,000',
  needs(noServer),
  async () => {
    const shop = await forAllTests(openShop({ limitsOff: true }))
    let small: Store
    let big: Store

    beforeAll(async () => {
      small = await shop.addStore()
      big = await shop.addStore()
      const [row] = await shop.database.prisma.$queryRaw<{ name: string }[]>`SELECT current_database() AS name`
      const client = new pg.Client({ connectionString: urlOf(process.env.DATABASE_URL ?? '', row?.name ?? '') })
      await client.connect()
      try {
        await addCatalogue(client, small.id, FEW)
        await addCatalogue(client, big.id, MANY)
        await client.query(
          `UPDATE variants SET stock = 0, indexed_sold_out = true WHERE right(product_id::text, 2)::int / 10 % 2 = 0`,
        )
        await client.query(`UPDATE products SET variants_left = false WHERE right(id::text, 2)::int / 10 % 2 = 0`)
        await addSearchRows(client)
        for (const { id } of [small, big]) {
          await client.query(
            `INSERT INTO stock_holds (store_id, order_id, position, product_id, variant_id, qty, expires_at)
           SELECT store_id, gen_random_uuid(), 0, product_id, id, 1, now() + interval '1 hour' FROM variants
           WHERE store_id = $1 AND stock > 0 LIMIT ${HELD}`,
            [id],
          )
        }
        await client.query('VACUUM ANALYZE')
      } finally {
        await client.end()
      }
    }, 900_000)

    let asked = 0
    /** The blocks that PostgreSQL looks at for a page. */
    async function pageOf(store: Store, args: string, after: string | null = null) {
      const { db, dbForRequest } = shop.services
      const { read } = db.sql
      const plans: any[] = []
      const watched: typeof read = async (statement, storeId, ...values) => {
        if (statement.text.includes('"soldOut"')) {
          const text = `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${statement.text}`
          const [row] = await read<any>({ name: '', text }, storeId, ...values)
          plans.push(row['QUERY PLAN'][0])
        }
        return read(statement, storeId, ...values)
      }
      shop.services.dbForRequest = () => ({ ...db, sql: { ...db.sql, read: watched } })
      try {
        asked += 1
        const query = `query ($after: String) {
        products(${args}, after: $after) { nodes { slug available } pageInfo { endCursor } }
      } # ${asked}`
        const { body } = await graphql(shop, store.subdomain, query, { after })
        expect(body.errors).toBeUndefined()
        expect(plans).toHaveLength(1)
        const { Plan: plan } = plans[0]
        return {
          nodes: body.data.products.nodes as { slug: string; available: boolean }[],
          blocks: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'],
        }
      } finally {
        shop.services.dbForRequest = dbForRequest
      }
    }

    /** Behind the middle of those that are sold out, or are not. */
    const cursor = (count: number, soldOut: number) =>
      Buffer.from(
        JSON.stringify([
          soldOut,
          0,
          new Date(Date.UTC(2026, 0, 1) - (count / 2) * 60_000),
          '00000000-0000-0000-0000-000000000000',
        ]),
      ).toString('base64url')

    it.each(['first: 100', 'first: 24, category: "Category 3"', 'first: 24, filter: { price: { min: 300 } }'])(
      'shows a page of %s for about the same work, wherever it begins',
      async (args) => {
        for (const soldOut of [null, 0, 1]) {
          const few = await pageOf(small, args, soldOut === null ? null : cursor(FEW, soldOut))
          const many = await pageOf(big, args, soldOut === null ? null : cursor(MANY, soldOut))
          expect(many.nodes[0]?.available).toBe(soldOut !== 1)
          expect(many.blocks).toBeLessThanOrEqual(2 * few.blocks + 100)
        }
      },
    )
  },
)
