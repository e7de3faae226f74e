import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import type { OwnerContext } from '../../graphql/context.ts'
import { refusedInput } from '../../platform/input/issues.ts'
import { Problem } from '../../platform/problem.ts'
import { numberFormatOf } from '../../shared/number-format.ts'
import { columnOf } from './csv-columns.ts'
import { CsvMistakes } from './csv-rows.ts'
import { importProductRows } from './import-product-rows.ts'
import { MOST_ROWS } from './import-row-inputs.ts'
import { type LeftOut, platforms } from './platforms/platform.ts'
import { ProductDrafts, type RowMistake } from './product-rows.ts'
import { readProductRows } from './read-csv.ts'
import { noReport } from './write-list.ts'

const MOST_MISTAKES = 1_000
/** Behind them nothing is read: each cell of a file may be one. */
const MOST_COUNTED = 100_000

const flag = z.enum(['true', 'false'], { error: 'must be true or false' }).optional()

const importOptions = z.object({
  dry_run: flag,
  set_stock: flag,
  allow_free: flag,
  from: z.enum(platforms, { error: `must be ${platforms.join(' or ')}` }).optional(),
})

/** Products are identified by the line of their first row, counted as text editors do: from 1, the header included. */
export interface FileReport {
  imported: boolean
  rows: number
  added: number[]
  changed: number[]
  unchanged: number[]
  refused: number[]
  /** The first 1,000. `column` is empty where a whole row is meant. */
  mistakes: { line: number; column: string; message: string }[]
  /** Some more than 100,000 when there are more. */
  mistake_count: number
  /** What of another platform's export is not imported. */
  left_out: LeftOut | null
  /** What was read. */
  products: { line: number; slug: string | null; name: string | null; variants: number }[]
}

interface ProductFile {
  bytes: Uint8Array
  /** Of the address. */
  query: unknown
  onProgress?: (done: number, total: number) => void
}

/**
 * Imports a CSV file of products as `storefront import-products` does: all of it, or nothing where there are mistakes.
 * @throws Problem BAD_USER_INPUT for too many rows; CONFLICT during another import; UNAVAILABLE
 */
export async function importProductFile(
  { services, store, ownerKey }: Pick<OwnerContext, 'services' | 'store' | 'ownerKey'>,
  { bytes, query, onProgress = () => {} }: ProductFile,
): Promise<FileReport> {
  const { data: options, error } = importOptions.safeParse(query)
  if (!options) throw refusedInput({ issues: error.issues })
  const drafts = new ProductDrafts()
  const numbers = numberFormatOf(store.currency, store.shippingCountry)
  let leftOut: LeftOut | null = null
  const onLeftOut = (found: LeftOut) => {
    leftOut = found
  }
  try {
    for await (const row of readProductRows(inPieces(bytes), { numbers, from: options.from, onLeftOut })) {
      drafts.add(row)
      if (drafts.rows > MOST_ROWS) throw tooMany()
      if (drafts.mistakes.length > MOST_COUNTED) throw new CsvMistakes(drafts.mistakes)
    }
  } catch (failure) {
    if (!(failure instanceof CsvMistakes)) throw failure
    return { ...reportOf(noReport(), drafts, failure.mistakes), imported: false, left_out: null }
  }
  const dryRun = options.dry_run === 'true'
  const report = await importProductRows(services, store, drafts, {
    dryRun,
    setStock: options.set_stock === 'true',
    allowFree: options.allow_free === 'true',
    allowFreeName: 'allow_free=true',
    plainLineEnds: true,
    ownerKey,
    onProgress,
  })
  return {
    ...reportOf(report, drafts, report.mistakes),
    imported: report.mistakes.length === 0 && !dryRun,
    left_out: leftOut,
  }
}

const tooMany = () =>
  new Problem(
    'BAD_USER_INPUT',
    `The file has more than ${MOST_ROWS} rows. Import it in parts, or with storefront import-products.`,
  )

function reportOf(
  { added, changed, unchanged, refused }: ReturnType<typeof noReport>,
  drafts: ProductDrafts,
  mistakes: readonly RowMistake[],
) {
  return {
    ...{ rows: drafts.rows, added, changed, unchanged, refused },
    mistakes: mistakes.slice(0, MOST_MISTAKES).map(({ line, field, message }) => ({
      ...{ line, message },
      column: field === '' ? '' : columnOf(field),
    })),
    mistake_count: mistakes.length,
    products: drafts.products.map(({ line, slug = null, fields: { name }, variants }) => ({
      ...{ line, slug, variants: variants.length },
      name: typeof name === 'string' ? name : null,
    })),
  }
}

/** Other requests run between two pieces. */
async function* inPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE) {
    yield bytes.subarray(at, at + PIECE)
    await setImmediate()
  }
}

const PIECE = 64 * 1024
