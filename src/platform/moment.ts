import { z } from 'zod'

const FIRST = Date.parse('0001-01-01T00:00:00Z')
const LAST = Date.parse('9999-12-31T23:59:59.999Z')

/** Whether the database knows the moment's year, and ISO 8601 writes it with four digits. A date that is none is not. */
export const isStorableMoment = (moment: Date): boolean => moment.getTime() >= FIRST && moment.getTime() <= LAST

/** A date that the calendar has, and a time with its zone, as ISO 8601. `new Date` by itself takes 30 February for 2 March. */
export const momentText = (error: string) => z.iso.datetime({ offset: true, abort: true, error })
