import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Prisma, type Store } from '../../src/generated/prisma/client.ts'
import { atOnce, buyer, productIdOf, tally } from '../support/buying.ts'
import { clientOf } from '../support/client.ts'
import { lock } from '../support/locks.ts'
import { needs, noServer } from '../support/needs.ts'
import { generousHolds, openShop, type Shop, unlimited } from '../support/shop.ts'

const tea = (stock: number) => ({ slug: 'tea', name: 'Tea', price: 100, stock })

describe('on a server, while somebody else keeps the product locked', needs(noServer), () => {
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop({ policies: { checkout: unlimited }, holdLimits: generousHolds })
  })
  afterAll(() => shop.close())

  async function openStore(bundle: object) {
    const store = await shop.addStore({ store: { payments: { provider: 'sandbox' } }, ...bundle })
    return { store, client: clientOf(shop, store.subdomain, 'REST') }
  }
  const cartOf = async (store: Store) => ({ items: [{ id: await productIdOf(shop, store, 'tea'), qty: 1 }], buyer })

  it('a checkout gives up in time and says when to come back, and the next one goes through', async () => {
    const { store, client } = await openStore({ products: [tea(10)] })
    const input = await cartOf(store)
    const release = await lockProducts(store)
    expect(await client.checkout(input)).toEqual({
      status: 503,
      error: 'The service is busy. Please try again.',
      retryAfter: 1,
    })
    await release()
    expect(await client.checkout(input)).toHaveProperty('data')
  })

  it('a rush at it keeps nobody from buying in another store', async () => {
    const busy = await openStore({ products: [tea(1000)] })
    const quiet = await openStore({ products: [tea(10)] })
    const [crowded, input] = [await cartOf(busy.store), await cartOf(quiet.store)]
    const release = await lockProducts(busy.store)
    let answered = 0
    const rush = atOnce(30, async () => {
      const outcome = await busy.client.checkout(crowded)
      answered += 1
      return outcome
    })
    expect(await quiet.client.checkout(input)).toHaveProperty('data')
    // Those that have waited too long for the lock by then, on a slow machine, but not the crowd.
    expect(answered).toBeLessThan(10)
    await release()
    const outcomes = tally(await rush)
    expect(Object.keys(outcomes).filter((name) => !/^ok$|^503 /.test(name))).toEqual([])
  })

  const lockProducts = ({ id }: Store) =>
    lock(shop.database.prisma, Prisma.sql`SELECT 1 FROM products WHERE store_id = ${id}::uuid FOR UPDATE`)
})
