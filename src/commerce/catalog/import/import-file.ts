import { z } from 'zod'
import type { OwnerContext } from '../../../api/context.ts'
import { refusedInput } from '../../../platform/input/issues.ts'
import type { FileMistakes } from '../../../shared/answers.ts'
import { flag, inPieces, type ListFile, shownMistakes, tooManyRows } from './file-body.ts'
import { importProductRows } from './import-product-rows.ts'
import { MOST_ROWS } from './import-row-inputs.ts'
import { type LeftOut, platforms } from './platforms/platform.ts'
import type { ProductDrafts, RowMistake } from './product-rows.ts'
import { readDrafts } from './read-drafts.ts'
import { refusedRows } from './refused-rows.ts'
import { readTaxClasses } from './tax-classes.ts'
import { isAccepted, noReport } from './write-list.ts'

const importOptions = z.object({
  dry_run: flag,
  set_stock: flag,
  allow_free: flag,
  skip_mistakes: flag,
  refused_file: flag,
  tax_classes: z
    .string()
    .transform((text, context) => {
      const rates = readTaxClasses(text)
      if (rates) return rates
      context.addIssue({
        code: 'custom',
        message: 'must be classes with their rates in percent, such as reduced-rate:5,luxury:28',
      })
      return z.NEVER
    })
    .optional(),
  from: z.enum(platforms, { error: `must be ${platforms.join(' or ')}` }).optional(),
})

/** Products are identified by the line of their first row, counted as text editors do: from 1, the header included. */
export interface FileReport extends FileMistakes {
  imported: boolean
  rows: number
  added: number[]
  changed: number[]
  unchanged: number[]
  refused: number[]
  /** What of another platform's export is not imported as it is. */
  left_out: LeftOut | null
  /** Classes of another platform's export whose rates are to be given. */
  tax_classes: string[]
  /** The rows of refused products as a file with reasons; null where none is asked for or there are none. */
  refused_file: string | null
  /** What was read. */
  products: { line: number; slug: string | null; name: string | null; variants: number }[]
}

/**
 * Imports a CSV file of products as `storefront import-products` does: all of it, or nothing where there are mistakes
 * that are not to be left out.
 * @throws Problem BAD_USER_INPUT for too many rows; CONFLICT during another import; UNAVAILABLE
 */
export async function importProductFile(
  { services, store, caller }: Pick<OwnerContext, 'services' | 'store' | 'caller'>,
  { bytes, query, onProgress = () => {} }: ListFile,
): Promise<FileReport> {
  const { data: options, error } = importOptions.safeParse(query)
  if (!options) throw refusedInput({ issues: error.issues })
  const setStock = options.set_stock === 'true'
  const { drafts, unreadable, leftOut, taxClasses } = await readDrafts(store, inPieces(bytes), {
    mostRows: MOST_ROWS,
    tooMany: () => tooManyRows('import-products'),
    ...{ setStock, from: options.from },
    taxRates: options.tax_classes ?? new Map(),
    taxHint: 'tax_classes=CLASS:PERCENT gives it',
  })
  if (unreadable) {
    return {
      ...reportOf(noReport(), drafts, unreadable),
      imported: false,
      left_out: null,
      tax_classes: [],
      refused_file: null,
    }
  }
  const dryRun = options.dry_run === 'true'
  const report = await importProductRows(services, store, drafts, {
    dryRun,
    setStock,
    skipMistakes: options.skip_mistakes === 'true',
    allowFree: options.allow_free === 'true',
    allowFreeName: 'allow_free=true',
    plainLineEnds: true,
    caller,
    onProgress,
  })
  let refusedFile: string | null = null
  if (options.refused_file === 'true' && report.refused.length > 0) {
    const parts: string[] = []
    for await (const part of refusedRows(inPieces(bytes), drafts, report)) parts.push(part)
    refusedFile = parts.join('')
  }
  return {
    ...reportOf(report, drafts, report.mistakes),
    imported: isAccepted(report) && !dryRun,
    refused_file: refusedFile,
    left_out: leftOut,
    tax_classes: taxClasses,
  }
}

function reportOf(
  { added, changed, unchanged, refused }: ReturnType<typeof noReport>,
  drafts: ProductDrafts,
  mistakes: readonly RowMistake[],
) {
  return {
    ...{ rows: drafts.rows, added, changed, unchanged, refused },
    ...shownMistakes(mistakes),
    products: drafts.products.map(({ line, slug = null, fields: { name }, variants }) => ({
      ...{ line, slug, variants: variants.length },
      name: typeof name === 'string' ? name : null,
    })),
  }
}
