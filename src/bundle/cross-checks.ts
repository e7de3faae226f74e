import { z } from 'zod'
import { optionsKey } from '../catalog/product.ts'
import { phoneDigits } from '../customers/phone.ts'
import { discountKey } from '../discounts/discount-code.ts'
import { type BundleIssue, issueAt, type Path, pathText, shown } from '../platform/input/issues.ts'
import { reviewKey } from '../reviews/review-key.ts'
import { ANONYMOUS } from './bundle-format.ts'

/**
 * What no single field can tell: keys that repeat, sale prices above prices, moments in the wrong order.
 * Takes any JSON and looks past what has the wrong type, so that these mistakes are told together with the others.
 */
export function crossCheck(json: unknown): BundleIssue[] {
  const { store, products, discounts, customers, reviews } = Draft.parse(json)
  return [
    ...repeatedServices(['store', 'chat', 'services'], store.chat.services),
    ...repeated(['products'], 'slug', 'a slug', products, ({ slug }) => slug),
    ...products.flatMap((product, index) => checkProduct(['products', index], product)),
    ...repeated(['discounts'], 'code', 'a code', discounts, ({ code }) => code && discountKey(code)),
    ...discounts.flatMap((discount, index) => checkDiscount(['discounts', index], discount)),
    ...repeated(['customers'], 'phone', 'a phone', customers, ({ phone }) => phone && phoneDigits(phone)),
    ...repeated(
      ['reviews'],
      'body',
      'a product, name, title and body',
      reviews,
      ({ product, name = ANONYMOUS, title = '', body }) => product && body && reviewKey({ product, name, title, body }),
    ),
  ]
}

const loose = <Schema extends z.ZodType>(schema: Schema) => schema.optional().catch(undefined)
const looseText = loose(z.string())
const looseAmount = loose(z.number().nullable())

const DraftVariant = z.object({
  options: loose(z.record(z.string(), z.string())),
  price: looseAmount,
  salePrice: looseAmount,
})
const DraftProduct = z.object({
  slug: looseText,
  price: looseAmount,
  salePrice: looseAmount,
  variants: z.array(DraftVariant.catch({})).catch([]),
})
const DraftDiscount = z.object({ code: looseText, startsAt: looseText, endsAt: looseText })
const DraftReview = z.object({ product: looseText, name: looseText, title: looseText, body: looseText })
const DraftChat = z.object({ services: z.array(z.object({ name: looseText }).catch({})).catch([]) })

const Draft = z
  .object({
    store: z.object({ chat: DraftChat.catch({ services: [] }) }).catch({ chat: { services: [] } }),
    products: z.array(DraftProduct.catch({ variants: [] })).catch([]),
    discounts: z.array(DraftDiscount.catch({})).catch([]),
    customers: z.array(z.object({ phone: looseText }).catch({})).catch([]),
    reviews: z.array(DraftReview.catch({})).catch([]),
  })
  .catch({ store: { chat: { services: [] } }, products: [], discounts: [], customers: [], reviews: [] })

/** A store's services are known by their names. */
export const repeatedServices = (list: Path, services: readonly { name?: string | undefined }[]): BundleIssue[] =>
  repeated(list, 'name', 'a name', services, ({ name }) => name)

/** An issue for each entry whose key an earlier one has; entries without a key are left alone. */
function repeated<Entry extends object>(
  list: Path,
  field: keyof Entry & string,
  what: string,
  entries: readonly Entry[],
  keyOf: (entry: Entry) => string | undefined,
): BundleIssue[] {
  const firsts = new Map<string, number>()
  return entries.flatMap((entry, index) => {
    const key = keyOf(entry)
    if (key === undefined || key === '') return []
    const first = firsts.get(key)
    if (first === undefined) {
      firsts.set(key, index)
      return []
    }
    const other = pathText([...list, first])
    return [issueAt([...list, index, field], `${what} that ${other} does not have already`, entry[field])]
  })
}

/** The same for one product that came by itself. */
export const crossCheckProduct = (path: Path, json: unknown): BundleIssue[] =>
  checkProduct(path, DraftProduct.catch({ variants: [] }).parse(json))

function checkProduct(path: Path, { price, salePrice, variants }: z.output<typeof DraftProduct>): BundleIssue[] {
  const list = [...path, 'variants']
  return [
    ...checkSale(path, salePrice, price),
    ...repeated(list, 'options', 'options', variants, ({ options }) => options && optionsKey(options)),
    ...variants.flatMap((variant, index) => [
      // A variant without the field `price` may have one in the store: the import looks at that.
      ...checkSale([...list, index], variant.salePrice, variant.price === null ? price : variant.price),
      ...checkOptionNames([...list, index], variant.options, variants[0]?.options),
    ]),
  ]
}

type LooseAmount = number | null | undefined

function checkSale(path: Path, salePrice: LooseAmount, price: LooseAmount): BundleIssue[] {
  if (typeof salePrice !== 'number' || typeof price !== 'number' || salePrice <= price || price < 0) return []
  return [issueAt([...path, 'salePrice'], `at most the price (${price})`, salePrice)]
}

type LooseOptions = Record<string, string> | undefined

function checkOptionNames(path: Path, options: LooseOptions, first: LooseOptions): BundleIssue[] {
  if (!options || !first) return []
  const expected = Object.keys(first).sort()
  if (expected.length === 0) return []
  const found = Object.keys(options).sort()
  if (shown(expected) === shown(found)) return []
  return [
    issueAt(
      [...path, 'options'],
      `the option names of the first variant, ${expected.join(', ').slice(0, 200)}`,
      options,
    ),
  ]
}

/** The same for one discount that came by itself. */
export const crossCheckDiscount = (path: Path, json: unknown): BundleIssue[] =>
  checkDiscount(path, DraftDiscount.catch({}).parse(json))

function checkDiscount(path: Path, { startsAt, endsAt }: z.output<typeof DraftDiscount>): BundleIssue[] {
  if (!startsAt || !endsAt || !(Date.parse(endsAt) <= Date.parse(startsAt))) return []
  return [issueAt([...path, 'endsAt'], `a moment after startsAt (${startsAt})`, endsAt)]
}
