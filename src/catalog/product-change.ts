import type { Store } from '../generated/prisma/client.ts'
import { parseOrTellAll } from '../platform/input/every-mistake.ts'
import { money } from '../platform/input/fields.ts'
import { type Issue, issueAt } from '../platform/input/issues.ts'
import { checkProduct } from './product-checks.ts'
import { type FieldName, fieldEntries } from './product-fields.ts'
import { type ProductChange, type ProductJson, productSchema } from './product-format.ts'

/** A product as an owner sends it: amounts in main units, rates in percent. What is left out stays, null clears. */
export type ProductInput = {
  readonly [Name in 'slug' | Exclude<FieldName, 'images'>]?: ProductJson[Name] | null | undefined
} & {
  id?: string | null | undefined
  version?: number | null | undefined
  images?: readonly string[] | null | undefined
  variants?: readonly VariantInput[] | null | undefined
}

export interface VariantInput {
  options: readonly { name: string; value: string }[]
  price?: number | null | undefined
  salePrice?: number | null | undefined
  stock?: number | null | undefined
}

/** The rules of bundles for a product, of which any field may be left out. */
export const productChangeSchema = (currency: string) => productSchema(money(currency)).partial()

/** The fields that an owner gives, checked by the rules of bundles. @throws Problem BAD_USER_INPUT with every mistake */
export function parseProductChange({ currency }: Pick<Store, 'currency'>, input: ProductInput): ProductChange {
  const { id: _, version: __, slug, variants, ...rest } = input
  const json = {
    ...given(rest),
    ...(slug != null && { slug }),
    ...(variants !== undefined && { variants: (variants ?? []).map(variantJson) }),
  }
  return parseOrTellAll(productChangeSchema(currency), json, () => [
    ...checkProduct([], json),
    ...repeatedOptions(variants ?? []),
  ])
}

/** The fields that are given, as a bundle would give them: null is what stands for nothing in a field. */
export const given = (input: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(input).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value === null ? (nothing.get(name) ?? null) : value]],
    ),
  )

/** The fields in which nothing is not null: an empty text, an empty list, place 0. */
const nothing = new Map<string, unknown>(
  fieldEntries.flatMap(([name, { clearable, initial }]) => (clearable && initial != null ? [[name, initial]] : [])),
)

const variantJson = ({ options, ...fields }: VariantInput) => ({
  ...given(fields),
  options: Object.fromEntries(options.map(({ name, value }) => [name, value])),
})

function repeatedOptions(variants: readonly VariantInput[]): Issue[] {
  return variants.flatMap(({ options }, index) => {
    const names = options.map(({ name }) => name)
    const repeated = names.find((name, at) => names.indexOf(name) !== at)
    return repeated === undefined ? [] : [issueAt(['variants', index, 'options'], 'each option once', repeated)]
  })
}
