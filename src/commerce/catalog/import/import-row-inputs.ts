import { setImmediate } from 'node:timers/promises'
import type { Context } from '../../../api/context.ts'
import { Problem } from '../../../platform/problem.ts'
import type { ChangedBy } from '../../history/record-change.ts'
import { repeatedOption } from '../change/product-change.ts'
import { importProductRows } from './import-product-rows.ts'
import { ProductDrafts, type ProductRow } from './product-rows.ts'
import { type ImportReport, isAccepted } from './write-list.ts'

export const MOST_ROWS = 10_000
export const MOST_REPORTED = 100
/** Rows between turns of the event loop. */
const TAKEN_AT_ONCE = 1_000

export interface ImportRowsInput {
  rows: readonly (Omit<ProductRow, 'line' | 'options' | 'unread' | 'formerPaths' | 'isBroken' | 'lines'> & {
    options?: readonly { name: string; value: string }[] | null | undefined
  })[]
  setStock?: boolean | null | undefined
  dryRun?: boolean | null | undefined
  allowFree?: boolean | null | undefined
  skipMistakes?: boolean | null | undefined
}

/** @throws Problem BAD_USER_INPUT for too many rows; CONFLICT during another import */
export async function importRowInputs(
  { services, store, caller }: Pick<Context, 'services' | 'store'> & ChangedBy,
  { rows, setStock, dryRun, allowFree, skipMistakes }: ImportRowsInput,
): Promise<ImportReport & { imported: boolean }> {
  if (rows.length > MOST_ROWS) {
    throw new Problem(
      'BAD_USER_INPUT',
      `rows: expected at most ${MOST_ROWS}, found ${rows.length}. Send them in parts, or use storefront import-products.`,
    )
  }
  const drafts = new ProductDrafts()
  for (const [index, { options, ...row }] of rows.entries()) {
    if (index % TAKEN_AT_ONCE === 0) await setImmediate()
    const repeated = repeatedOption(options ?? [])
    if (repeated) drafts.mistakes.push({ line: index + 1, field: 'options', message: repeated })
    const named = options?.length ? Object.fromEntries(options.map(({ name, value }) => [name, value])) : null
    drafts.add({ ...row, line: index + 1, options: named })
  }
  const report = await importProductRows(services, store, drafts, {
    setStock: setStock === true,
    dryRun: dryRun === true,
    allowFree: allowFree === true,
    skipMistakes: skipMistakes === true,
    ...(caller && { caller }),
  })
  return { ...report, imported: dryRun !== true && isAccepted(report) }
}
