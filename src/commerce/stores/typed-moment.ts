import type { Store } from '../../generated/prisma/client.ts'
import { Problem } from '../../platform/problem.ts'
import { isStorableMoment } from '../../platform/time.ts'
import { firstMomentOf } from '../../shared/zoned-time.ts'

const day = /^\d{4}-\d{2}-\d{2}$/

/** A moment, or a day's start in the store's time zone. @throws Problem BAD_USER_INPUT */
export const momentOf = (text: string | undefined, { timeZone }: Pick<Store, 'timeZone'>): Date | null => {
  if (text === undefined) return null
  const given = day.test(text) ? firstMomentOf(text, timeZone) : new Date(text)
  if (isStorableMoment(given)) return given
  throw new Problem('BAD_USER_INPUT', 'from and until must be in the years 1 to 9999 in UTC')
}
