import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createOrderQueue } from '../../../src/commerce/orders/order-queue.ts'
import { inOrderTransaction } from '../../../src/commerce/orders/order-transaction.ts'
import { Prisma } from '../../../src/generated/prisma/client.ts'
import { waysToData } from '../../../src/platform/database/db.ts'
import { forAllTests } from '../../support/for-all-tests.ts'
import { productReads } from '../../support/product-reads.ts'
import { openTestDatabase } from '../../support/test-database.ts'

const database = await forAllTests(openTestDatabase())
const data = { subdomain: 'tea', businessName: 'Tea House', currency: 'INR' }
const storeId = (await database.prisma.store.create({ data })).id

describe('a request’s way to the database', () => {
  it('releases its permit after each statement, good or bad', async () => {
    const own = database.forRequest(storeId)
    for (let round = 0; round < 5; round += 1) {
      await Promise.all(productReads.map(([, read]) => read(own, storeId)))
      const product = { storeId, slug: 'assam', name: 'Assam', price: 1n }
      const { id } = await own.prisma.product.create({ data: product })
      await expect(own.prisma.product.create({ data: product })).rejects.toMatchObject({ code: 'P2002' })
      await expect(own.prisma.$queryRaw`SELECT nothing`).rejects.toThrow(Prisma.PrismaClientKnownRequestError)
      await expect(own.sql.$queryRaw`SELECT nothing`).rejects.toMatchObject({ code: '42703' })
      await own.prisma.product.delete({ where: { storeId_id: { storeId, id } } })
    }
  })

  it('commits a transaction that succeeds, undoes one that fails, and releases its permit after both', async () => {
    const own = database.forRequest(storeId)
    for (let round = 0; round < 5; round += 1) {
      const slug = `round-${round}`
      await own.prisma.$transaction((tx) => tx.product.create({ data: { storeId, slug, name: slug, price: 1n } }))
      const failing = own.prisma.$transaction(async (tx) => {
        await tx.product.deleteMany({ where: { storeId } })
        throw new Error('no')
      })
      await expect(failing).rejects.toThrow('no')
      await expect(own.sql.transaction(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    }
    expect(await own.prisma.product.count({ where: { storeId } })).toBe(5)
  })

  it('runs transactions about orders in the same queue as those of other requests, and reports them', async () => {
    const orderQueue = createOrderQueue()
    const reported: string[] = []
    orderQueue.onCommit((id) => reported.push(id))
    let end = () => {}
    const isHeld = new Promise<void>((resolve) => {
      end = resolve
    })
    const held = inOrderTransaction(
      { db: waysToData(database).dbForRequest(storeId), orderQueue },
      storeId,
      () => isHeld,
    )
    await setImmediate()
    expect(orderQueue.state().inUse).toBe(1)
    end()
    await held
    expect(reported).toEqual([storeId])
  })

  it('is of its own, by the same connections', async () => {
    const { db, dbForRequest } = waysToData(database)
    const [one, other] = [dbForRequest(storeId), dbForRequest(storeId)]
    expect(one.prisma).not.toBe(other.prisma)
    expect(one.sql).not.toBe(other.sql)
    for (const own of [db, one, other]) await Promise.all(productReads.map(([, read]) => read(own, storeId)))
  })
})
