import { describe, expect, it } from 'vitest'
import { otherSpellings } from '../../../src/commerce/catalog/search/words/spellings.ts'
import { graphql, rest } from '../../support/call.ts'
import { forAllTests, openShop } from '../../support/shop.ts'

const names = [
  'Salt & Pepper Mill',
  'Lemon and Mint Tea',
  'Mac ’n’ Cheese',
  'Colour Pencils',
  'Color Chalk',
  'Grey Scarf',
  'Gray Hat',
  'Jewellery Box',
  'Jewelry Stand',
  'Moisturising Cream',
  'Moisturizer',
  'Fibreglass Rod',
  'Whiskey Glass',
  'قهوة عربية',
  'أسورة ذهب',
  'زيت الزيتون الأصلى',
  'کتاب فارسی',
]

const shop = await forAllTests(openShop({ limitsOff: true }))
const store = await shop.addStore({ products: names.map((name, at) => ({ slug: `p-${at}`, name, price: 10 })) })

async function found(q: string): Promise<string[]> {
  const { body } = await rest(shop, 'GET', `/api/sites/${store.subdomain}/products?q=${encodeURIComponent(q)}`)
  const names = body.products.map(({ name }: { name: string }) => name)
  const query = 'query ($q: String) { products(search: $q) { nodes { name } } }'
  const asked = await graphql(shop, store.subdomain, query, { q })
  expect(asked.body.data.products.nodes.map(({ name }: { name: string }) => name)).toEqual(names)
  return names
}

describe('a shopper finds', () => {
  it.each([
    ...['salt and pepper', 'salt & pepper', 'Salt&Pepper', 'salt ＆ pepper mill', 'salt and'].map((q) => [
      q,
      'Salt & Pepper Mill',
    ]),
    ...['lemon & mint', 'lemon and mint', 'lemon mint'].map((q) => [q, 'Lemon and Mint Tea']),
    ...['mac and cheese', 'mac & cheese', 'mac n cheese', "mac 'n' cheese"].map((q) => [q, 'Mac ’n’ Cheese']),
    ...['fiberglass', 'fibreglass rods'].map((q) => [q, 'Fibreglass Rod']),
    ...['whisky', 'whisky glasses'].map((q) => [q, 'Whiskey Glass']),
    ...['قهوه', 'قَهْوَة', 'قهـــوة عربيه'].map((q) => [q, 'قهوة عربية']),
    ...['اسورة', 'اسوره', 'إسورة'].map((q) => [q, 'أسورة ذهب']),
    ...['الاصلي', 'زيت الزيتون الأصلي'].map((q) => [q, 'زيت الزيتون الأصلى']),
    ...['كتاب', 'كتاب فارسي', 'کتاب فارسی'].map((q) => [q, 'کتاب فارسی']),
  ])('with %j: %s', async (q = '', name) => {
    expect(await found(q)).toEqual([name])
  })

  it.each([
    ...['colour', 'color', 'colours', 'Colors'].map((q) => [q, ['Color Chalk', 'Colour Pencils']] as const),
    ...['grey', 'gray'].map((q) => [q, ['Gray Hat', 'Grey Scarf']] as const),
    ...['jewellery', 'jewelry'].map((q) => [q, ['Jewellery Box', 'Jewelry Stand']] as const),
    ...['moisturizing', 'moisturising'].map((q) => [q, ['Moisturising Cream']] as const),
  ])('with %j both spellings', async (q, expected) => {
    expect((await found(q)).toSorted()).toEqual(expected)
  })

  it('only conjunctions between other words are left out: with the word alone, what has it', async () => {
    expect(await found('and')).toEqual(['Lemon and Mint Tea'])
  })
})

it.each([
  ['colourful', ['colorful']],
  ['travelers', ['travellers']],
  ['analysed', ['analyzed']],
  ['sarees', ['saris']],
  ['rise', []],
  ['size', []],
  ['four', []],
  ['tea', []],
])('%s is also spelt %j', (word, others) => {
  expect(otherSpellings(word)).toEqual(others)
})
