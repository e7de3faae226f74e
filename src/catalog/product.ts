import type { Product, Variant } from '../generated/prisma/client.ts'
import { comparableText } from '../platform/text/text.ts'

/** A variant with its product, whose price and stock apply where the variant has none. */
export type ProductVariant = Pick<Variant, 'id' | 'options' | 'optionNames' | 'price' | 'salePrice' | 'stock'> & {
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

/** The options of a row: jsonb sorts their names, so the owner's order stands beside them. */
export interface StoredOptions {
  /** From a JSON column, which only ever holds strings. */
  options: unknown
  /** Empty in rows from before the order was stored. */
  optionNames: readonly string[]
}

/** The options of a row in the owner's order; those that it does not name come last. */
export function orderedOptions({ options, optionNames }: StoredOptions): { name: string; value: string }[] {
  const place = ({ name }: { name: string }) => {
    const at = optionNames.indexOf(name)
    return at === -1 ? optionNames.length : at
  }
  return optionList(options).toSorted((a, b) => place(a) - place(b))
}

/** The same as an object. */
export const optionsIn = (row: StoredOptions): Record<string, string> => optionsOf(orderedOptions(row))

/** The same, or null for a product without variants. */
export const chosenOptions = (row: StoredOptions): Record<string, string> | null =>
  row.options === null ? null : optionsIn(row)

/** Turns `{"size": "250g"}` into `[{ name: "size", value: "250g" }]`. */
export function optionList(options: unknown): { name: string; value: string }[] {
  return Object.entries(options ?? {}).map(([name, value]) => ({ name, value: String(value) }))
}

/**
 * The absolute URL of a picture. A path such as `/pictures/…` is served by this service.
 * @param baseUrl without a trailing slash
 */
export const pictureAddress = (picture: string, baseUrl: string): string =>
  picture.startsWith('/') ? baseUrl + picture : picture

/** Categories are compared by this key: case, blanks and how accents are encoded do not count. */
export const categoryKey = comparableText
