import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { graphql } from '../support/call.ts'
import { clientOf } from '../support/client.ts'
import { forAllTests, openShop } from '../support/shop.ts'

const shop = await forAllTests(openShop())
const store = await shop.addStore({
  products: [
    { slug: 'sencha', name: 'Sencha', price: 300 },
    { slug: 'hidden', name: 'Hidden', price: 1, active: false },
  ],
})

async function productId(slug: string) {
  const { prisma } = shop.database
  const product = await prisma.product.findUniqueOrThrow({ where: { storeId_slug: { storeId: store.id, slug } } })
  return product.id
}

const askedBy = {
  'of a product': {
    query:
      'query ($id: ID!, $after: String) { product(id: $id) { page: reviews(first: 2, after: $after) { ...shown } } }',
    pageOf: (data: any) => data.product.page,
  },
  'by a product’s id': {
    query: 'query ($id: ID!, $after: String) { page: reviews(productId: $id, first: 2, after: $after) { ...shown } }',
    pageOf: (data: any) => data.page,
  },
}

it.each(Object.entries(askedBy))('reviews %s can be paged through', async (_, { query, pageOf }) => {
  const product = await shop.database.prisma.product.create({
    data: { storeId: store.id, slug: randomUUID(), name: 'x', price: 1n, reviewCount: 5, ratingSum: 23 },
  })
  await shop.database.prisma.review.createMany({
    data: Array.from({ length: 5 }, (_, at) => ({
      storeId: store.id,
      productId: product.id,
      reviewerName: `R${at}`,
      rating: 5,
      body: 'Good tea.',
      status: 'APPROVED' as const,
    })),
  })
  const shown = `fragment shown on ReviewConnection {
    nodes { reviewerName } pageInfo { endCursor hasNextPage } summary { count average }
  }`
  const seen: string[] = []
  for (let after: string | null = null, more = true; more; ) {
    const { body }: { body: any } = await graphql(shop, store.subdomain, query + shown, { id: product.id, after })
    const { nodes, pageInfo, summary } = pageOf(body.data)
    expect(summary).toEqual({ count: 5, average: 4.6 })
    seen.push(...nodes.map(({ reviewerName }: { reviewerName: string }) => reviewerName))
    more = pageInfo.hasNextPage
    after = pageInfo.endCursor
  }
  expect(seen.sort()).toEqual(['R0', 'R1', 'R2', 'R3', 'R4'])
})

it('reviews by a product’s id are null for one that is not in the shop, and empty for one without any', async () => {
  const query = '{ reviews(productId: "ID") { nodes { id } summary { count average } } }'
  const ask = async (id: string) =>
    (await graphql(shop, store.subdomain, query.replace('ID', id))).body as { data: { reviews: unknown } }
  for (const id of [randomUUID(), 'no-uuid', await productId('hidden')]) {
    expect(await ask(id)).toEqual({ data: { reviews: null } })
  }
  expect(await ask(await productId('sencha'))).toEqual({
    data: { reviews: { nodes: [], summary: { count: 0, average: 0 } } },
  })
})

it('a product’s reviews take one statement over REST', async () => {
  const { reviews } = clientOf(shop, store.subdomain, 'REST')
  const id = await productId('sencha')
  // The store is known from then on.
  await reviews(randomUUID())
  shop.statements()
  await reviews(id)
  expect(shop.statements()).toHaveLength(1)
})
