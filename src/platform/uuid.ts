import { randomUUID } from 'node:crypto'

/** Whether PostgreSQL accepts the text as a UUID. No row can have any other text as its id. */
export const isUuid = (text: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)

let lastMs = 0
let count = 0

/**
 * Version 7, for rows that Prisma does not write. Up to 2,048 per millisecond sort in the order in which they are made.
 */
export function newUuid(now: number): string {
  // Cheaper than `randomBytes`, since Node draws random bytes for many UUIDs at once.
  const random = randomUUID()
  count = now === lastMs ? Math.min(count + 1, 0xfff) : Number.parseInt(random.slice(15, 18), 16) & 0x7ff
  lastMs = now
  const time = hex(now, 12)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(count, 3)}${random.slice(18)}`
}

/** Sorts before every UUID of version 7 that was made at this time or later. */
export function firstUuidAt(ms: number): string {
  const time = hex(ms, 12)
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`
}

const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0')
