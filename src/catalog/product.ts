import type { Product, Variant } from '../generated/prisma/client.ts'
import { comparableText } from '../platform/text.ts'

/** A variant with its product, whose price and stock apply where the variant has none. */
export type ProductVariant = Pick<Variant, 'id' | 'options' | 'price' | 'salePrice' | 'stock'> & {
  product: Pick<Product, 'id' | 'price' | 'salePrice' | 'stock'>
}

/** The key that is unique among a product's variants: the options as JSON with sorted names. */
export const optionsKey = (options: Readonly<Record<string, string>>): string =>
  JSON.stringify(Object.fromEntries(Object.entries(options).sort(([a], [b]) => (a < b ? -1 : 1))))

/** The same for options that differ only in case, blanks or composed letters, which no shopper could tell apart. */
export const optionsFold = (options: Readonly<Record<string, string>>): string =>
  optionsKey(
    Object.fromEntries(Object.entries(options).map(([name, value]) => [comparableText(name), comparableText(value)])),
  )

/** The options of such a key. Only `optionsKey` writes the column. */
export const optionsOfKey = (key: string) => JSON.parse(key) as Record<string, string>

/** Turns `[{ name: "size", value: "250g" }]` into `{"size": "250g"}`. */
export const optionsOf = (list: readonly { name: string; value: string }[]): Record<string, string> =>
  Object.fromEntries(list.map(({ name, value }) => [name, value]))

/** Reads options from their JSON column, which only ever holds strings. */
export const optionsIn = (options: unknown): Record<string, string> => optionsOf(optionList(options))

/** Turns `{"size": "250g"}` into `[{ name: "size", value: "250g" }]`. */
export function optionList(options: unknown): { name: string; value: string }[] {
  return Object.entries(options ?? {}).map(([name, value]) => ({ name, value: String(value) }))
}
