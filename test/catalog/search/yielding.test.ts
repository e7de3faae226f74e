import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { indexProducts } from '../../../src/commerce/catalog/search/index/index-products.sql.ts'
import type { SqlClient } from '../../../src/platform/database/sql.ts'
import { forAllTests, openShop } from '../../support/shop.ts'

const shop = await forAllTests(openShop())

it('indexing products lets other work run between two of them', async () => {
  const { prisma } = shop.database
  const products = ['a', 'b', 'c', 'd', 'e'].map((slug) => ({ slug, name: slug, price: 1 }))
  const { id: storeId } = await shop.addStore({ products })
  const ids = (await prisma.product.findMany({ where: { storeId } })).map(({ id }) => id)

  let turns = 0
  let isDone = false
  const others = (async () => {
    for (; !isDone; turns += 1) await setImmediate()
  })()
  /** Between what is read and what is written. */
  let between: number | null = null
  await prisma.$transaction(async (client) => {
    const tx: SqlClient = {
      $queryRawUnsafe: client.$queryRawUnsafe.bind(client),
      async $queryRaw<Rows>(...query: Parameters<SqlClient['$queryRaw']>) {
        const rows = await client.$queryRaw<Rows>(...query)
        turns = 0
        return rows
      },
      $executeRaw(...query) {
        between ??= turns
        return client.$executeRaw(...query)
      },
    }
    await indexProducts({ tx, storeId }, ids)
  })
  isDone = true
  await others
  expect(between).toBeGreaterThanOrEqual(products.length - 1)
})
