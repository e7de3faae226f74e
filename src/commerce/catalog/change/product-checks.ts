import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { loose, looseList, looseText, repeated } from '../../../platform/input/checks.ts'
import { type Issue, issueAt, type Path, shown } from '../../../platform/input/issues.ts'
import { comparableText } from '../../../platform/text/text.ts'
import { optionsFold } from '../product.ts'
import { repeatedCodes } from './claim-codes.ts'

const looseAmount = loose(z.number().nullable())

const DraftVariant = z
  .object({
    options: loose(z.record(z.string(), z.string())),
    price: looseAmount,
    salePrice: looseAmount,
    sku: looseText,
    barcode: looseText,
  })
  .catch({})

const DraftPicture = z.object({ url: looseText }).catch({})

const DraftProduct = z
  .object({
    slug: looseText,
    name: looseText,
    price: looseAmount,
    salePrice: looseAmount,
    images: loose(z.array(z.unknown())),
    media: loose(z.array(DraftPicture)),
    sku: looseText,
    barcode: looseText,
    variants: looseList(DraftVariant),
  })
  .catch({ variants: [] })

/** Accepts any JSON: the format may be wrong. */
export function checkProduct(path: Path, json: unknown): Issue[] {
  const { price, salePrice, images, media, variants } = DraftProduct.parse(json)
  const list = [...path, 'variants']
  return [
    ...checkSale(path, salePrice, price),
    ...repeated([...path, 'media'], 'url', 'an address', media ?? [], ({ url }) => url),
    ...checkImages(path, images, media),
    ...repeated(list, 'options', 'options', variants, ({ options }) => options && optionsFold(options)),
    ...variants.flatMap((variant, index) => [
      // A variant without `price` may have a stored one; the import checks that case.
      ...checkSale([...list, index], variant.salePrice, variant.price === null ? price : variant.price),
      ...checkOptionNames([...list, index], variant.options, variants[0]?.options),
    ]),
  ]
}

/** No SKU or barcode twice within the product. */
export const checkCodes = (path: Path, json: unknown): Issue[] => repeatedCodes([{ path, ...DraftProduct.parse(json) }])

export function checkProducts(path: Path, json: unknown): Issue[] {
  const products = looseList(z.unknown()).parse(json)
  const drafts = looseList(DraftProduct).parse(json)
  const keyOf = ({ name }: { name?: string | undefined }) => comparableText(name ?? '')
  const found = new Set(drafts.filter(({ slug }) => slug === undefined).map(keyOf))
  return [
    ...repeated(path, 'slug', 'a slug', drafts, ({ slug }) => slug),
    ...repeated(path, 'name', 'a slug for each, or a name', drafts, (draft) =>
      found.has(keyOf(draft)) ? keyOf(draft) : undefined,
    ),
    ...repeatedCodes(drafts.map((draft, index) => ({ path: [...path, index], ...draft }))),
    ...products.flatMap((product, index) => checkProduct([...path, index], product)),
  ]
}

function checkImages(path: Path, images: unknown[] | undefined, media: { url?: string | undefined }[] | undefined) {
  if (
    !images ||
    !media ||
    isDeepStrictEqual(
      images,
      media.map(({ url }) => url),
    )
  )
    return []
  return [issueAt([...path, 'images'], 'the addresses of media in their order, or none', images)]
}

type LooseAmount = number | null | undefined

function checkSale(path: Path, salePrice: LooseAmount, price: LooseAmount): Issue[] {
  if (typeof salePrice !== 'number' || typeof price !== 'number' || salePrice <= price || price < 0) return []
  return [issueAt([...path, 'salePrice'], `at most the price (${price})`, salePrice)]
}

type LooseOptions = Record<string, string> | undefined

function checkOptionNames(path: Path, options: LooseOptions, first: LooseOptions): Issue[] {
  if (!options || !first) return []
  const expected = Object.keys(first).sort()
  if (expected.length === 0) return []
  const found = Object.keys(options).sort()
  if (shown(expected) === shown(found)) return []
  const names = expected.join(', ').slice(0, 200)
  return [issueAt([...path, 'options'], `the option names of the first variant, ${names}`, options)]
}
