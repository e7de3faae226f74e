import { describe, expect, it } from 'vitest'
import { optionRows } from '../../src/web/shop/catalogue/option-rows.ts'
import { forAllTests, openShop, unlimited } from '../support/shop.ts'

/** `M red` is one that can be bought, `L red -` one that is sold out. */
const variants = (...texts: string[]) =>
  texts.map((text) => {
    const [size = '', colour = '', out] = text.split(' ')
    const options = [
      { name: 'Size', value: size },
      { name: 'Colour', value: colour },
    ]
    return { text, available: out === undefined, options }
  })

describe('the rows of a product’s options', () => {
  const all = variants('M red', 'M blue -', 'L blue', 'L green -', 'XL green', 'XL red -')
  const rowsFor = (text: string) => {
    const chosen = all.find((variant) => variant.text === text)
    if (!chosen) throw new Error(text)
    return optionRows(all, chosen).map(({ name, values }) => [
      name,
      ...values.map(({ value, variant, isThere, isChosen }) => [value, variant.text, isThere, isChosen]),
    ])
  }

  it('lead to the variant with the other options as they are chosen, sold out or not', () => {
    expect(rowsFor('M red')).toEqual([
      ['Size', ['M', 'M red', true, true], ['L', 'L blue', false, false], ['XL', 'XL red -', true, false]],
      ['Colour', ['red', 'M red', true, true], ['blue', 'M blue -', true, false], ['green', 'XL green', false, false]],
    ])
  })

  it('lead to one that can be bought where there is none, and keep the order of the values', () => {
    expect(rowsFor('XL green')).toEqual([
      ['Size', ['M', 'M red', false, false], ['L', 'L green -', true, false], ['XL', 'XL green', true, true]],
      ['Colour', ['red', 'XL red -', true, false], ['blue', 'L blue', false, false], ['green', 'XL green', true, true]],
    ])
  })
})

const shop = await forAllTests(openShop({ policies: { read: unlimited } }))
const variant = (size: string, colour: string, more: object) => ({ options: { Size: size, Colour: colour }, ...more })
const { id: storeId, subdomain } = await shop.addStore({
  products: [
    {
      ...{ slug: 'shirt', name: 'Shirt', price: 5, images: ['/pictures/all.svg', '/pictures/blue.svg'] },
      variants: [
        variant('M', 'red', { stock: 3, picture: '/pictures/red.svg' }),
        variant('M', 'blue', { stock: 0, picture: '/pictures/blue.svg' }),
        variant('L', 'red', { stock: 3 }),
      ],
    },
    {
      ...{ slug: 'cap', name: 'Cap', price: 9, salePrice: 8 },
      variants: [
        { options: { Size: 'S' }, price: 9 },
        { options: { Size: 'M' }, price: 12, salePrice: 11, stock: 0 },
        { options: { Size: 'L' }, price: 9, salePrice: 7 },
      ],
    },
    {
      ...{ slug: 'pot', name: 'Pot', price: 20, salePrice: 10 },
      variants: [{ options: { Size: 'L' }, price: 40, salePrice: 35 }, { options: { Size: 'S' } }],
    },
  ],
})
const ids = new Map(
  (await shop.database.prisma.variant.findMany({ where: { storeId } })).map(({ id, options }) => [
    `${Object(options).Size} ${Object(options).Colour}`,
    id,
  ]),
)
const pageOf = async (chosen?: string) => {
  const url = `/shop/${subdomain}/p/shirt${chosen ? `?variant=${ids.get(chosen)}` : ''}`
  return (await shop.app.inject({ url })).body
}

describe('the page of a product with variants', () => {
  it('strikes through what is sold out, and what there is not, and says which', async () => {
    const links = [...(await pageOf()).matchAll(/<a class="(variant[^"]*)"[^>]*><span dir="auto">(.*?)<\/a>/g)]
    expect(links.map(([, name, text]) => [name, text?.replace(/<[^>]+>/g, ' ').trim()])).toEqual([
      ['variant', 'M'],
      ['variant', 'L'],
      ['variant', 'red'],
      ['variant out', 'blue  Sold out'],
    ])
    expect(await pageOf('L red')).toContain('<span dir="auto">blue</span><small class="unseen">Not in this combination')
  })

  it.each([
    [undefined, ['/pictures/red.svg', '/pictures/all.svg', '/pictures/blue.svg']],
    ['M blue', ['/pictures/blue.svg', '/pictures/all.svg']],
    ['L red', ['/pictures/all.svg', '/pictures/blue.svg']],
  ])('shows the picture of the chosen one first: %s', async (chosen, expected) => {
    const slides = [...(await pageOf(chosen)).matchAll(/class="slide" href="([^"]+)"/g)]
    expect(slides.map(([, address]) => address)).toEqual(expected)
  })
})

it('a product opens with what can be bought on sale, with the old price of each variant', async () => {
  const { body } = await shop.app.inject({ url: `/shop/${subdomain}/p/cap` })
  const text = (html = '') => html.replace(/<[^>]+>/g, '')
  expect(text(/<p class="product-price"[^>]*>(.*?)<\/p>/.exec(body)?.[1])).toBe('Now ₹7 instead of ₹9')
  const links = [...body.matchAll(/<a class="variant[^"]*"[^>]*>(.*?)<\/a>/g)].map(([, html]) => text(html))
  expect(links).toEqual(['S₹9', 'MSold out', 'LNow ₹7 instead of ₹9'])
})

it('a product with several variants on sale opens with the one whose price its card shows', async () => {
  const { body } = await shop.app.inject({ url: `/shop/${subdomain}/p/pot` })
  const text = (html = '') => html.replace(/<[^>]+>/g, '')
  expect(text(/<p class="product-price"[^>]*>(.*?)<\/p>/.exec(body)?.[1])).toBe('Now ₹10 instead of ₹20')
})
