import type { ColumnUse } from './platform-row.ts'

export const CODE = 'gtin, upc, ean, or isbn'

const taken = new Set<string>([
  ...['id', 'type', 'sku', 'name', 'published', 'visibility in catalog', 'short description', 'description', 'parent'],
  ...['date sale price starts', 'date sale price ends', 'tax status', 'tax class', 'in stock?', 'stock'],
  ...['backorders allowed?', 'sale price', 'regular price', 'categories', 'tags', 'images', 'position', 'brands', CODE],
])
const takenForms = /^weight \(|^attribute \d+ (name|value\(s\)|visible)$/
/**
 * Whether an attribute is shared by products, which of its values is chosen at first, whether a product may be reviewed
 * (the export denies it of every variation), what plugins keep to themselves.
 */
const meaningless = /^attribute \d+ (global|default)$|^allow customer reviews\?$|^meta: _/
/** What is said of almost everything. */
const silent: Readonly<Record<string, readonly string[]>> = {
  'is featured?': ['0'],
  'sold individually?': ['0'],
}

export function useOf(column: string): ColumnUse {
  if (taken.has(column) || takenForms.test(column)) return 'taken'
  return meaningless.test(column) ? 'meaningless' : { silent: silent[column] ?? [] }
}
