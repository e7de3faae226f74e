import { setImmediate } from 'node:timers/promises'
import { comparableText, tidyText } from '../../../platform/text/text.ts'
import { whatOf } from '../change/claim-codes.ts'
import { codeNames } from '../change/codes.sql.ts'
import { oneOf } from '../change/give-slugs.ts'
import { given } from '../change/product-change.ts'
import { optionsFold } from '../product.ts'
import { type FieldName, fieldEntries } from '../product-fields.ts'

/** Only variants have this field: a row's `images` are the whole product's. */
export const PICTURE = 'picture'

/** An `undefined` field leaves the stored value, null clears it. */
export type ProductRow = {
  /** In the file, or the position in the list, from 1. */
  line: number
  /** Null when the row describes the product itself. */
  options: Record<string, string> | null
  unread?: RowMistake[]
  /** Where a shopper found it at the site that it comes from. */
  formerPaths?: readonly FormerPath[]
  /** Whether it only says that its product has a mistake. */
  isBroken?: boolean
  /** Further lines of the file that belong to its product, such as those of pictures. */
  lines?: readonly number[]
} & { [Field in 'slug' | typeof PICTURE | FieldName]?: unknown }

export interface FormerPath {
  path: string
  /** A page of the shop; null for that of the product. */
  to: string | null
}

export interface RowMistake {
  line: number
  /** The name in bundles, such as `salePrice`; empty for the whole row. */
  field: string
  message: string
}

export interface ProductDraft {
  /** Undefined when no row has one: then the name identifies it. */
  slug: string | undefined
  line: number
  formerPaths: FormerPath[]
  lines: Map<string, number>
  fields: Record<string, unknown>
  variants: VariantDraft[]
  ownRow: number | null
}

interface VariantDraft {
  line: number
  fields: Record<string, unknown>
}

/** Any row may give these; a variant's row gives the others to the variant. */
const shared = fieldEntries.filter(([, { perVariant }]) => !perVariant).map(([name]) => name)
const own = fieldEntries.filter(([, { perVariant }]) => perVariant).map(([name]) => name)
const ofVariants = [...own, PICTURE] as const

/** Of the name, although the slug is missing as well: most lists are written without slugs. */
const NAMELESS =
  'expected a name, found nothing: enter the name of the product, or its slug if it is in the store or in another row'

/** Groups rows by slug, or by name without one. Rows of a product need not be neighbours. */
export class ProductDrafts {
  readonly products: ProductDraft[] = []
  readonly #bySlug = new Map<string, ProductDraft>()
  readonly #byName = new Map<string, ProductDraft>()
  readonly #slugs = new Map<string, Set<string>>()
  readonly #found = new Map<number, string>()
  readonly firstLines = new Map<number, number>()
  readonly mistakes: RowMistake[] = []
  rows = 0

  /** All lines of these products. @param firsts their first lines */
  linesOf(firsts: readonly number[]): ReadonlySet<number> {
    const isFirst = new Set(firsts)
    return new Set([...firsts, ...[...this.firstLines].flatMap(([line, first]) => (isFirst.has(first) ? [line] : []))])
  }

  add(row: ProductRow): void {
    this.rows += 1
    this.mistakes.push(...(row.unread ?? []))
    const draft = this.#draftOf(row)
    if (draft === null) return
    for (const line of [row.line, ...(row.lines ?? [])]) this.firstLines.set(line, draft.line)
    if (row.isBroken) return
    draft.formerPaths.push(...(row.formerPaths ?? []))
    for (const field of shared) this.#share(draft, row, field)
    if (row.options) this.#addVariant(draft, row, row.options)
    else this.#addOwn(draft, row)
  }

  #draftOf({ line, slug: given, name: givenName, isBroken }: ProductRow): ProductDraft | null {
    const slug = given == null ? undefined : String(given)
    const name = typeof givenName === 'string' ? comparableText(givenName) : ''
    if (slug === undefined && name === '') {
      if (!isBroken) this.mistakes.push({ line, field: 'name', message: NAMELESS })
      return null
    }
    if (slug === undefined) this.#found.set(line, name)
    else this.#slugs.set(name, (this.#slugs.get(name) ?? new Set()).add(slug))
    const ofSlug = slug === undefined ? undefined : this.#bySlug.get(slug)
    const ofName = this.#byName.get(name)
    const isFree = slug === undefined || ofName?.slug === undefined
    const draft = ofSlug ?? ((isFree && ofName) || this.#newDraft(line))
    draft.slug ??= slug
    if (slug !== undefined) this.#bySlug.set(slug, draft)
    if (name !== '' && !ofName) this.#byName.set(name, draft)
    return draft
  }

  unclear(): RowMistake[] {
    return [...this.#found].flatMap(([line, name]) => {
      const slugs = [...(this.#slugs.get(name) ?? [])]
      return slugs.length > 1 ? [{ line, field: 'slug', message: `expected ${oneOf(slugs)}, found nothing` }] : []
    })
  }

  #newDraft(line: number): ProductDraft {
    const draft: ProductDraft = {
      ...{ slug: undefined, line, lines: new Map(), fields: {}, variants: [], ownRow: null },
      formerPaths: [],
    }
    this.products.push(draft)
    return draft
  }

  #share(draft: ProductDraft, row: ProductRow, field: FieldName): void {
    const value = row[field]
    if (value === undefined) return
    const first = draft.lines.get(field)
    if (first === undefined) {
      draft.lines.set(field, row.line)
      draft.fields[field] = value
    } else if (!isSame(field, draft.fields[field], value)) {
      const message = `expected nothing, or the same as in line ${first}: it belongs to the whole product`
      this.mistakes.push({ line: row.line, field, message })
    }
  }

  #addOwn(draft: ProductDraft, row: ProductRow): void {
    if (draft.ownRow !== null) {
      const message = `expected a slug that line ${draft.ownRow} does not have already, or options like option:size that make it a variant`
      this.mistakes.push({ line: row.line, field: 'slug', message })
      return
    }
    draft.ownRow = row.line
    if (row[PICTURE] != null) {
      const message = 'expected nothing, or options like option:size: pictures of the whole product are its images'
      this.mistakes.push({ line: row.line, field: PICTURE, message })
    }
    for (const field of own) {
      if (row[field] === undefined) continue
      draft.lines.set(field, row.line)
      draft.fields[field] = row[field]
    }
  }

  #addVariant(draft: ProductDraft, row: ProductRow, options: Record<string, string>): void {
    const given = ofVariants.flatMap((field) => (row[field] === undefined ? [] : [[field, row[field]] as const]))
    draft.variants.push({ line: row.line, fields: { options, ...Object.fromEntries(given) } })
  }
}

const isSame = (field: FieldName, one: unknown, other: unknown): boolean =>
  field === 'name' && typeof one === 'string' && typeof other === 'string'
    ? comparableText(one) === comparableText(other)
    : JSON.stringify(one) === JSON.stringify(other)

/** Whether none of its rows could be read, which is reported already. */
export const isUnreadable = ({ lines, variants, ownRow }: ProductDraft): boolean =>
  lines.size === 0 && variants.length === 0 && ownRow === null

/** Without variant rows it has no `variants`, so that stored ones stay. */
export const draftJson = ({ slug, fields, variants }: ProductDraft): Record<string, unknown> => ({
  ...(slug !== undefined && { slug }),
  ...given(fields),
  ...(variants.length > 0 && { variants: variants.map((variant) => variant.fields) }),
})

export function repeatedVariants({ variants }: ProductDraft): RowMistake[] {
  const firsts = new Map<string, number>()
  return variants.flatMap(({ line, fields }) => {
    const key = optionsFold(fields.options as Record<string, string>)
    const first = firsts.get(key)
    if (first === undefined) {
      firsts.set(key, line)
      return []
    }
    return [{ line, field: 'options', message: `expected options that line ${first} does not have already` }]
  })
}

/** Other requests run meanwhile: it takes a second for a few hundred thousand rows. */
export async function repeatedCodes(products: readonly ProductDraft[]): Promise<RowMistake[]> {
  const firsts = new Map<string, number>()
  for await (const { key, line } of listedCodes(products)) firsts.set(key, Math.min(line, firsts.get(key) ?? line))
  const mistakes: RowMistake[] = []
  for await (const { key, name, line } of listedCodes(products)) {
    const first = firsts.get(key)
    if (first === line) continue
    mistakes.push({ line, field: name, message: `expected ${whatOf[name]} that line ${first} does not have already` })
  }
  return mistakes
}

const LISTED_AT_ONCE = 2_000

async function* listedCodes(products: readonly ProductDraft[]) {
  for (const [index, { line, lines, fields, variants }] of products.entries()) {
    if (index % LISTED_AT_ONCE === 0) await setImmediate()
    for (const name of codeNames) {
      const own = { line: lines.get(name) ?? line, fields }
      for (const place of [own, ...variants]) {
        const code = tidyText(String(place.fields[name] ?? ''))
        if (code !== '') yield { key: `${name} ${code}`, name, line: place.line }
      }
    }
  }
}

/** Sale prices of 0 under a price, as a formula makes of an empty cell. */
export function freeSales({ line, lines, fields, variants }: ProductDraft, allowFreeName = 'allowFree'): RowMistake[] {
  const message = `expected more than 0, or none, found 0: ${allowFreeName} allows giving it away`
  const isFree = (salePrice: unknown, price: unknown) => salePrice === 0 && price !== 0
  return [
    ...(isFree(fields.salePrice, fields.price) ? [lines.get('salePrice') ?? line] : []),
    ...variants
      .filter((variant) => isFree(variant.fields.salePrice, variant.fields.price ?? fields.price))
      .map((variant) => variant.line),
  ].map((place) => ({ line: place, field: 'salePrice', message }))
}
