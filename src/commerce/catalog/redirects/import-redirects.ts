import type { Caller } from '../../../api/admission/caller.ts'
import type { Services } from '../../../api/context.ts'
import type { Store } from '../../../generated/prisma/client.ts'
import { recordChange } from '../../history/record-change.ts'
import { changeContent } from '../../stores/change-content.ts'
import { noRows, type Tally } from '../../stores/store-write.ts'
import type { RowMistake } from '../import/product-rows.ts'
import { tooManyRedirects } from './change-redirects.ts'
import type { RedirectRow } from './read-redirects.ts'
import { lockRedirects, MAX_REDIRECTS, writeRedirects } from './write-redirects.ts'

interface Options {
  /** Reports what would be done, and stores nothing. */
  dryRun?: boolean
  /** In whose name; without it by a user of the command line. */
  caller?: Pick<Caller, 'kind' | 'id'>
}

/** Milliseconds: the longest list takes a few seconds. */
const TRANSACTION = { maxWait: 30_000, timeout: 60_000 }

/** All of a list, or nothing where it has a mistake. @throws Problem BAD_USER_INPUT for too many; UNAVAILABLE */
export async function importRedirects(
  services: Pick<Services, 'db' | 'stores' | 'clock'>,
  store: Store,
  rows: readonly RedirectRow[],
  { dryRun: isTrial = false, caller }: Options = {},
): Promise<{ tally: Tally; mistakes: RowMistake[] }> {
  return changeContent(
    { services, store },
    async (tx) => {
      await lockRedirects(tx, store)
      const { tally, mistakes, total } = await writeRedirects({ tx, store, isTrial }, rows)
      if (mistakes.length > 0) {
        const placed = mistakes.map(({ index, field, message }) => ({ line: rows[index]?.line ?? 0, field, message }))
        return { tally: noRows(), mistakes: placed }
      }
      if (total > MAX_REDIRECTS) throw tooManyRedirects()
      const { created, updated } = tally
      if (!isTrial && created + updated > 0) {
        const detail = `${created} created, ${updated} updated`
        await recordChange(tx, { store, services, caller }, { subject: 'REDIRECT', action: 'IMPORTED', detail })
      }
      return { tally, mistakes: [] }
    },
    undefined,
    TRANSACTION,
  )
}
