import { z } from 'zod'

export const DAY_SECONDS = 86_400
export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = DAY_SECONDS * 1000

const FIRST = Date.parse('0001-01-01T00:00:00Z')
const LAST = Date.parse('9999-12-31T23:59:59.999Z')

/** Whether PostgreSQL can store it and ISO 8601 can write its year with four digits. False for an invalid date. */
export const isStorableMoment = (moment: Date): boolean => moment.getTime() >= FIRST && moment.getTime() <= LAST

/** ISO 8601 with a zone. Refuses 30 February, which `new Date` takes for 2 March. */
export const momentText = (error: string) => z.iso.datetime({ offset: true, abort: true, error })
