import type { Db } from '../../src/platform/database/db.ts'
import { storeStatement } from '../../src/platform/database/store-statement.ts'

const ids = storeStatement<{ id: string }>('ids of products', 'SELECT id FROM products WHERE store_id = $1')

/** The ways to read the products of a store, each with one statement. */
export const productReads: [string, (db: Pick<Db, 'prisma' | 'sql'>, storeId: string) => Promise<unknown>][] = [
  ['an operation of Prisma', ({ prisma }, storeId) => prisma.product.findMany({ where: { storeId } })],
  [
    'SQL by Prisma',
    ({ prisma }, storeId) => prisma.$queryRaw`SELECT id FROM products WHERE store_id = ${storeId}::uuid`,
  ],
  ['SQL of ours', ({ sql }, storeId) => sql.$queryRaw`SELECT id FROM products WHERE store_id = ${storeId}::uuid`],
  ['a statement about a store', ({ sql }, storeId) => sql.read(ids, storeId)],
]
