import { comparableText } from '../../platform/text/text.ts'
import { oneOf } from '../change/give-slugs.ts'
import { given } from '../change/product-change.ts'
import { optionsFold } from '../product.ts'
import { type FieldName, fieldEntries } from '../product-fields.ts'

/** One row of an imported list. An `undefined` field leaves the stored value as it is, null clears it. */
export type ProductRow = {
  /** The line in the file, or the position in the list, counted from 1. */
  line: number
  /** The options of a variant; null when the row describes the product itself. */
  options: Record<string, string> | null
  /** Cells that could not be read, with what to write in their place. */
  unread?: RowMistake[]
} & { [Field in 'slug' | FieldName]?: unknown }

export interface RowMistake {
  line: number
  /** The field's name in bundles, such as `salePrice`; empty when the whole row is wrong. */
  field: string
  message: string
}

/** All rows of one product, merged into the shape that a bundle has. */
export interface ProductDraft {
  /** Undefined when none of its rows has one: then it is found by its name. */
  slug: string | undefined
  /** The line of the product's first row. */
  line: number
  /** For each field, the line that gives it. */
  lines: Map<string, number>
  fields: Record<string, unknown>
  variants: VariantDraft[]
  /** The line of the row without options; null when every row is a variant. */
  ownRow: number | null
}

interface VariantDraft {
  line: number
  fields: Record<string, unknown>
}

/** Fields of the product, which any of its rows may give. The other fields go to the variant when the row is one. */
const shared = fieldEntries.filter(([, { perVariant }]) => !perVariant).map(([name]) => name)
const own = fieldEntries.filter(([, { perVariant }]) => perVariant).map(([name]) => name)

/**
 * Groups rows into products with variants: those of one slug, and those of one name where a row has no slug. The rows of
 * one product need not be neighbours.
 */
export class ProductDrafts {
  readonly products: ProductDraft[] = []
  readonly #bySlug = new Map<string, ProductDraft>()
  /** By name, case and blanks aside. */
  readonly #byName = new Map<string, ProductDraft>()
  readonly #slugs = new Map<string, Set<string>>()
  /** The names of rows without a slug, by line. */
  readonly #found = new Map<number, string>()
  /** For each row's line, the line of its product's first row. */
  readonly firstLines = new Map<number, number>()
  readonly mistakes: RowMistake[] = []
  rows = 0

  add(row: ProductRow): void {
    this.rows += 1
    this.mistakes.push(...(row.unread ?? []))
    const draft = this.#draftOf(row)
    if (draft === null) return
    this.firstLines.set(row.line, draft.line)
    for (const field of shared) this.#share(draft, row, field)
    if (row.options) this.#addVariant(draft, row, row.options)
    else this.#addOwn(draft, row)
  }

  #draftOf({ line, slug: given, name: told }: ProductRow): ProductDraft | null {
    const slug = given == null ? undefined : String(given)
    const name = typeof told === 'string' ? comparableText(told) : ''
    if (slug === undefined && name === '') {
      this.mistakes.push({ line, field: 'slug', message: 'expected a slug, or a name to make one of, found nothing' })
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

  /** Rows without a slug whose name several products of the list have. */
  unclear(): RowMistake[] {
    return [...this.#found].flatMap(([line, name]) => {
      const slugs = [...(this.#slugs.get(name) ?? [])]
      return slugs.length > 1 ? [{ line, field: 'slug', message: `expected ${oneOf(slugs)}, found nothing` }] : []
    })
  }

  #newDraft(line: number): ProductDraft {
    const draft = { slug: undefined, line, lines: new Map(), fields: {}, variants: [], ownRow: null }
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
    for (const field of own) {
      if (row[field] === undefined) continue
      draft.lines.set(field, row.line)
      draft.fields[field] = row[field]
    }
  }

  #addVariant(draft: ProductDraft, row: ProductRow, options: Record<string, string>): void {
    const given = own.flatMap((field) => (row[field] === undefined ? [] : [[field, row[field]] as const]))
    draft.variants.push({ line: row.line, fields: { options, ...Object.fromEntries(given) } })
  }
}

/** Rows of one product may differ in how they write its name, which is what they are grouped by. */
const isSame = (field: FieldName, one: unknown, other: unknown): boolean =>
  field === 'name' && typeof one === 'string' && typeof other === 'string'
    ? comparableText(one) === comparableText(other)
    : JSON.stringify(one) === JSON.stringify(other)

/** The draft as bundle JSON. Without variant rows it has no `variants`, so that stored variants stay. */
export const draftJson = ({ slug, fields, variants }: ProductDraft): Record<string, unknown> => ({
  ...(slug !== undefined && { slug }),
  ...given(fields),
  ...(variants.length > 0 && { variants: variants.map((variant) => variant.fields) }),
})

/** Reports variants with the same options as an earlier variant of the product. */
export function repeatedVariants({ variants }: ProductDraft): RowMistake[] {
  const firsts = new Map<string, number>()
  return variants.flatMap(({ line, fields }) => {
    // `#addVariant` is the only place that sets options, always to a record of texts.
    const key = optionsFold(fields.options as Record<string, string>)
    const first = firsts.get(key)
    if (first === undefined) {
      firsts.set(key, line)
      return []
    }
    return [{ line, field: 'options', message: `expected options that line ${first} does not have already` }]
  })
}

/** Reports sale prices of 0 under a price that is not, as of an empty cell that a formula has made 0. */
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
