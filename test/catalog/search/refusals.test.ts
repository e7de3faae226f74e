import { describe, expect, it } from 'vitest'
import { graphql, rest } from '../../support/call.ts'
import { forAllTests, openShop } from '../../support/shop.ts'

const shop = await forAllTests(openShop())
const products = ['a', 'b', 'c'].map((slug) => ({ slug, name: `Tea ${slug}`, price: 10, category: 'Tea' }))
const { subdomain } = await shop.addStore({ products })

const long = 'x'.repeat(256)
const many = (count: number, parameter: string) => Array.from({ length: count }, () => parameter).join('&')

describe('over REST, what a parameter cannot be is refused with its name and what is allowed', () => {
  it.each([
    [
      'sort=cheap',
      'sort must be one of featured, available_first, newest, price_asc, price_desc, rating, best_selling, relevance',
    ],
    [
      'sort=newest&sort=rating',
      'sort must be one of featured, available_first, newest, price_asc, price_desc, rating, best_selling, relevance',
    ],
    ['min_price=cheap', 'min_price must be a number between 0 and 1000000000000'],
    ['min_price=-1', 'min_price must be a number between 0 and 1000000000000'],
    ['max_price=1e99', 'max_price must be a number between 0 and 1000000000000'],
    ['max_price=Infinity', 'max_price must be a number between 0 and 1000000000000'],
    ['min_price=20&max_price=10', 'min_price must be at most max_price'],
    ['in_stock=yes', 'in_stock must be 1 or 0'],
    ['on_sale=true', 'on_sale must be 1 or 0'],
    ['facets=all', 'facets must be 1 or 0'],
    ['min_rating=6', 'min_rating must be a number between 0 and 5'],
    ['first=0', 'first must be between 1 and 100'],
    ['first=101', 'first must be between 1 and 100'],
    ['first=1.5', 'first must be between 1 and 100'],
    ['after=x', 'after must be a cursor returned by this list'],
    [`q=${'x'.repeat(101)}`, 'q must be at most 100 characters'],
    ['q=a&q=b', 'q must be text'],
    ['q=%00', 'q contains characters that cannot be stored'],
    [`brand=${long}`, 'brand must be at most 255 characters'],
    [`category=Tea&category=${long}`, 'category must be at most 255 characters'],
    [many(51, 'brand=a'), 'brand must be at most 50 values'],
    ['option.=a', 'option must have a name, as in option[size]=250g'],
    [`option.size=${long}`, 'option must be at most 255 characters'],
    [`option.${long}=a`, 'option must have a name of at most 255 characters'],
    [many(51, 'option.size=a'), 'option must be at most 50 values of each name'],
    [Array.from({ length: 11 }, (_, at) => `option.o${at}=a`).join('&'), 'option must be at most 10 names'],
  ])('%s', async (query, message) => {
    const { status, body } = await rest(shop, 'GET', `/api/sites/${subdomain}/products?${query}`)
    expect({ status, body }).toEqual({ status: 400, body: { error: message } })
  })
})

describe('over GraphQL likewise', () => {
  it.each([
    ['sort: CHEAP', 'Value "CHEAP" does not exist in "ProductSort" enum.'],
    ['filter: { price: { min: -1 } }', 'filter.price.min must be between 0 and 1000000000000'],
    ['filter: { price: { max: 1e99 } }', 'filter.price.max must be between 0 and 1000000000000'],
    ['filter: { price: { min: 2, max: 1 } }', 'filter.price.min must be at most filter.price.max'],
    ['filter: { minRating: 5.1 }', 'filter.minRating must be between 0 and 5'],
    ['first: 101', 'first must be between 1 and 100'],
    ['sort: RATING, after: "x"', 'after must be a cursor returned by this list'],
    [`search: "${'x'.repeat(101)}"`, 'search must be at most 100 characters'],
    ['search: "\\u0000"', 'search contains characters that cannot be stored'],
    [`filter: { brands: ["${long}"] }`, 'filter.brands must be at most 255 characters'],
    [
      `filter: { categories: [${many(51, '"a"').replaceAll('&', ',')}] }`,
      'filter.categories must be at most 50 values',
    ],
    [`filter: { options: [{ name: "${long}", values: [] }] }`, 'filter.options.name must be at most 255 characters'],
    [
      `filter: { options: [{ name: "a", values: ["${long}"] }] }`,
      'filter.options.values must be at most 255 characters',
    ],
  ])('%s', async (args, message) => {
    const { body } = await graphql(shop, subdomain, `{ products(${args}) { nodes { id } } }`)
    const [error] = body.errors
    expect(error.message).toBe(message)
    expect(error.extensions.code).toBe('BAD_USER_INPUT')
  })
})

describe('what is left out', () => {
  const ask = async (query: string) => (await rest(shop, 'GET', `/api/sites/${subdomain}/products${query}`)).body

  it.each(['', '?category=tea', '?category=', '?unheard=of'])(
    'the answer to "%s" has the products and where they go on',
    async (query) => {
      expect(Object.keys(await ask(query))).toEqual(['products', 'next', 'total'])
    },
  )

  it('empty parameters are none, and an unknown category, brand or option finds nothing', async () => {
    expect((await ask('?q=&min_price=&sort=&brand=')).products).toHaveLength(3)
    for (const query of ['?category=a&category=b', '?brand=a', '?option.size=a', '?q=!!!']) {
      expect(await ask(query)).toEqual({ products: [], next: null, total: 0 })
    }
  })
})
