import type { Product, Variant } from '../generated/prisma/client.ts'

/** A variant with its product, whose price and stock apply where the variant has none. */
export type ProductVariant = Pick<Variant, 'id' | 'options' | 'price' | 'salePrice' | 'stock'> & {
  product: Pick<Product, 'id' | 'price' | 'salePrice' | 'stock'>
}

/** The key that is unique among a product's variants: the options as JSON with sorted names. */
export const optionsKey = (options: Readonly<Record<string, string>>): string =>
  JSON.stringify(Object.fromEntries(Object.entries(options).sort(([a], [b]) => (a < b ? -1 : 1))))

/** Turns `[{ name: "size", value: "250g" }]` into `{"size": "250g"}`. */
export const optionsOf = (list: readonly { name: string; value: string }[]): Record<string, string> =>
  Object.fromEntries(list.map(({ name, value }) => [name, value]))

/** Turns `{"size": "250g"}` into `[{ name: "size", value: "250g" }]`. */
export function optionList(options: unknown): { name: string; value: string }[] {
  return Object.entries(options ?? {}).map(([name, value]) => ({ name, value: String(value) }))
}
