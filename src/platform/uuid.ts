import { randomUUID } from 'node:crypto'

/** Whether PostgreSQL accepts the text as a UUID. No row can have any other text as its id. */
export const isUuid = (text: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)

let lastMs = 0
let count = 0

/**
 * Makes a UUID of version 7, which sorts by time, as Prisma does; for rows that are not written through Prisma. Those
 * that this process makes one after another for the same millisecond sort in their order, up to 2,048 of them.
 */
export function newUuid(now: number): string {
  // Node gets random bytes for many of these at once, and for each call of `randomBytes` anew.
  const random = randomUUID()
  count = now === lastMs ? Math.min(count + 1, 0xfff) : Number.parseInt(random.slice(15, 18), 16) & 0x7ff
  lastMs = now
  const time = hex(now, 12)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(count, 3)}${random.slice(18)}`
}

const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0')
