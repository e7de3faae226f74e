import type { Product, Variant } from '../../generated/prisma/client.ts'
import { comparableText } from '../../platform/text/text.ts'

export type ProductVariant = Pick<
  Variant,
  'id' | 'options' | 'optionNames' | 'price' | 'salePrice' | 'stock' | 'sku' | 'barcode' | 'picture'
> & {
  product: Pick<Product, 'id' | 'price' | 'salePrice' | 'stock'>
}

/** Unique among a product's variants: options as JSON, names sorted. */
export const optionsKey = (options: Readonly<Record<string, string>>): string =>
  JSON.stringify(Object.fromEntries(Object.entries(options).sort(([a], [b]) => (a < b ? -1 : 1))))

/** Ignores case, blanks and composition of letters. */
export const optionsFold = (options: Readonly<Record<string, string>>): string =>
  optionsKey(
    Object.fromEntries(Object.entries(options).map(([name, value]) => [comparableText(name), comparableText(value)])),
  )

/** Only `optionsKey` writes the column. */
export const optionsOfKey = (key: string) => JSON.parse(key) as Record<string, string>

/** `[{ name: "size", value: "250g" }]` becomes `{"size": "250g"}`. */
export const optionsOf = (list: readonly { name: string; value: string }[]): Record<string, string> =>
  Object.fromEntries(list.map(({ name, value }) => [name, value]))

/** jsonb sorts names, so the owner's order is stored beside them. */
export interface StoredOptions {
  options: unknown
  optionNames: readonly string[]
}

/** In the owner's order; unnamed options come last. */
export function orderedOptions({ options, optionNames }: StoredOptions): { name: string; value: string }[] {
  const place = ({ name }: { name: string }) => {
    const at = optionNames.indexOf(name)
    return at === -1 ? optionNames.length : at
  }
  return optionList(options).toSorted((a, b) => place(a) - place(b))
}

export const optionsIn = (row: StoredOptions): Record<string, string> => optionsOf(orderedOptions(row))

export const chosenOptions = (row: StoredOptions): Record<string, string> | null =>
  row.options === null ? null : optionsIn(row)

/** `{"size": "250g"}` becomes `[{ name: "size", value: "250g" }]`. */
export function optionList(options: unknown): { name: string; value: string }[] {
  return Object.entries(options ?? {}).map(([name, value]) => ({ name, value: String(value) }))
}

/** Ignores case, blanks and how accents are encoded. */
export const categoryKey = comparableText
