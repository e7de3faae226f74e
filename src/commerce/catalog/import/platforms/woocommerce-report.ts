import type { Omissions, PlatformRow } from './platform-row.ts'
import { listIn, typesOf } from './woocommerce-cells.ts'

const PLAIN = new Set(['simple', 'variable', 'variation', 'virtual', 'downloadable', ''])

/** Says what becomes of what we do not have. */
export function reportOf(row: PlatformRow, variations: readonly PlatformRow[], omitted: Omissions): void {
  for (const each of [row, ...variations]) {
    const types = typesOf(each)
    for (const type of types.filter((name) => !PLAIN.has(name)))
      omitted.add(`products of the type "${type.slice(0, 60)}": sold as plain ones`, each.line)
    if (types.includes('virtual') || types.includes('downloadable'))
      omitted.add('virtual and downloadable products: sold as goods that are delivered', each.line)
  }
  if (['catalog', 'search'].includes(row.text('visibility in catalog')))
    omitted.add('products that only lists or only searches show: shown in both', row.line)
  if (listIn(row.text('brands')).length > 1) omitted.add('brands after the first', row.line)
  for (const variation of variations) {
    const own = variation.text('tax class')
    if (own !== '' && own !== 'parent' && own !== row.text('tax class'))
      omitted.add('variations with a tax class of their own: taxed as their product', variation.line)
    if (variation.text('description', 'short description') !== '')
      omitted.add('descriptions of variations', variation.line)
    if (listIn(variation.text('images')).length > 1)
      omitted.add('pictures of variants after the first: shown among those of the product', variation.line)
  }
}
