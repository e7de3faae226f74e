import { describe, expect, it } from 'vitest'
import { graphql } from '../../support/call.ts'
import { forAllTests, openShop } from '../../support/shop.ts'

const FACETS = '{ availability { count } }'

const shop = await forAllTests(openShop({ limitsOff: true }))
const products = ['Assam', 'Nilgiri', 'Keemun'].map((name) => ({
  slug: name.toLowerCase(),
  name,
  brand: 'Hillside',
  price: 10,
}))
const store = await shop.addStore({ products })
// What a document with facets costs depends on the store's size, which is read once a minute.
await ask(`{ products(first: 2) { facets ${FACETS} } }`)

/** The first of three products, so that the total has to be counted. */
const list = (fields: string) => `products(first: 1, sort: NEWEST) { nodes { slug } total ${fields} }`

async function ask(document: string, variables = {}) {
  shop.statements()
  const { body } = await graphql(shop, store.subdomain, document, variables)
  expect(body.errors).toBeUndefined()
  return { ...body.data.products, statements: shop.statements().length }
}

const counted = { total: 3, facets: { availability: [{ count: 3 }] }, statements: 2 }

describe('facets, however a document asks for them, are counted with the total', () => {
  it.each([
    ['in the list', `{ ${list(`facets ${FACETS}`)} }`],
    ['in a fragment', `{ ${list('...Rest')} } fragment Rest on ProductConnection { facets ${FACETS} }`],
    ['in a fragment without a name', `{ ${list(`... on ProductConnection { facets ${FACETS} }`)} }`],
    ['in a second mention of the list', `{ ${list('')} ${list(`facets ${FACETS}`)} }`],
    ['where that is wanted', `query ($is: Boolean = true) { ${list(`facets @include(if: $is) ${FACETS}`)} }`],
  ])('%s', async (_, document) => {
    expect(await ask(document)).toMatchObject(counted)
  })

  it('under two names', async () => {
    const { facets, more, statements } = await ask(`{ ${list(`facets ${FACETS} more: facets ${FACETS}`)} }`)
    expect([facets, more, statements]).toEqual([counted.facets, counted.facets, 2])
  })

  it.each([
    ['left out', `query ($is: Boolean = false) { ${list(`facets @include(if: $is) ${FACETS}`)} }`],
    ['skipped', `query ($is: Boolean = true) { ${list(`... @skip(if: $is) { facets ${FACETS} }`)} }`],
  ])('and not where they are %s', async (_, document) => {
    const answer = await ask(document)
    expect(answer).toMatchObject({ total: 3, statements: 2 })
    expect(answer).not.toHaveProperty('facets')
  })

  it('is refused as a whole where the page is', async () => {
    const { body } = await graphql(shop, store.subdomain, `{ products(first: 0) { total facets ${FACETS} } }`)
    expect(body.errors[0]).toMatchObject({ extensions: { code: 'BAD_USER_INPUT' }, path: ['products'] })
  })
})

describe('the total of what is sorted by relevance', () => {
  const found = (fields: string) =>
    `query ($after: String) { products(search: "hillside", first: 1, after: $after) { nodes { slug } ${fields} } }`
  const UNDERSTANDING = 1

  it('is known from reading the page, wherever the page is', async () => {
    let after: string | null = null
    for (let page = 1; page <= 3; page += 1) {
      const answer = await ask(found('total pageInfo { endCursor }'), { after })
      expect(answer).toMatchObject({ nodes: [{}], total: 3, statements: UNDERSTANDING + 1 })
      after = answer.pageInfo.endCursor
    }
    expect(await ask(found('total'), { after })).toEqual({ nodes: [], total: 3, statements: UNDERSTANDING + 2 })
  })

  it('is known with the facets where they are asked for', async () => {
    const answer = await ask(found(`total facets ${FACETS}`))
    expect(answer).toMatchObject({ total: 3, facets: counted.facets, statements: UNDERSTANDING + 2 })
  })
})
