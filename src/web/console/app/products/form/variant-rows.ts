/** A variant as it is typed. */
export interface VariantRow {
  /** By name, in their order. */
  options: Record<string, string>
  price: string
  salePrice: string
  /** Of a new variant; a stored one keeps its own. */
  stock: string
  weight: string
  sku: string
  barcode: string
  /** Its address; empty for none. */
  picture: string
}

export const emptyVariant = (options: Record<string, string>): VariantRow => ({
  options,
  ...{ price: '', salePrice: '', stock: '', weight: '', sku: '', barcode: '', picture: '' },
})

/** Of which options a stored variant is recognised, whatever their order. */
export const keyOf = (options: Record<string, string>): string =>
  JSON.stringify(Object.entries(options).sort(([one], [other]) => (one < other ? -1 : 1)))

export interface Option {
  name: string
  values: string[]
}

/** The options of the rows and their values, as they occur. */
export function optionsOf(rows: readonly VariantRow[]): Option[] {
  const values = new Map<string, Set<string>>()
  for (const { options } of rows) {
    for (const [name, value] of Object.entries(options)) values.set(name, (values.get(name) ?? new Set()).add(value))
  }
  return [...values].map(([name, ofName]) => ({ name, values: [...ofName] }))
}

/** All rows get the first value, and so keep what was typed; the other values are new rows. */
export function withOption(rows: readonly VariantRow[], name: string, values: readonly string[]): VariantRow[] {
  const [first, ...more] = values
  if (first === undefined) return [...rows]
  const given = rows.length === 0 ? [emptyVariant({})] : rows
  const whole = given.map((row) => ({ ...row, options: { ...row.options, [name]: first } }))
  return more.reduce((before, value) => withValue(before, name, value), whole)
}

/** New rows for the value with all combinations that the other options have already. */
export function withValue(rows: readonly VariantRow[], name: string, value: string): VariantRow[] {
  const taken = new Set(rows.map(({ options }) => keyOf(options)))
  const more: VariantRow[] = []
  for (const row of rows) {
    const options = { ...row.options, [name]: value }
    if (taken.has(keyOf(options))) continue
    taken.add(keyOf(options))
    more.push({ ...emptyVariant(options), price: row.price, salePrice: row.salePrice, weight: row.weight })
  }
  return inOrder([...rows, ...more])
}

export const withoutValue = (rows: readonly VariantRow[], name: string, value: string): VariantRow[] =>
  rows.filter(({ options }) => options[name] !== value)

/** Of rows that then have the same options, the first stays. */
export function withoutOption(rows: readonly VariantRow[], name: string): VariantRow[] {
  const taken = new Set<string>()
  return rows.flatMap((row) => {
    const { [name]: _, ...options } = row.options
    const key = keyOf(options)
    if (Object.keys(options).length === 0 || taken.has(key)) return []
    taken.add(key)
    return [{ ...row, options }]
  })
}

/** How many combinations of the options have no row. */
export const missingCount = (rows: readonly VariantRow[]): number =>
  rows.length === 0 ? 0 : optionsOf(rows).reduce((product, { values }) => product * values.length, 1) - rows.length

/** A row for every combination. */
export function withAll(rows: readonly VariantRow[]): VariantRow[] {
  const options = optionsOf(rows)
  const taken = new Map(rows.map((row) => [keyOf(row.options), row]))
  const combinations = options.reduce<Record<string, string>[]>(
    (before, { name, values }) => before.flatMap((one) => values.map((value) => ({ ...one, [name]: value }))),
    [{}],
  )
  return combinations.map((one) => taken.get(keyOf(one)) ?? emptyVariant(one))
}

/** By their options' values, as these first occur. */
function inOrder(rows: readonly VariantRow[]): VariantRow[] {
  const places = optionsOf(rows).map(
    ({ name, values }) => [name, new Map(values.map((value, at) => [value, at]))] as const,
  )
  return rows.toSorted((one, other) => {
    for (const [name, at] of places) {
      const difference = (at.get(one.options[name] ?? '') ?? 0) - (at.get(other.options[name] ?? '') ?? 0)
      if (difference !== 0) return difference
    }
    return 0
  })
}
