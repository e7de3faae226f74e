/** What the rows are made of. */
export interface Offered {
  available: boolean
  options: readonly { name: string; value: string }[]
}

export interface OptionValue<Variant> {
  value: string
  isChosen: boolean
  /** With this value, and the other options as they are chosen; where there is none, the one that is most like it. */
  variant: Variant
  /** Whether `variant` has the other options as they are chosen. */
  isThere: boolean
}

export interface OptionRow<Variant> {
  name: string
  values: OptionValue<Variant>[]
}

/** A row for each option, such as size and colour, in the owner's order. */
export function optionRows<Variant extends Offered>(
  variants: readonly Variant[],
  chosen: Variant,
): OptionRow<Variant>[] {
  return chosen.options.map(({ name, value: chosenValue }) => {
    const others = chosen.options.filter((option) => option.name !== name)
    const best = new Map<string, Variant>([])
    for (const variant of variants) {
      const value = ofOption(variant, name)
      const before = best.get(value)
      if (!before || nearness(variant, others) > nearness(before, others)) best.set(value, variant)
    }
    best.set(chosenValue, chosen)
    const values = [...best].map(([value, variant]) => ({
      ...{ value, variant, isChosen: variant === chosen },
      isThere: sameCount(variant, others) === others.length,
    }))
    return { name, values }
  })
}

const ofOption = (variant: Offered, name: string): string =>
  variant.options.find((option) => option.name === name)?.value ?? ''

/** By how many options are the same, then by whether it can be bought. */
const nearness = (variant: Offered, others: Offered['options']): number =>
  2 * sameCount(variant, others) + (variant.available ? 1 : 0)

const sameCount = (variant: Offered, others: Offered['options']): number =>
  others.filter(({ name, value }) => ofOption(variant, name) === value).length
