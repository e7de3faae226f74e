import type { PlatformRow } from './platform-row.ts'
import { listIn } from './woocommerce-cells.ts'

export interface Attribute {
  name: string
  values: string[]
  isHidden: boolean
}

const MOST_ATTRIBUTES = 100

/** The attributes of a product, or of a variation. */
export function attributesIn(row: PlatformRow): Attribute[] {
  return Array.from({ length: MOST_ATTRIBUTES }, (_, index) => index + 1).flatMap((number) => {
    const name = row.text(`attribute ${number} name`)
    const values = listIn(row.text(`attribute ${number} value(s)`))
    return name === '' ? [] : [{ name, values, isHidden: row.text(`attribute ${number} visible`) === '0' }]
  })
}

/** Whether a variation has the attribute without a value: any. */
export const leavesOpen = (variation: PlatformRow, name: string): boolean =>
  attributesIn(variation).some(
    (attribute) => attribute.name.toLowerCase() === name.toLowerCase() && attribute.values.length === 0,
  )

/**
 * The options of each variation, and the names in lower case that they choose by. An attribute that no variation has a
 * value for is no option; where only some leave it open, these are called Any.
 */
export function optionsOfVariations(
  variations: readonly PlatformRow[],
  attributes: readonly Attribute[],
): { options: Record<string, string>[]; choices: ReadonlySet<string> } {
  const chosen = variations.map(
    (row) =>
      new Map(attributesIn(row).map(({ name, values }) => [name.toLowerCase(), { name, value: values.join(', ') }])),
  )
  // In the order of the product, which also has the spelling.
  const names = new Map(attributes.map(({ name }) => [name.toLowerCase(), name]))
  for (const own of chosen) for (const [key, { name }] of own) if (!names.has(key)) names.set(key, name)
  const used = [...names].filter(([key]) => chosen.some((own) => own.get(key)?.value))
  return {
    options: chosen.map((own) => Object.fromEntries(used.map(([key, name]) => [name, own.get(key)?.value || 'Any']))),
    choices: new Set(used.map(([key]) => key)),
  }
}
