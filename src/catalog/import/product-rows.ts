import { optionsKey } from '../product.ts'
import { given } from '../product-change.ts'
import { type FieldName, fieldEntries } from '../product-fields.ts'
import { slugOf } from '../slug.ts'

/** One row of a list of products to import. A field that is `undefined` stays as it is; null clears it. */
export type ProductRow = {
  /** The line of the file, or the place in the list, from 1. */
  line: number
  /** What makes it a variant of the product with that slug; null when it is the product itself. */
  options: Record<string, string> | null
} & { [Field in 'slug' | FieldName]?: unknown }

/** A mistake, where it stands and in which field. */
export interface RowMistake {
  line: number
  /** As bundles call it: `salePrice`; empty when it is the row. */
  field: string
  message: string
}

/** The rows of one product, as a bundle would give it. */
export interface ProductDraft {
  slug: string
  /** Of its first row. */
  line: number
  /** The row that gives each field. */
  lines: Map<string, number>
  fields: Record<string, unknown>
  variants: VariantDraft[]
  /** The line of the row without options; null when all rows are variants. */
  ownRow: number | null
}

export interface VariantDraft {
  line: number
  fields: Record<string, unknown>
}

/** What belongs to the product, whichever of its rows gives it. The others belong to the variant when the row is one. */
const shared = fieldEntries.filter(([, { perVariant }]) => !perVariant).map(([name]) => name)
const own = fieldEntries.filter(([, { perVariant }]) => perVariant).map(([name]) => name)

/** Gathers rows into products: those of one slug are a product and its variants, wherever they stand. */
export class ProductDrafts {
  readonly bySlug = new Map<string, ProductDraft>()
  /** The first row of its product, for each row that has one. */
  readonly firstLines = new Map<number, number>()
  readonly mistakes: RowMistake[] = []
  rows = 0

  add(row: ProductRow): void {
    this.rows += 1
    const slug = this.#slug(row)
    if (slug === null) return
    const draft = this.bySlug.get(slug) ?? newDraft(slug, row.line)
    this.bySlug.set(slug, draft)
    this.firstLines.set(row.line, draft.line)
    for (const field of shared) this.#share(draft, row, field)
    if (row.options) this.#addVariant(draft, row, row.options)
    else this.#addOwn(draft, row)
  }

  #slug({ line, slug, name }: ProductRow): string | null {
    if (slug !== undefined && slug !== null) return String(slug)
    const made = typeof name === 'string' ? slugOf(name) : ''
    if (made !== '') return made
    const expected = name == null ? 'a slug, or a name to make one of' : 'a slug, since none can be made of the name'
    this.mistakes.push({ line, field: 'slug', message: `expected ${expected}, found nothing` })
    return null
  }

  #share(draft: ProductDraft, row: ProductRow, field: FieldName): void {
    const value = row[field]
    if (value === undefined) return
    const first = draft.lines.get(field)
    if (first === undefined) {
      draft.lines.set(field, row.line)
      draft.fields[field] = value
    } else if (JSON.stringify(draft.fields[field]) !== JSON.stringify(value)) {
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

const newDraft = (slug: string, line: number): ProductDraft => ({
  ...{ slug, line, lines: new Map(), fields: {}, variants: [], ownRow: null },
})

/** The product as a bundle gives it; its variants only where there are rows of them. */
export const draftJson = ({ slug, fields, variants }: ProductDraft): Record<string, unknown> => ({
  slug,
  ...given(fields),
  ...(variants.length > 0 && { variants: variants.map((variant) => variant.fields) }),
})

/** Variants of one product that have the same options as an earlier one. */
export function repeatedVariants({ variants }: ProductDraft): RowMistake[] {
  const firsts = new Map<string, number>()
  return variants.flatMap(({ line, fields }) => {
    // Only `#addVariant` above writes it.
    const key = optionsKey(fields.options as Record<string, string>)
    const first = firsts.get(key)
    if (first === undefined) {
      firsts.set(key, line)
      return []
    }
    return [{ line, field: 'options', message: `expected options that line ${first} does not have already` }]
  })
}
