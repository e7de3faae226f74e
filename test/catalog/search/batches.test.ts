import { randomUUID } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import { inBatches } from '../../../src/commerce/catalog/search/index/batches.ts'
import { forAllTests, openShop } from '../../support/shop.ts'

/** Calls of the work, by store. */
let asked: Map<string, string[]>

const shop = await forAllTests(openShop())
for (let at = 0; at < 3; at += 1) await shop.addStore()
const stores = await shop.database.prisma.store.findMany({ select: { id: true }, orderBy: { id: 'asc' } })
const storeIds = stores.map(({ id }) => id)
beforeEach(() => {
  asked = new Map()
})

const products = Array.from({ length: 5 }, () => randomUUID()).sort()

const twoBehind = async (_: unknown, storeId: string, after: string) => {
  asked.set(storeId, [...(asked.get(storeId) ?? []), after])
  return products.filter((id) => id > after).slice(0, 2)
}

const run = (work: typeof twoBehind, signal = new AbortController().signal) =>
  inBatches(shop.database.prisma, signal, { size: 2, work })

it('each store is done batch by batch, to its last product', async () => {
  expect(await run(twoBehind)).toBe(storeIds.length * products.length)
  expect([...asked.keys()]).toEqual(storeIds)
  for (const behind of asked.values()) expect(behind.slice(1)).toEqual([products[1], products[3]])
})

it('a store whose work fails does not keep the others from theirs', async () => {
  const [, broken = ''] = storeIds
  const failing: typeof twoBehind = async (tx, storeId, after) => {
    const ids = await twoBehind(tx, storeId, after)
    if (storeId === broken && after === products[1]) throw new Error('a row that cannot be read')
    return ids
  }
  await expect(run(failing)).rejects.toThrow('a row that cannot be read')
  expect([...asked.keys()]).toEqual(storeIds)
})

it('nothing new starts after the signal', async () => {
  const stop = new AbortController()
  const stopping: typeof twoBehind = (tx, storeId, after) => {
    stop.abort()
    return twoBehind(tx, storeId, after)
  }
  expect(await run(stopping, stop.signal)).toBe(2)
  expect([...asked.keys()]).toEqual(storeIds.slice(0, 1))
})
