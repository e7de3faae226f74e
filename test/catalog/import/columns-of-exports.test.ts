import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { type LeftOut, platforms } from '../../../src/commerce/catalog/import/platforms/platform.ts'
import { shopify } from '../../../src/commerce/catalog/import/platforms/shopify.ts'
import { woocommerce } from '../../../src/commerce/catalog/import/platforms/woocommerce.ts'
import { readProductRows } from '../../../src/commerce/catalog/import/read-csv.ts'
import { numberFormatOf } from '../../../src/shared/number-format.ts'

type Use = 'taken' | 'meaningless' | 'reported'

const columnsOf = (use: Use, ...names: string[]): [string, Use][] => names.map((name) => [name, use])

/** Every column of the exports: those that Shopify has written until 2024, and those since. */
const ofShopify = [
  ...columnsOf('taken', 'Handle', 'Title', 'Body (HTML)', 'Vendor', 'Product Category', 'Type', 'Custom Product Type'),
  ...columnsOf('taken', 'Tags', 'Published', 'Option1 Name', 'Option1 Value', 'Option2 Name', 'Option2 Value'),
  ...columnsOf('taken', 'Option3 Name', 'Option3 Value', 'Variant SKU', 'Variant Grams', 'Variant Inventory Tracker'),
  ...columnsOf('taken', 'Variant Inventory Qty', 'Variant Inventory Policy', 'Variant Price', 'Variant Taxable'),
  ...columnsOf('taken', 'Variant Compare At Price', 'Variant Barcode', 'Image Src', 'Image Position', 'Image Alt Text'),
  ...columnsOf('taken', 'Gift Card', 'SEO Title', 'SEO Description', 'Variant Image', 'Status'),
  ...columnsOf('meaningless', 'Option1 Linked To', 'Option2 Linked To', 'Option3 Linked To', 'Variant Weight Unit'),
  ...columnsOf('reported', 'Variant Fulfillment Service', 'Variant Requires Shipping', 'Variant Tax Code'),
  ...columnsOf('reported', 'Unit Price Total Measure', 'Unit Price Total Measure Unit', 'Unit Price Base Measure'),
  ...columnsOf('reported', 'Unit Price Base Measure Unit', 'Standard Product Type', 'Cost per item', 'Collection'),
  ...columnsOf('reported', 'Google Shopping / Google Product Category', 'Google Shopping / Gender'),
  ...columnsOf('reported', 'Google Shopping / Age Group', 'Google Shopping / MPN', 'Google Shopping / Condition'),
  ...columnsOf('reported', 'Google Shopping / AdWords Grouping', 'Google Shopping / AdWords Labels'),
  ...columnsOf('reported', 'Google Shopping / Custom Product', 'Google Shopping / Custom Label 0'),
  ...columnsOf('reported', 'Color (product.metafields.shopify.color-pattern)', 'Included / International'),
  ...columnsOf('reported', 'Included / India', 'Price / International', 'Compare At Price / International'),

  ...columnsOf('taken', 'URL handle', 'Description', 'Published on online store', 'SKU', 'Barcode', 'Price'),
  ...columnsOf('taken', 'Compare-at price', 'Charge tax', 'Inventory tracker', 'Inventory quantity'),
  ...columnsOf('taken', 'Continue selling when out of stock', 'Weight value (grams)', 'Product image URL'),
  ...columnsOf('taken', 'Variant image URL'),
  ...columnsOf('meaningless', 'Weight unit for display'),
  ...columnsOf('reported', 'Tax code', 'Requires shipping', 'Fulfillment service'),
]

const ofWooCommerce = [
  ...columnsOf('taken', 'ID', 'Type', 'SKU', 'GTIN, UPC, EAN, or ISBN', 'Name', 'Published', 'Visibility in catalog'),
  ...columnsOf('taken', 'Short description', 'Description', 'Date sale price starts', 'Date sale price ends'),
  ...columnsOf('taken', 'Tax status', 'Tax class', 'In stock?', 'Stock', 'Backorders allowed?', 'Weight (kg)'),
  ...columnsOf('taken', 'Sale price', 'Regular price', 'Categories', 'Tags', 'Images', 'Parent', 'Position', 'Brands'),
  ...columnsOf('taken', 'Attribute 1 name', 'Attribute 1 value(s)', 'Attribute 1 visible'),
  ...columnsOf('meaningless', 'Attribute 1 global', 'Attribute 1 default', 'Allow customer reviews?'),
  ...columnsOf('meaningless', 'Meta: _edit_last'),
  ...columnsOf('reported', 'Is featured?', 'Low stock amount', 'Sold individually?', 'Length (cm)', 'Width (cm)'),
  ...columnsOf('reported', 'Height (cm)', 'Purchase note', 'Shipping class', 'Download limit', 'Download expiry days'),
  ...columnsOf('reported', 'Grouped products', 'Upsells', 'Cross-sells', 'External URL', 'Button text'),
  ...columnsOf('reported', 'Download 1 ID', 'Download 1 name', 'Download 1 URL', 'Cost of goods', 'Meta: colour'),
]

const files = {
  shopify: {
    format: shopify,
    columns: ofShopify,
    row: { Handle: 'assam', Title: 'Assam', 'Option1 Value': 'Default Title', 'Variant Price': '1' },
  },
  woocommerce: {
    format: woocommerce,
    columns: ofWooCommerce,
    row: { Type: 'simple', Name: 'Assam', 'Visibility in catalog': 'visible', 'Regular price': '1' },
  },
}

async function leftOutOf(cells: Record<string, string>): Promise<LeftOut[]> {
  const found: LeftOut[] = []
  const quoted = (names: string[]) => names.map((name) => `"${name}"`).join(',')
  const text = `${quoted(Object.keys(cells))}\n${quoted(Object.values(cells))}\n`
  const options = { numbers: numberFormatOf('INR'), onLeftOut: (left: LeftOut) => found.push(left) }
  for await (const _ of readProductRows(Readable.from([Buffer.from(text)]), options));
  return found
}

describe.each(platforms)('a column of the export of %s', (platform) => {
  const { format, columns, row } = files[platform]

  it.each(columns)('%s is %s', async (name, use) => {
    const used = format.useOf(name.toLowerCase())
    expect(typeof used === 'string' ? used : 'reported').toBe(use)
    // What is not imported is named, whatever stands there.
    if (use === 'reported')
      expect(await leftOutOf({ ...row, [name]: 'something' })).toMatchObject([{ columns: [name] }])
  })
})

it.each([
  ['shopify', { 'Variant Requires Shipping': 'TRUE', 'Fulfillment service': 'manual', 'Included / India': 'true' }],
  ['woocommerce', { 'Is featured?': '0', 'Sold individually?': '0', 'Low stock amount': '', 'Meta: _x': 'y' }],
] as const)('what %s says of everything is not reported', async (platform, cells) => {
  expect(await leftOutOf({ ...files[platform].row, ...cells })).toEqual([])
})
