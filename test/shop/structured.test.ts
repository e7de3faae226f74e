import { expect, it } from 'vitest'
import { gtinOf } from '../../src/commerce/catalog/gtin.ts'
import { forAllTests, openShop } from '../support/shop.ts'

const shop = await forAllTests(openShop({ limitsOff: true }))

async function entryOf(tax: object) {
  const { subdomain } = await shop.addStore({
    store: { tax },
    products: [
      { slug: 'cup', name: 'Cup', price: 90, sku: 'CUP', barcode: '4006381333931', stock: 0 },
      {
        ...{ slug: 'tea', name: 'Tea', price: 500, salePrice: 450, sku: 'TEA', barcode: 'shelf 7' },
        images: ['https://images.example/tea.jpg'],
        variants: [
          { options: { Colour: 'red', Grind: 'leaf' }, sku: 'TEA-R', barcode: '036000291452' },
          { options: { Colour: 'blue', Grind: 'cut' }, price: 600, salePrice: null, barcode: '036000291453', stock: 0 },
        ],
      },
    ],
  })
  return async (slug: string) => {
    const url = `/shop/${subdomain}/p/${slug}`
    const { body } = await shop.app.inject({ url, headers: { host: 'shop.example' } })
    return { url: `http://shop.example${url}`, entry: JSON.parse(/ld\+json">(.*?)<\/script>/s.exec(body)?.[1] ?? '') }
  }
}

it('a product is described with its codes, and the price as the page shows it', async () => {
  const { entry, url } = await (await entryOf({ rate: 18, inclusive: true }))('cup')
  const price = { price: 90, priceCurrency: 'INR' }
  expect(entry).toEqual({
    ...{ '@context': 'https://schema.org', '@type': 'Product', name: 'Cup', description: '', url, image: [] },
    ...{ sku: 'CUP', gtin: '4006381333931' },
    offers: {
      ...{ '@type': 'Offer', url, ...price, availability: 'https://schema.org/OutOfStock' },
      priceSpecification: { '@type': 'UnitPriceSpecification', ...price, valueAddedTaxIncluded: true },
    },
  })
})

it('a product with variants is a group, each with its own codes, options and price', async () => {
  const { entry, url } = await (await entryOf({ rate: 18, inclusive: false }))('tea')
  expect(entry).toMatchObject({
    ...{ '@type': 'ProductGroup', name: 'Tea', url, productGroupID: 'TEA' },
    variesBy: ['https://schema.org/color', 'Grind'],
    hasVariant: [
      {
        ...{ '@type': 'Product', name: 'Tea, red, leaf', sku: 'TEA-R', gtin: '036000291452', color: 'red' },
        ...{ image: 'https://images.example/tea.jpg' },
        additionalProperty: [{ '@type': 'PropertyValue', name: 'Grind', value: 'leaf' }],
        offers: {
          ...{ url: expect.stringMatching(`^${url}\\?variant=[0-9a-f-]{36}$`), price: 450, priceCurrency: 'INR' },
          priceSpecification: { price: 450, valueAddedTaxIncluded: false },
          availability: 'https://schema.org/InStock',
        },
      },
      { name: 'Tea, blue, cut', color: 'blue', offers: { price: 600, availability: 'https://schema.org/OutOfStock' } },
    ],
  })
  // Its check digit is wrong.
  expect(entry.hasVariant[1]).not.toHaveProperty('gtin')
  expect(entry.hasVariant[1]).not.toHaveProperty('sku')
})

it('nothing is said of tax where there is none', async () => {
  const { entry } = await (await entryOf({ rate: 0, inclusive: false }))('cup')
  expect(entry.offers).not.toHaveProperty('priceSpecification')
})

it.each([
  ['4006381333931', '4006381333931'],
  ['036000291452', '036000291452'],
  ['96385074', '96385074'],
  ['978-3-16-148410-0', '9783161484100'],
  ['10012345678902', '10012345678902'],
  ['4006381333932', null],
  ['0000000000000', null],
  ['12345', null],
  ['A-100', null],
  ['', null],
  [null, null],
])('of the barcode %j the GTIN is %j', (barcode, gtin) => {
  expect(gtinOf(barcode)).toBe(gtin)
})
