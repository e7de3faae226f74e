import type { Product, Variant } from '../generated/prisma/client.ts'

/** A variant that knows its product, whose price and stock apply where it has none of its own. */
export type ProductVariant = Variant & { product: Product }

/** What makes a variant unique in its product: its options as JSON with sorted names. */
export const optionsKey = (options: Readonly<Record<string, string>>): string =>
  JSON.stringify(Object.fromEntries(Object.entries(options).sort(([a], [b]) => (a < b ? -1 : 1))))

/** Options of a variant as a list: `{"size": "250g"}` is size, 250g. */
export function optionList(options: unknown): { name: string; value: string }[] {
  return Object.entries(options ?? {}).map(([name, value]) => ({ name, value: String(value) }))
}
