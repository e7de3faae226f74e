import { optionsKey } from '../product.ts'
import { given } from '../product-change.ts'
import { type FieldName, fieldEntries } from '../product-fields.ts'
import { slugOf } from '../slug.ts'

/** One row of an imported list. An `undefined` field leaves the stored value as it is, null clears it. */
export type ProductRow = {
  /** The line in the file, or the position in the list, counted from 1. */
  line: number
  /** The options of a variant; null when the row describes the product itself. */
  options: Record<string, string> | null
} & { [Field in 'slug' | FieldName]?: unknown }

export interface RowMistake {
  line: number
  /** The field's name in bundles, such as `salePrice`; empty when the whole row is wrong. */
  field: string
  message: string
}

/** All rows of one product, merged into the shape that a bundle has. */
export interface ProductDraft {
  slug: string
  /** The line of the product's first row. */
  line: number
  /** For each field, the line that gives it. */
  lines: Map<string, number>
  fields: Record<string, unknown>
  variants: VariantDraft[]
  /** The line of the row without options; null when every row is a variant. */
  ownRow: number | null
}

export interface VariantDraft {
  line: number
  fields: Record<string, unknown>
}

/** Fields of the product, which any of its rows may give. The other fields go to the variant when the row is one. */
const shared = fieldEntries.filter(([, { perVariant }]) => !perVariant).map(([name]) => name)
const own = fieldEntries.filter(([, { perVariant }]) => perVariant).map(([name]) => name)

/** Groups rows by slug into products with variants; the rows of one product need not be neighbours. */
export class ProductDrafts {
  readonly bySlug = new Map<string, ProductDraft>()
  /** For each row's line, the line of its product's first row. */
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

/** The draft as bundle JSON. Without variant rows it has no `variants`, so that stored variants stay. */
export const draftJson = ({ slug, fields, variants }: ProductDraft): Record<string, unknown> => ({
  slug,
  ...given(fields),
  ...(variants.length > 0 && { variants: variants.map((variant) => variant.fields) }),
})

/** Reports variants with the same options as an earlier variant of the product. */
export function repeatedVariants({ variants }: ProductDraft): RowMistake[] {
  const firsts = new Map<string, number>()
  return variants.flatMap(({ line, fields }) => {
    // `#addVariant` is the only place that sets options, always to a record of texts.
    const key = optionsKey(fields.options as Record<string, string>)
    const first = firsts.get(key)
    if (first === undefined) {
      firsts.set(key, line)
      return []
    }
    return [{ line, field: 'options', message: `expected options that line ${first} does not have already` }]
  })
}
