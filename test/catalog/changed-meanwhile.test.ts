import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Prisma, type Store } from '../../src/generated/prisma/client.ts'
import { productIdOf } from '../support/buying.ts'
import { untilWaiting } from '../support/locks.ts'
import { needs, noServer } from '../support/needs.ts'
import { type Owner, ownerOf } from '../support/owner.ts'
import { openShop, type Shop } from '../support/shop.ts'

describe('on a server, a product that somebody else changes while a save waits for it', needs(noServer), () => {
  let shop: Shop
  let store: Store
  let owner: Owner
  let id: string
  beforeAll(async () => {
    shop = await openShop({ limitsOff: true })
  })
  afterAll(() => shop.close())

  async function open() {
    const variants = ['S', 'M'].map((size) => ({ options: { size }, price: 90, stock: 5 }))
    store = await shop.addStore({ products: [{ slug: 'shirt', name: 'Shirt', price: 100, variants }] })
    owner = await ownerOf(shop, store)
    id = await productIdOf(shop, store, 'shirt')
  }

  const ownRows = () => Prisma.sql`store_id = ${store.id}::uuid AND product_id = ${id}::uuid`

  /** Sends the mutation once the product is locked, and lets go of it when the mutation waits. */
  async function meanwhile(change: (tx: Prisma.TransactionClient) => Promise<unknown>, mutation: string) {
    const { prisma } = shop.database
    let answer: ReturnType<Owner['post']> | undefined
    await prisma.$transaction(
      async (tx) => {
        await tx.$queryRaw`SELECT 1 FROM products WHERE store_id = ${store.id}::uuid AND id = ${id}::uuid FOR UPDATE`
        answer = owner.post(`mutation { ${mutation} }`)
        await untilWaiting(prisma, 1)
        await change(tx)
      },
      { timeout: 20_000 },
    )
    return (await answer)?.body
  }

  async function addVariant(tx: Prisma.TransactionClient) {
    await tx.$executeRaw`UPDATE variants SET price = 8000 WHERE ${ownRows()}`
    await tx.variant.create({
      data: { storeId: store.id, productId: id, options: { size: 'L' }, optionsKey: '{"size":"L"}', position: 2 },
    })
    await tx.product.update({
      where: { storeId_id: { storeId: store.id, id } },
      data: { version: { increment: 1 } },
    })
  }

  it('is archived with the variants that it has by then, in what is searched, too', async () => {
    await open()
    const { data } = await meanwhile(addVariant, `archiveProduct(id: "${id}") { active version variants { price } }`)
    expect(data.archiveProduct).toEqual({
      active: false,
      version: 3,
      variants: [{ price: 80 }, { price: 80 }, { price: null }],
    })
    expect(
      await shop.database.prisma.$queryRaw`
      SELECT offer_prices::text[] AS prices, offers_version AS version FROM product_search WHERE ${ownRows()}`,
    ).toEqual([{ prices: ['8000', '8000', '10000'], version: 3 }])
  })

  it('is not overwritten: the save is refused', async () => {
    await open()
    const { errors } = await meanwhile(
      addVariant,
      `upsertProduct(input: { id: "${id}", version: 1, price: 95 }) { id }`,
    )
    expect(errors[0].extensions).toMatchObject({ code: 'CONFLICT', reason: 'OUTDATED_VERSION' })
  })

  it('keeps what was sold of its variants', async () => {
    await open()
    const sell = (tx: Prisma.TransactionClient) =>
      tx.$executeRaw`UPDATE variants SET stock = 3 WHERE ${ownRows()} AND options ->> 'size' = 'S'`
    const variants =
      '[{ options: [{ name: "size", value: "M" }], price: 85 }, { options: [{ name: "size", value: "S" }] }]'
    const { data } = await meanwhile(
      sell,
      `upsertProduct(input: { id: "${id}", version: 1, variants: ${variants} }) { version variants { price stock } }`,
    )
    const saved = {
      version: 2,
      variants: [
        { price: 85, stock: 5 },
        { price: 90, stock: 3 },
      ],
    }
    expect(data.upsertProduct).toEqual(saved)
    expect(await owner.ask(`{ product(id: "${id}") { version variants { price stock } } }`)).toEqual({ product: saved })
  })
})
