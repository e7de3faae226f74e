import type { Store } from '../../../generated/prisma/client.ts'
import { byCurrency } from '../../../platform/input/fields.ts'
import { type Issue, pathText, shown } from '../../../platform/input/issues.ts'
import { parseInputAll } from '../../../platform/input/parse-input-all.ts'
import { comparableText } from '../../../platform/text/text.ts'
import type { ProductAttribute } from '../page/product-details.ts'
import type { PictureEntry } from '../pictures.ts'
import { type FieldName, fieldEntries } from '../product-fields.ts'
import { checkCodes, checkProduct } from './product-checks.ts'
import { type ProductChange, type ProductJson, productSchema } from './product-format.ts'

type ListName = 'images' | 'attributes' | 'media'

/** Amounts in main units, rates in percent. Omitted fields stay unchanged; null clears. */
export type ProductInput = {
  readonly [Name in 'slug' | Exclude<FieldName, ListName>]?: ProductJson[Name] | null | undefined
} & {
  id?: string | null | undefined
  version?: number | null | undefined
  images?: readonly string[] | null | undefined
  attributes?: readonly ProductAttribute[] | null | undefined
  media?: readonly PictureEntry[] | null | undefined
  variants?: readonly VariantInput[] | null | undefined
}

export interface VariantInput {
  options: readonly { name: string; value: string }[]
  price?: number | null | undefined
  salePrice?: number | null | undefined
  stock?: number | null | undefined
  weight?: number | null | undefined
  sku?: string | null | undefined
  barcode?: string | null | undefined
  picture?: string | null | undefined
}

export const productChangeSchema = byCurrency((amount) => productSchema(amount).partial())

/** Parses the given fields with the bundle format. @throws Problem BAD_USER_INPUT with every mistake */
export function parseProductChange({ currency }: Pick<Store, 'currency'>, input: ProductInput): ProductChange {
  const { id: _, version: __, slug, variants, ...rest } = input
  const json = {
    ...given(rest),
    ...(slug != null && { slug }),
    ...(variants !== undefined && { variants: (variants ?? []).map(variantJson) }),
  }
  return parseInputAll(productChangeSchema(currency), json, () => [
    ...checkProduct([], json),
    ...checkCodes([], json),
    ...repeatedOptions(variants ?? []),
  ])
}

/** Drops omitted fields and replaces null by the field's empty value: '', [], 0 or null. */
export const given = (input: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(input).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value === null ? (nothing.get(name) ?? null) : value]],
    ),
  )

const nothing = new Map<string, unknown>(
  fieldEntries.flatMap(([name, { clearable, initial }]) => (clearable && initial != null ? [[name, initial]] : [])),
)

const variantJson = ({ options, ...fields }: VariantInput) => ({
  ...given(fields),
  options: Object.fromEntries(options.map(({ name, value }) => [name, value])),
})

const repeatedOptions = (variants: readonly VariantInput[]): Issue[] =>
  variants.flatMap(({ options }, index) => {
    const message = repeatedOption(options)
    return message === null ? [] : [{ path: pathText(['variants', index, 'options']), message }]
  })

/** JSON would keep only the last of two equal options. */
export function repeatedOption(options: VariantInput['options']): string | null {
  const names = options.map(({ name }) => comparableText(name))
  const repeated = names.findIndex((name, at) => names.indexOf(name) !== at)
  return repeated < 0 ? null : `expected each option once, found ${shown(options[repeated]?.name)}`
}
