import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { cleanUp } from '../../../src/process/clean-up.ts'
import { graphql, rest } from '../../support/call.ts'
import { ownerOf } from '../../support/owner.ts'
import { forAllTests, openShop } from '../../support/shop.ts'

let now = new Date('2026-06-01T20:00:00Z')

const shop = await forAllTests(openShop({ clock: () => now }))
const store = await shop.addStore(JSON.parse(readFileSync('examples/demo-store.json', 'utf8')))
const owner = await ownerOf(shop, store)

const get = (path: string) => rest(shop, 'GET', `/api/sites/${store.subdomain}/${path}`)

describe('suggestions', () => {
  const texts = async (q: string) => {
    const { body } = await get(`suggest?q=${encodeURIComponent(q)}`)
    const asked = await graphql(shop, store.subdomain, 'query ($q: String!) { suggest(q: $q) { text } }', { q })
    const texts = body.suggestions.map(({ text }: { text: string }) => text)
    expect(asked.body.data.suggest.map(({ text }: { text: string }) => text)).toEqual(texts)
    return texts
  }

  it('complete what is typed: categories, then products', async () => {
    expect(await texts('ool')).toEqual(['Oolong tea', 'Jin Xuan Milk Oolong', 'Darjeeling Oolong'])
    expect(await texts('matcha')).toEqual(['Matcha, Ceremonial Grade', 'Bamboo Matcha Whisk'])
    expect(await texts('darjelin')).toContain('Darjeeling Oolong')
    expect(await texts('  ')).toEqual([])
    expect((await texts('t')).length).toBeLessThanOrEqual(10)
  })

  it('have the picture and the prices of a product', async () => {
    const { body } = await get('suggest?q=darjeeling%20oolong')
    const { products } = (await get('products?q=darjeeling%20oolong&first=1')).body
    const [{ name, slug, price_from, price_to, images }] = products
    expect(body.suggestions[0]).toEqual({
      ...{ kind: 'product', text: name, slug, price_from, price_to },
      picture: { url: images[0], alt: '', width: null, height: null, variants: [], thumbhash: null },
    })
    expect(price_from).toBeGreaterThan(0)
    const asked = '{ suggest(q: "darjeeling oolong") { priceFrom priceTo picture { url } } }'
    expect((await graphql(shop, store.subdomain, asked)).body.data.suggest[0]).toEqual({
      ...{ priceFrom: price_from, priceTo: price_to, picture: { url: images[0] } },
    })
    const [category] = (await get('suggest?q=ool')).body.suggestions
    expect(category).toMatchObject({ slug: null, picture: null, price_from: null, price_to: null })
  })

  it('have what is sold out last, as searches by relevance have, page by page', async () => {
    const { subdomain } = await shop.addStore({
      products: [
        { slug: 'mug', name: 'Mug', price: 5, stock: 0 },
        { slug: 'mug-s', name: 'Mug set', price: 5, variants: [{ options: { size: 'S' }, stock: 0 }] },
        { slug: 'mug-l', name: 'Mug with a long name', price: 5, variants: [{ options: { size: 'L' }, stock: 1 }] },
        { slug: 'mug-x', name: 'Mug your own, not counted at all', price: 5 },
      ],
    })
    const inOrder = ['mug-l', 'mug-x', 'mug', 'mug-s']
    const { body } = await rest(shop, 'GET', `/api/sites/${subdomain}/suggest?q=mug`)
    expect(body.suggestions.map(({ slug }: { slug: string }) => slug)).toEqual(inOrder)
    const found: string[] = []
    let after = ''
    do {
      const page = (await rest(shop, 'GET', `/api/sites/${subdomain}/products?q=mug&first=1${after}`)).body
      found.push(...page.products.map(({ slug }: { slug: string }) => slug))
      after = page.next === null ? '' : `&after=${encodeURIComponent(page.next)}`
    } while (after !== '' && found.length < 9)
    expect(found).toEqual(inOrder)
  })

  it('are refused what they cannot be asked', async () => {
    const error = async (query: string) => (await get(`suggest?${query}`)).body.error
    expect(await error('q=a&first=11')).toBe('first must be between 1 and 10')
    expect(await error(`q=${'x'.repeat(101)}`)).toBe('q must be at most 100 characters')
    const { body } = await graphql(shop, store.subdomain, '{ suggest(q: "a", first: 0) { text } }')
    expect(body.errors[0].message).toBe('first must be between 1 and 10')
  })
})

describe('what is looked for and not found', () => {
  const misses = async (first = 100) =>
    (await owner.ask(`{ searchMisses(first: ${first}) { day search count } }`)).searchMisses

  it('is counted by day, each time, without filters', async () => {
    for (const q of ['Coffee  beans', 'coffee beans', 'COFFEE beans', 'xylophone'])
      await get(`products?q=${encodeURIComponent(q)}`)
    await graphql(shop, store.subdomain, '{ products(search: "xylophone") { nodes { id } } }')
    for (const query of ['q=assam', 'q=coffee&in_stock=1', 'q=rum&category=Teaware']) await get(`products?${query}`)
    // 1:30 of the next day in the store's time zone.
    expect(await misses()).toEqual([
      { day: '2026-06-02', search: 'coffee beans', count: 3 },
      { day: '2026-06-02', search: 'xylophone', count: 2 },
    ])
    now = new Date('2026-06-03T10:00:00Z')
    await get('products?q=xylophone')
    expect(await misses(1)).toEqual([{ day: '2026-06-03', search: 'xylophone', count: 1 }])
    expect((await owner.refused('{ searchMisses(first: 101) { count } }')).message).toBe(
      'first must be between 1 and 100',
    )
  })

  it('is kept for 30 days', async () => {
    now = new Date('2026-07-02T10:00:00Z')
    expect(await cleanUp(shop.services)).toMatchObject({ searchMisses: 2 })
    expect(await misses()).toEqual([{ day: '2026-06-03', search: 'xylophone', count: 1 }])
  })
})
