import { expect, it } from 'vitest'
import { createKnowledgeCache } from '../../src/commerce/chat/knowledge/knowledge.ts'
import type { PrismaClient } from '../../src/generated/prisma/client.ts'
import { createContext } from '../../src/process/request-context.ts'
import { forAllTests, openShop } from '../support/shop.ts'

const stranger = {
  ...{ authorization: undefined, idempotencyKey: undefined, accessToken: undefined },
  ...{ ip: '127.0.0.1', requestId: 'test' },
}

const shop = await forAllTests(openShop())

it('gives a store its knowledge although that of others fills the memory while it is read', async () => {
  const products = Array.from({ length: 3 }, (_, index) => ({ slug: `tea-${index}`, name: `Tea ${index}`, price: 9 }))
  const slow = await shop.addStore({ products })
  const others = [await shop.addStore({ products }), await shop.addStore({ products })]
  let goOn = () => {}
  const othersAreRead = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const late = shop.database.prisma.$extends({
    query: {
      product: {
        async findMany({ args, query }) {
          await othersAreRead
          return query(args)
        },
      },
    },
    // An extended client has all that the plain one has, but its type does not say so.
  }) as unknown as PrismaClient

  const contextOf = (store: typeof slow, prisma = shop.database.prisma) =>
    createContext({ ...shop.services, db: { ...shop.services.db, prisma } }, { ...stranger, store })
  const { size } = await createKnowledgeCache().find(contextOf(slow))
  // There is room for one of them.
  const cache = createKnowledgeCache({ maxFacts: size })
  const asked = cache.find(contextOf(slow, late))
  for (const store of others) await cache.find(contextOf(store))
  goOn()
  expect((await asked).knowledge.store.id).toBe(slow.id)
})
