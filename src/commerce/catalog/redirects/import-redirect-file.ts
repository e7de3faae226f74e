import { z } from 'zod'
import type { OwnerContext } from '../../../api/context.ts'
import { refusedInput } from '../../../platform/input/issues.ts'
import type { RedirectFileReport } from '../../../shared/answers.ts'
import { CsvMistakes } from '../import/csv-mistakes.ts'
import { flag, inPieces, type ListFile, shownMistakes } from '../import/file-body.ts'
import type { RowMistake } from '../import/product-rows.ts'
import { tooManyRedirects } from './change-redirects.ts'
import { importRedirects } from './import-redirects.ts'
import { type RedirectRow, readRedirectRows } from './read-redirects.ts'
import { MAX_REDIRECTS } from './write-redirects.ts'

const importOptions = z.object({ dry_run: flag })

/**
 * Takes redirects from a CSV file as `storefront import-redirects` does: all of it, or nothing where there are mistakes.
 * @throws Problem BAD_USER_INPUT for more than a store can have; UNAVAILABLE
 */
export async function importRedirectFile(
  { services, store, caller }: Pick<OwnerContext, 'services' | 'store' | 'caller'>,
  { bytes, query }: ListFile,
): Promise<RedirectFileReport> {
  const { data: options, error } = importOptions.safeParse(query)
  if (!options) throw refusedInput({ issues: error.issues })
  const dryRun = options.dry_run === 'true'
  const rows: RedirectRow[] = []
  const refused = (mistakes: readonly RowMistake[]) => ({
    ...{ imported: false, rows: rows.length, added: 0, changed: 0, unchanged: 0 },
    ...shownMistakes(mistakes),
  })
  try {
    for await (const row of readRedirectRows(inPieces(bytes))) {
      rows.push(row)
      if (rows.length > MAX_REDIRECTS) throw tooManyRedirects()
    }
  } catch (failure) {
    if (failure instanceof CsvMistakes) return refused(failure.mistakes)
    throw failure
  }
  const { tally, mistakes } = await importRedirects(services, store, rows, { dryRun, caller })
  if (mistakes.length > 0) return refused(mistakes)
  const { created: added, updated: changed, unchanged } = tally
  return { imported: !dryRun, rows: rows.length, added, changed, unchanged, ...shownMistakes([]) }
}
