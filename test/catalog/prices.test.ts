import { expect, test } from 'vitest'
import { unitPrice } from '../../src/commerce/catalog/prices.ts'

const onSale = { price: 500n, salePrice: 400n }
const notOnSale = { price: 500n, salePrice: null }

test.each([
  { name: 'a product costs its price', product: notOnSale, variant: null, expected: 500n },
  { name: 'a product on sale costs its sale price', product: onSale, variant: null, expected: 400n },
  { name: 'a sale price of 0 is a price', product: { price: 500n, salePrice: 0n }, variant: null, expected: 0n },
  {
    name: 'a sale price that is not below the price is no sale',
    product: { price: 500n, salePrice: 500n },
    variant: null,
    expected: 500n,
  },
  {
    name: 'a sale price above the price is no sale',
    product: { price: 500n, salePrice: 600n },
    variant: null,
    expected: 500n,
  },
  {
    name: 'a variant without prices costs what its product does',
    product: onSale,
    variant: { price: null, salePrice: null },
    expected: 400n,
  },
  {
    name: "a variant's own price is not reduced by its product's sale",
    product: onSale,
    variant: { price: 900n, salePrice: null },
    expected: 900n,
  },
  {
    name: 'a variant may be cheaper than its product',
    product: notOnSale,
    variant: { price: 300n, salePrice: null },
    expected: 300n,
  },
  {
    name: 'a variant with its own price has its own sale',
    product: onSale,
    variant: { price: 900n, salePrice: 800n },
    expected: 800n,
  },
  {
    name: "a variant's sale price is compared with its own price",
    product: onSale,
    variant: { price: 300n, salePrice: 450n },
    expected: 300n,
  },
  {
    name: "a variant's sale price can reduce its product's price",
    product: notOnSale,
    variant: { price: null, salePrice: 450n },
    expected: 450n,
  },
  {
    name: "a variant's sale price goes before its product's",
    product: onSale,
    variant: { price: null, salePrice: 450n },
    expected: 450n,
  },
  { name: 'a free variant is free', product: onSale, variant: { price: 0n, salePrice: null }, expected: 0n },
])('$name', ({ product, variant, expected }) => {
  expect(unitPrice(product, variant)).toBe(expected)
})
